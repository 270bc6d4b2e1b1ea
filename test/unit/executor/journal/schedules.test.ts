import { ListSchedule, startListProcess } from '../../support/schedule';

const SCHEDULES = 1_000;

it('leaves nothing stuck, forgets nothing and lets no two have the same, however several processes write the list', async () => {
	const processes = Array.from({ length: 4 }, startListProcess);
	const broken = { stuck: 0, forgotten: 0, twice: 0, failures: 0 };
	const seeds: number[] = [];
	for (let seed = 1; seed <= SCHEDULES; seed++) {
		const schedule = await new ListSchedule(seed, processes).play();
		let isWhole = true;
		for (const kind of ['stuck', 'forgotten', 'twice', 'failures'] as const) {
			broken[kind] += schedule[kind].length;
			if (schedule[kind].length > 0) isWhole = false;
		}
		if (!isWhole) seeds.push(seed);
	}
	expect({ ...broken, seeds }).toEqual({
		stuck: 0,
		forgotten: 0,
		twice: 0,
		failures: 0,
		seeds: [],
	});
	// Ten seconds of the processor, which a busy machine gives in minutes.
}, 400_000);
