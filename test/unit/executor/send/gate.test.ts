import { Gate } from '../../../../nodes/CardBankPayments/executor/send/gate';
import { settle } from '../../support/settle';
import { VirtualClock } from '../../support/virtualClock';

/** Runs that take turns at one gate, by their names. */
class Line {
	readonly gate = new Gate(new VirtualClock());
	/** Whose turn it was, and who left without one. */
	readonly log: string[] = [];

	private readonly turns = new Map<string, () => void>();

	/** Takes a turn as soon as there is one. */
	async come(name: string, signal?: AbortSignal): Promise<void> {
		void this.gate.takeTurn(signal).then((endTurn) => {
			this.log.push(endTurn === undefined ? `${name} left` : name);
			if (endTurn !== undefined) this.turns.set(name, endTurn);
		});
		await settle();
	}

	async end(name: string): Promise<void> {
		this.turns.get(name)?.();
		await settle();
	}
}

describe('the turns at a gate', () => {
	let line: Line;
	let cancel: AbortController;
	beforeEach(async () => {
		line = new Line();
		cancel = new AbortController();
		await line.come('first');
	});

	it('are had one after the other, in the order of coming', async () => {
		await line.come('second');
		await line.come('third');
		expect(line.log).toEqual(['first']);
		await line.end('first');
		await line.come('fourth');
		expect(line.log).toEqual(['first', 'second']);
		await line.end('second');
		await line.end('third');
		await line.end('fourth');
		await line.come('fifth');
		expect(line.log).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
	});

	it('are not for whoever comes at the moment when one is handed on', async () => {
		await line.come('second');
		const handedOn = line.end('first');
		await line.come('third');
		await handedOn;
		expect(line.log).toEqual(['first', 'second']);
	});

	it('pass by whoever is cancelled while waiting, and nobody else', async () => {
		await line.come('second', cancel.signal);
		await line.come('third');
		cancel.abort();
		await settle();
		expect(line.log).toEqual(['first', 'second left']);
		await line.end('first');
		expect(line.log.at(-1)).toBe('third');
	});

	it('go on after one that was cancelled in its turn', async () => {
		await line.come('second', cancel.signal);
		await line.come('third');
		await line.end('first');
		cancel.abort();
		await line.end('second');
		expect(line.log).toEqual(['first', 'second', 'third']);
	});

	it('are not for those that come cancelled, not even where nobody waits', async () => {
		cancel.abort();
		await line.end('first');
		await line.come('second', cancel.signal);
		await line.come('third');
		expect(line.log).toEqual(['first', 'second left', 'third']);
	});
});

