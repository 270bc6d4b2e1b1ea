import fc from 'fast-check';
import {
	REMEMBERED_REFERENCES,
	type Change,
} from '../../../../nodes/CardBankPayments/executor/journal/list';
import { randomFrom } from '../../../faults/random';
import { GuardedList } from '../../support/guardedList';
import { VirtualClock } from '../../support/virtualClock';
import { rejectionOf } from '../../support/wording';

let store: GuardedList;
let clock: VirtualClock;
beforeEach(() => {
	clock = new VirtualClock();
	store = new GuardedList(clock);
});

type Of = Parameters<GuardedList['list']>[0];
const change = async (wanted: Partial<Change>, of?: Of) => {
	const { used, error } = await clock.until(store.list(of).change(wanted));
	if (error !== undefined) throw error as Error;
	return used;
};
const reserve = async (references: string[], of?: Of) => await change({ reserve: references }, of);
const release = async (references: string[], of?: Of) => await change({ release: references }, of);
const keep = async (references: string[]) => await change({ keep: references });

/** Another process writes its older list over ours, after so many calls of the kind. */
const undo = (kind: 'check' | 'remove', times: number) => {
	store.after = (call, undone) => {
		if (call === kind && times-- > 0) undone();
	};
};

describe('the list', () => {
	it('reserves all references of a run or none, and holds references and nothing else', async () => {
		expect(await reserve(['A', 'B'])).toEqual([]);
		expect(await reserve(['B', 'C'])).toEqual(['B']);
		expect(await reserve(['C'])).toEqual([]);
		await release(['C']);
		await keep(['A', 'B']);
		expect(store.entries).toEqual(['A', 'B'].map((each) => `https://api.example.com ${each}`));
	});

	it('forgets the oldest only, after a hundred thousand, and never one that it was just asked about', async () => {
		const many = Array.from({ length: REMEMBERED_REFERENCES }, (_, index) => `R${index}`);
		store.entries = many.map((each) => `https://api.example.com ${each}`);
		expect(await reserve(['R0', 'NEW'])).toEqual(['R0']);
		await reserve(['NEW']);
		expect(store.entries.length).toBeLessThanOrEqual(REMEMBERED_REFERENCES);
		expect(await reserve(['R0'])).toEqual(['R0']);
		expect(await reserve(['R9'])).toEqual(['R9']);
		expect(store.reserved()).not.toContain('R1');
	});

	it('keeps apart what was used at another Base URL', async () => {
		const of = { baseUrl: 'https://api.example.com/v2' };
		await reserve(['A']);
		expect(await reserve(['A'], of)).toEqual([]);
		await release(['A'], of);
		expect(await reserve(['A'])).toEqual(['A']);
	});
});

describe('runs of one process', () => {
	it('that wait together get a reference in the order in which they came', async () => {
		const wanted = [
			['A', 'B'],
			['B', 'C'],
			['C', 'D'],
		];
		const found = await Promise.all(wanted.map(async (references) => await reserve(references)));
		expect(found).toEqual([[], ['B'], []]);
		await Promise.all([keep(['A']), keep(['E']), release(['B']), release(['C'])]);
		expect(store.reserved()).toEqual(['A', 'D', 'E']);
	});
});

