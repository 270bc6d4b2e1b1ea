import fc from 'fast-check';
import { randomFrom } from '../../../faults/random';
import { GuardedList } from '../../support/processedStore';
import { expectGoodWording } from '../../support/wording';

let store: GuardedList;
beforeEach(() => (store = new GuardedList()));

describe('another process that writes an older list over ours', () => {
	it('does not undo the reservation: it is made again, as often as it takes', async () => {
		store.afterCall(1, () => (store.entries = ['X']));
		store.afterCall(2, () => (store.entries = ['X']));
		expect(await store.guard().reserve(['A', 'B'])).toEqual(new Set());
		expect(store.reserved()).toEqual(['X', 'A', 'B']);
		expect(store.calls).toHaveLength(4);
	});

	it('has the references that it reserved meanwhile, and we have the others', async () => {
		store.afterCall(1, () => (store.entries = ['B', 'run of another process']));
		const guard = store.guard();
		expect(await guard.reserve(['A', 'B', 'C'])).toEqual(new Set(['B']));
		await guard.release(['A', 'B', 'C']);
		expect(store.reserved()).toEqual(['B']);
	});

	it('does not make the references of earlier executions ours', async () => {
		store.entries = ['A'];
		store.afterCall(1, () => (store.entries = ['A']));
		expect(await store.guard().reserve(['A', 'B'])).toEqual(new Set(['A']));
		expect(store.reserved()).toEqual(['A', 'B']);
	});

	it('ends the run before anything is sent when it has not stopped after fifty rounds', async () => {
		for (let call = 1; call <= 50; call++) {
			store.afterCall(call, () => (store.entries = []));
		}
		const guard = store.guard();
		expect(await guard.reserve(['A'])).toEqual(new Set());
		expect(guard.silence).toContain('could not look up which order references were used before');
		expectGoodWording(guard.silence as string);
		expect(guard.hint).toMatch(/stay reserved although they were not used: A$/);
		expect(store.asked).toEqual(Array(50).fill('check'));
	});

	it('is noticed when a run gives back once more, though its mark was lost meanwhile', async () => {
		const guard = await store.guardOf('A', 'B');
		await guard.release(['A']);
		const older = ['B'];
		store.entries = older;
		store.afterCall(store.calls.length + 2, () => (store.entries = older));
		await guard.release(['B']);
		expect(store.reserved()).toEqual([]);
	});
});

it('reserves also where the mark of its run was among the oldest that n8n forgets', async () => {
	const guard = await store.guardOf('A');
	const isForgotten = store.entries.at(-1);
	store.afterCall(3, () => (store.entries = store.entries.filter((each) => each !== isForgotten)));
	expect(await guard.reserve(['B'])).toEqual(new Set());
	expect(store.reserved()).toEqual(['A', 'B']);
});

describe('references that were used', () => {
	it('are written again at the end, where a process that was held up has undone them', async () => {
		const guard = await store.guardOf('A', 'B', 'C');
		store.entries = ['X'];
		for (const call of [1, 2]) {
			store.afterCall(store.calls.length + call, () => (store.entries = ['X', 'B']));
		}
		await guard.keep(['C']);
		expect(store.reserved()).toEqual(['X', 'B', 'A']);
	});

	it('are looked at once where they are still there, and not at all where there are none', async () => {
		const guard = await store.guardOf('A', 'B');
		const before = store.calls.length;
		await guard.keep([]);
		expect(store.calls).toHaveLength(before + 1);
		await guard.keep(['A', 'B']);
		await store.guard().keep([]);
		expect(store.calls).toHaveLength(before + 1);
	});

	it('are looked at together, of all executions that end at the same time', async () => {
		const guards = await Promise.all(
			['A', 'B', 'C'].map(async (each) => await store.guardOf(each)),
		);
		const before = store.calls.length;
		store.entries = [];
		await Promise.all(guards.map(async (guard) => await guard.keep([])));
		expect(store.reserved()).toEqual(['A', 'B', 'C']);
		expect(store.calls).toHaveLength(before + 2);
	});

	it('keep what was confirmed where the list does not answer by then', async () => {
		const guard = await store.guardOf('A');
		store.fails.check = new Error('Connection terminated');
		await guard.keep([]);
		expect([guard.silence, guard.hint]).toEqual([undefined, undefined]);
	});
});

describe('many references that are given back', () => {
	const many = Array.from({ length: 120 }, (_, index) => `R${index}`);

	it('are taken out in parts, so that neither this process nor others are held up', async () => {
		const guard = await store.guardOf(...many, 'KEPT');
		const before = store.calls.length;
		await guard.release(many);
		expect(store.reserved()).toEqual(['KEPT']);
		const removed = store.calls.slice(before).filter(([call]) => call === 'remove');
		expect(removed.map(([, entries]) => (entries as unknown[]).length)).toEqual([102, 22]);
	});

	it('go out with the marks of their own reservations only', async () => {
		const guard = store.guard();
		for (const each of many) await guard.reserve([each]);
		const before = store.calls.length;
		await guard.release(many);
		expect(store.reserved()).toEqual([]);
		const removed = store.calls.slice(before).filter(([call]) => call === 'remove');
		expect(removed.map(([, entries]) => (entries as unknown[]).length)).toEqual([201, 41]);
	});

	it('are taken out again where another process has undone one of the parts', async () => {
		const guard = await store.guardOf(...many);
		let undone = 0;
		const { removeProcessed } = store.helpers;
		store.helpers.removeProcessed = async (entries, ...rest) => {
			const before = store.entries;
			await removeProcessed(entries, ...rest);
			if (entries.includes('R110') && ++undone === 1) store.entries = before;
		};
		await guard.release(many);
		expect(undone).toBe(2);
		expect(store.reserved()).toEqual([]);
	});
});