describe('the wait at a gate', () => {
	const run = {};
	const first = { count: 0, lastWaitMs: 0, waitedMs: 0, namedMs: 0, at: 0 };
	const once = {
		...first,
		...{ count: 1, lastWaitMs: 60_000, waitedMs: 60_000, namedMs: 60_000 },
		at: VirtualClock.START,
	};
	let clock: VirtualClock;
	let gate: Gate;
	beforeEach(() => {
		clock = new VirtualClock();
		gate = new Gate(clock);
	});

	const acceptedAt = async (ms: number) => {
		await clock.advanceTo(ms);
		gate.accepted(run);
		return gate.remainingMs;
	};
	const refusedAt = async (ms: number, namedMs: number, by: object = run) => {
		await clock.advanceTo(ms);
		gate.refused(by, namedMs, first);
		return gate.remainingMs;
	};

	it('is none until the service refuses something, however quick it was', async () => {
		expect(await acceptedAt(0)).toBe(0);
		expect(await acceptedAt(5_000)).toBe(0);
		expect(gate.isPaced).toBe(false);
	});

	it('is from then on what was left to wait after the last payment, all in all', async () => {
		await acceptedAt(0);
		expect(await refusedAt(20_000, 40_000)).toBe(40_000);
		expect(await acceptedAt(60_000)).toBe(60_000);
	});

	it('is what the quickest of several refusals after the same payment shows', async () => {
		await acceptedAt(0);
		await refusedAt(0, 60_000);
		await refusedAt(1_000, 60_000);
		expect(await acceptedAt(61_000)).toBe(60_000);
		await refusedAt(61_000, 70_000);
		expect(await acceptedAt(131_000)).toBe(70_000);
	});

	it('is what the next payment shows, where no time was named, and no later one', async () => {
		await acceptedAt(0);
		await refusedAt(5_000, 0);
		expect(await acceptedAt(10_000)).toBe(10_000);
		expect(await acceptedAt(40_000)).toBe(10_000);
	});

	it.each([40_000, 0])(
		'is only what is left of a quota, where %i ms were named',
		async (namedMs) => {
			await acceptedAt(0);
			await acceptedAt(10_000);
			const wait = await refusedAt(20_000, namedMs);
			// It was on its way, and opens nothing that was not open before.
			expect(await acceptedAt(20_000)).toBe(wait);
			const again = await refusedAt(20_000 + wait, namedMs);
			const end = 20_000 + wait + again;
			expect(await acceptedAt(end)).toBe(0);
			expect(await acceptedAt(end + 5_000)).toBe(0);
			const third = await refusedAt(end + 5_000, namedMs);
			expect(await acceptedAt(end + 5_000 + third)).toBe(0);
			expect(gate.isPaced).toBe(true);
		},
	);

	it('is what a payment shows, rather than what was named before it for too short', async () => {
		await acceptedAt(0);
		await refusedAt(0, 5_000);
		await refusedAt(5_000, 0);
		expect(await acceptedAt(10_000)).toBe(10_000);
	});

	it('is learned from the payment after a wait, where there were several before', async () => {
		await acceptedAt(0);
		await acceptedAt(10_000);
		await refusedAt(10_000, 50_000);
		await acceptedAt(10_000);
		expect(await acceptedAt(60_000)).toBe(0);
		await refusedAt(60_000, 60_000);
		expect(await acceptedAt(120_000)).toBe(60_000);
		expect(await acceptedAt(180_000)).toBe(60_000);
	});

	it('is not guessed from a refusal in front of which nothing was paid', async () => {
		await refusedAt(0, 5_000);
		expect(await acceptedAt(5_000)).toBe(0);
	});

	it.each([
		[900_000, 900_000],
		[900_001, 0],
	])('of %i ms goes on as one of %i: nobody keeps a longer pace', async (namedMs, expected) => {
		await acceptedAt(0);
		await refusedAt(0, namedMs);
		expect(await acceptedAt(namedMs)).toBe(expected);
	});

	it('is not shortened by another refusal, and is that of the run that was refused first', async () => {
		const other = {};
		await refusedAt(0, 60_000);
		expect(await refusedAt(0, 5_000)).toBe(60_000);
		await refusedAt(0, 60_000, other);
		expect(gate.waitOfOthers(run)).toBe(0);
		expect(gate.waitOfOthers(other)).toBe(60_000);
	});

	it.each([
		['what is left, where the service is asked at once', 60_999, 1_000],
		['twice as long, where it is asked late: somebody else may have paid', 62_000, 120_000],
	])('is %s, and names far less than before', async (_, at, waitMs) => {
		await acceptedAt(0);
		await refusedAt(0, 60_000);
		await clock.advanceTo(at);
		expect(gate.refused(run, 500, once)).toBe(waitMs);
	});

	it.each([900_000, 900_001])('of %i ms is a pace only up to a quarter of an hour', async (ms) => {
		await acceptedAt(0);
		await refusedAt(5_000, 0);
		expect(await acceptedAt(ms)).toBe(ms > 900_000 ? 0 : ms);
	});

	it.each([
		['was accepted', async () => void (await acceptedAt(60_000))],
		['ended unclear: it may have been', async () => gate.unclear()],
	])('is not doubled for a payment before which another one %s', async (_, another) => {
		await acceptedAt(0);
		gate.refused(run, 60_000, first);
		await clock.advanceTo(60_000);
		await another();
		await clock.advanceTo(130_000);
		expect(gate.refused(run, 50_000, once)).toBe(50_000);
	});

	it.each([50_000, 0])(
		'is no pace where a payment in between ended unclear, whether %i ms are named',
		async (namedMs) => {
			await acceptedAt(0);
			await refusedAt(0, 60_000);
			await acceptedAt(60_000);
			gate.unclear();
			const waitMs = await refusedAt(131_000, namedMs);
			expect(await acceptedAt(131_000 + waitMs)).toBe(60_000);
		},
	);

	it('is no pace either where the payment that would have shown it ended unclear', async () => {
		await acceptedAt(0);
		const waitMs = await refusedAt(5_000, 0);
		gate.unclear();
		expect(await acceptedAt(5_000 + waitMs)).toBe(0);
	});

	it('is only what the service named, once the run that waits for longer gives up', async () => {
		const longer = { ...once, lastWaitMs: 400_000 };
		expect(gate.refused(run, 50_000, longer)).toBe(800_000);
		gate.giveUp({});
		expect(gate.remainingMs).toBe(800_000);
		gate.giveUp(run);
		expect(gate.remainingMs).toBe(50_000);
	});

	it.each([
		['the longest of them', [600_000, 1_000], 600_000],
		['what was guessed, where none was', [0], 1_000],
	])('is %s after several that give up', async (_, named, waitMs) => {
		for (const namedMs of named) {
			await refusedAt(0, namedMs);
			gate.giveUp(run);
		}
		expect(gate.remainingMs).toBe(waitMs);
	});

	it.each([
		['in the middle', [0, 1_000, 2_000], [3_000]],
		['at the end', [0, 1_000], []],
	])('shows no pace in a quota, also where one payment %s ended unclear', async (_, ...times) => {
		for (const at of times[0]) await acceptedAt(at);
		gate.unclear();
		for (const at of times[1]) await acceptedAt(at);
		await refusedAt(4_000, 48_000);
		expect(await acceptedAt(52_000)).toBe(0);
	});
});
