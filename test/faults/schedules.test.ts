import fc from 'fast-check';
import { describeViolations, findViolations } from './invariants';
import { runSchedule } from './runSchedule';
import { schedules, type Schedule } from './schedule';
import { useServices } from './isolatedService';

const withService = useServices();

/** Schedules that are under way at once: those in which the service keeps silent mostly wait. */
const SHARES = 16;
const RUNS = process.env.THOROUGH ? 2000 : 300;

/** In a schedule, a healthy answer may be late as well, so the timeout may be very short. */
const TIMEOUT_MS = 60;

/** What a share may take where ten others use the machine: what has not ended by then hangs. */
const LONGEST_MS = 1_800_000;

/** Tries schedules one after the other, and tells of one that broke a promise, as small as it can be made. */
async function trySchedules(share: number, wanted: fc.Parameters<[Schedule]>): Promise<void> {
	await withService(async (service) => {
		let count = 0;
		const property = fc.asyncProperty(schedules, async (schedule) => {
			const name = `schedule-${share}-${count++}`;
			const history = await runSchedule(service, name, schedule, TIMEOUT_MS);
			const wrong = describeViolations(findViolations(history), history);
			if (wrong.length > 0) throw new Error([...describe(schedule), ...wrong].join('\n  '));
		});
		const { failed, seed, counterexamplePath, errorInstance } = await fc.check(property, wanted);
		const again = `FAULTS_REPLAY=${seed}/${counterexamplePath} npx jest test/faults/schedules`;
		if (failed) throw new Error(`${again}\n  ${(errorInstance as Error).message}`);
	});
}

/** A schedule, a line for each execution, with the names of its faults in place of their descriptions. */
function describe({ executions, ...rest }: Schedule): string[] {
	return [rest, ...executions].map((part) =>
		JSON.stringify(part, (key, value: unknown) =>
			key === 'faultCase' ? (value as { name: string }).name : value,
		),
	);
}

const replay = process.env.FAULTS_REPLAY;

if (replay !== undefined) {
	const [seed, path] = replay.split('/');
	it(`keeps every promise in ${replay}`, async () => {
		await trySchedules(0, { seed: Number(seed), path, numRuns: 1, endOnFailure: true });
	});
} else {
	it.concurrent.each([...Array(SHARES).keys()])(
		`keeps every promise in its share of ${RUNS} random schedules (%i)`,
		async (share) => {
			const numRuns = Math.floor((RUNS + share) / SHARES);
			await trySchedules(share, { seed: (jest.getSeed() + share) | 0, numRuns });
		},
		LONGEST_MS,
	);
}