describe('two processes with one list, which each read and write back as a whole', () => {
	const references = Array.from({ length: 100 }, (_, index) => `R${index}`);

	/** By one of two nodes, which do not take turns, as two processes do not; their list is the same. */
	type Reserve = (process: number, reference: string) => Promise<Set<string>>;

	/** Tries it with calls that take other times in each run, and come at others; a seed repeats them. */
	const inAnyOrder = async (proves: (reserve: Reserve) => Promise<void>) =>
		await fc.assert(
			fc.asyncProperty(fc.noShrink(fc.integer()), async (seed) => {
				const random = randomFrom(seed);
				store = new GuardedList();
				store.takesMs = () => 2 + random() * 10;
				await proves(async (process, reference) => {
					await store.clock.sleep(random() * 1000);
					return await store.guard({ nodeId: `process-${process}` }).reserve([reference]);
				});
			}),
			{ numRuns: 20 },
		);

	it('never both have the same reference', async () => {
		await inAnyOrder(async (reserve) => {
			const races = references.map(async (reference) => {
				const used = await Promise.all([reserve(1, reference), reserve(2, reference)]);
				return used.filter((one) => !one.has(reference)).length;
			});
			expect(await Promise.all(races)).toEqual(Array(references.length).fill(1));
		});
	});

	it('forget nothing', async () => {
		await inAnyOrder(async (reserve) => {
			await Promise.all(references.map(async (each, index) => await reserve(index % 2, each)));
			expect(store.reserved().sort()).toEqual([...references].sort());
		});
	});
});

describe('the wait before a reservation is relied on', () => {
	it('is a tenth of a second, and four times the slowest call of late, however quick the last', async () => {
		const durations = [60, 1, 2, 1];
		store.takesMs = () => durations[store.calls.length - 1] as number;
		await store.guardOf('A');
		await store.guardOf('B');
		const [first, second, third, fourth] = store.calledAt as [number, number, number, number];
		expect(second - first).toBe(60 + 100 + 4 * 60);
		expect(fourth - third).toBeCloseTo(2 + 100 + 4 * 60 * 0.9 ** 2);
	});

	it('is kept between giving back and looking whether that stands', async () => {
		store.takesMs = () => 60;
		const guard = await store.guardOf('A');
		await guard.release(['A']);
		const [removed, looked] = store.calledAt.slice(-2) as [number, number];
		expect(looked - removed).toBe(60 + 100 + 4 * 60);
	});
});

describe('executions of one process that wait together', () => {
	const reserveTogether = async (...wanted: string[][]) =>
		await Promise.all(wanted.map(async (references) => await store.guard().reserve(references)));

	it('are served in one turn, and get a reference in the order in which they came', async () => {
		const used = await reserveTogether(['A', 'B'], ['B', 'C'], ['C', 'D']);
		expect(used).toEqual([new Set(), new Set(['B']), new Set(['C'])]);
		expect(store.reserved()).toEqual(['A', 'B', 'C', 'D']);
		expect(store.calls).toHaveLength(2);
	});

	it('all send nothing when the list does not answer', async () => {
		store.fails.check = new Error('Connection terminated');
		const guards = [store.guard(), store.guard()];
		await Promise.all(guards.map(async (guard, index) => await guard.reserve([`R${index}`])));
		for (const { silence } of guards) expect(silence).toBeDefined();
	});

	it('never take a reference that one of them names twice for free', async () => {
		expect(await reserveTogether(['A', 'A'])).toEqual([new Set(['A'])]);
	});
});

describe('two processes that are in each other’s way', () => {
	it.each([
		['PostgreSQL', 'duplicate key value violates unique constraint "PK_ca04b9d8dc72de268fe07a65"'],
		['SQLite', 'SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId'],
		['SQLite, while the other one writes', 'SQLITE_BUSY: database is locked'],
	])('both reserve, although only one can write (%s)', async (_, message) => {
		const { checkProcessedAndRecord } = store.helpers;
		store.helpers.checkProcessedAndRecord = async () => {
			store.helpers.checkProcessedAndRecord = checkProcessedAndRecord;
			return await Promise.reject(new Error(message));
		};
		const guard = store.guard();
		expect(await guard.reserve(['A'])).toEqual(new Set());
		expect([guard.silence, guard.hint]).toEqual([undefined, undefined]);
		expect(store.reserved()).toEqual(['A']);
	});

	it('both give back what they do not use', async () => {
		const { removeProcessed } = store.helpers;
		const guard = await store.guardOf('A');
		store.helpers.removeProcessed = async () => {
			store.helpers.removeProcessed = removeProcessed;
			return await Promise.reject(new Error('SQLITE_BUSY: database is locked'));
		};
		await guard.release(['A']);
		expect([guard.silence, guard.hint]).toEqual([undefined, undefined]);
		expect(store.reserved()).toEqual([]);
	});

	it('try three times', async () => {
		store.fails.check = new Error('UNIQUE constraint failed');
		const guard = await store.guardOf('A');
		expect(guard.silence).toBeDefined();
		expect(store.calls).toHaveLength(3);
	});
});