describe('another process that writes an older list over ours', () => {
	it('does not undo a reservation: it is made again, as often as it takes', async () => {
		undo('check', 3);
		expect(await reserve(['A', 'B'])).toEqual([]);
		expect(store.reserved()).toEqual(['A', 'B']);
	});

	it('has the references that it reserved meanwhile, and we have none', async () => {
		store.after = () => {
			store.after = undefined;
			store.entries = ['https://api.example.com B', 'run of another process'];
		};
		expect(await reserve(['A', 'B', 'C'])).toEqual(['B']);
		expect(store.reserved()).toEqual(['B']);
	});

	it('makes a reservation uncertain where that does not end', async () => {
		undo('check', Infinity);
		const { error, isWritten } = await clock.until(store.list().change({ reserve: ['A'] }));
		expect([String(error), isWritten]).toEqual([expect.stringContaining('kept overwriting'), true]);
	});

	it.each([1, 3])('does not undo a release, on %i rounds', async (rounds) => {
		await reserve(['A', 'B']);
		undo('remove', rounds);
		await release(['A']);
		expect(store.reserved()).toEqual(['B']);
	});

	it('does not undo a part of the release of many', async () => {
		const many = Array.from({ length: 250 }, (_, index) => `R${index}`);
		for (const undone of [1, 2, 3]) {
			await reserve(many);
			let part = 0;
			store.after = (call, undo) => {
				if (call === 'remove' && ++part === undone) undo();
			};
			await release(many);
			expect(store.entries).toEqual([]);
		}
	});
});

describe('two processes with one list, which each read and write back as a whole', () => {
	const references = Array.from({ length: 60 }, (_, index) => `R${index}`);

	/** Tries it with calls that take other times in each run, and come at others; a seed repeats them. */
	const inAnyOrder = async (proves: (at: <T>(work: () => Promise<T>) => Promise<T>) => unknown) =>
		await fc.assert(
			fc.asyncProperty(fc.noShrink(fc.integer()), async (seed) => {
				const random = randomFrom(seed);
				clock = new VirtualClock();
				store = new GuardedList(clock);
				store.takesMs = () => 2 + random() * 10;
				await proves(async (work) => {
					await clock.sleep(random() * 1000);
					return await work();
				});
			}),
			{ numRuns: 10 },
		);

	it('never both have the same reference, and forget none', async () => {
		await inAnyOrder(async (at) => {
			const race = async (reference: string) => {
				const found = [1, 2].map((process) =>
					at(async () => await store.list({ process }).change({ reserve: [reference] })),
				);
				return (await Promise.all(found)).filter(({ used }) => used.length === 0).length;
			};
			const winners = await clock.until(Promise.all(references.map(race)));
			expect(winners).toEqual(Array(references.length).fill(1));
			expect(store.reserved().sort()).toEqual([...references].sort());
		});
	});

	it('release what is theirs, and nothing of the other one', async () => {
		await inAnyOrder(async (at) => {
			const pass = async (reference: string, index: number) => {
				const list = store.list({ process: 1 + (index % 2) });
				await at(async () => await list.change({ reserve: [reference] }));
				if (index % 3 === 0) await at(async () => await list.change({ release: [reference] }));
			};
			await clock.until(Promise.all(references.map(pass)));
			const kept = references.filter((_, index) => index % 3 !== 0);
			expect(store.reserved().sort()).toEqual(kept.sort());
		});
	});
});

it('waits for others as long as a slow call asks for, but not at every change after it', async () => {
	const msOf = async (reference: string, takesMs: number) => {
		const begunAt = clock.now();
		store.takesMs = () => takesMs;
		await reserve([reference]);
		return clock.now() - begunAt;
	};
	expect(await msOf('A', 60_000)).toBeGreaterThan(4 * 60_000);
	expect(await msOf('B', 5)).toBeLessThan(20_000);
});

it.each([
	['PostgreSQL', 'duplicate key value violates unique constraint "PK_ca04b9d8dc72de268fe07a65"'],
	['SQLite', 'SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId'],
	['SQLite, while the other one writes', 'SQLITE_BUSY: database is locked'],
])('tries three times where another process is in its way (%s)', async (_, message) => {
	const failing = (times: number) => {
		const last = store.calls.length + times;
		const get = () => (store.calls.length <= last ? new Error(message) : undefined);
		Object.defineProperty(store.fails, 'check', { configurable: true, get });
	};
	failing(2);
	expect(await reserve(['A'])).toEqual([]);
	failing(3);
	expect((await rejectionOf(reserve(['B']))).message).toBe(message);
});
