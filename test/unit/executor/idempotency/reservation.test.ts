import { sleep } from 'n8n-workflow';
import { GuardedList } from '../../support/processedStore';
import { expectGoodWording } from '../../support/wording';

let store: GuardedList;
beforeEach(() => (store = new GuardedList()));

/** Lets something happen to the list right after one of the guard's calls, counted from 1. */
function afterCall(count: number, happens: () => void): void {
	const { checkProcessedAndRecord } = store.helpers;
	store.helpers.checkProcessedAndRecord = async (...call) => {
		const answer = await checkProcessedAndRecord(...call);
		if (store.calls.length === count) happens();
		return answer;
	};
}

describe('another process that writes an older list over ours', () => {
	it('does not undo the reservation: it is made again', async () => {
		afterCall(1, () => (store.entries = ['X']));
		expect(await store.guard().reserve(['A', 'B'])).toEqual(new Set());
		expect(store.reserved()).toEqual(['X', 'A', 'B']);
		expect(store.calls).toHaveLength(3);
	});

	it('does not undo it the second time either', async () => {
		afterCall(1, () => (store.entries = []));
		afterCall(2, () => (store.entries = []));
		await store.guard().reserve(['A']);
		expect(store.reserved()).toEqual(['A']);
	});

	it('has the references that it reserved meanwhile, and we have the others', async () => {
		afterCall(1, () => (store.entries = ['B', 'run of another process']));
		const guard = store.guard();
		expect(await guard.reserve(['A', 'B', 'C'])).toEqual(new Set(['B']));
		await guard.release(['A', 'B', 'C']);
		expect(store.reserved()).toEqual(['B']);
	});

	it('does not make the references of earlier executions ours', async () => {
		store.entries = ['A'];
		afterCall(1, () => (store.entries = ['A']));
		expect(await store.guard().reserve(['A', 'B'])).toEqual(new Set(['A']));
		expect(store.reserved()).toEqual(['A', 'B']);
	});

	it('ends the run before anything is sent when it never stops', async () => {
		const { checkProcessedAndRecord } = store.helpers;
		store.helpers.checkProcessedAndRecord = async (...call) => {
			const answer = await checkProcessedAndRecord(...call);
			store.entries = [];
			return answer;
		};
		const guard = store.guard();
		expect(await guard.reserve(['A'])).toEqual(new Set());
		expect(guard.silence).toContain('could not look up which order references were used before');
		expectGoodWording(guard.silence as string);
		expect(guard.hint).toMatch(/stay reserved although they were not used: A$/);
		expect(store.calls.map(([call]) => call)).not.toContain('remove');
	});
});

describe('two processes with one list, which each read and write back as a whole', () => {
	/** Two nodes do not take turns, as two processes do not; the list is the same one. */
	const inProcess = (process: number) => store.guard({ nodeId: `process-${process}` });

	beforeEach(() => {
		store.helpers.checkProcessedAndRecord = async (items) => {
			const entries = items as string[];
			const read = new Set(store.entries);
			await sleep(2 + Math.random() * 10);
			store.entries = [...new Set([...read, ...entries])];
			return {
				new: entries.filter((entry) => !read.has(entry)),
				processed: entries.filter((entry) => read.has(entry)),
			};
		};
	});

	it('never both have the same reference', async () => {
		const races = Array.from({ length: 30 }, async (_, race) => {
			const reference = `R${race}`;
			const answers = await Promise.all(
				[1, 2].map(async (process) => {
					await sleep(Math.random() * 1000);
					return await inProcess(process).reserve([reference]);
				}),
			);
			return answers.filter((used) => !used.has(reference)).length;
		});
		expect(await Promise.all(races)).toEqual(Array(30).fill(1));
	});

	it('forget nothing', async () => {
		const references = Array.from({ length: 30 }, (_, index) => `R${index}`);
		await Promise.all(
			references.map(async (reference, index) => {
				await sleep(Math.random() * 1000);
				return await inProcess(index % 2).reserve([reference]);
			}),
		);
		expect(store.reserved().sort()).toEqual(references.sort());
	});

	it('wait longer than a call takes before they rely on it', async () => {
		const calls: number[] = [];
		store.helpers.checkProcessedAndRecord = async (items) => {
			calls.push(Date.now());
			await sleep(10);
			return calls.length === 1
				? { new: items as string[], processed: [] }
				: { new: [], processed: items as string[] };
		};
		await inProcess(1).reserve(['A']);
		expect(calls[1]! - calls[0]!).toBeGreaterThanOrEqual(100);
	});
});

describe('a machine that is busy in bursts', () => {
	it('is given as long as its slowest call of late took, however quick the last one was', async () => {
		const calls: number[] = [];
		const durations = [60, 1, 2, 1];
		const { checkProcessedAndRecord } = store.helpers;
		store.helpers.checkProcessedAndRecord = async (...call) => {
			calls.push(Date.now());
			await sleep(durations[calls.length - 1] ?? 0);
			return await checkProcessedAndRecord(...call);
		};
		await store.guard().reserve(['A']);
		await store.guard().reserve(['B']);
		// 100 ms, and twice nine tenths of 60 ms.
		expect(calls[3]! - calls[2]!).toBeGreaterThanOrEqual(200);
	});
});

describe('executions of one process that wait together', () => {
	const reserveTogether = async (...wanted: string[][]) =>
		await Promise.all(wanted.map(async (references) => await store.guard().reserve(references)));

	it('are served in one turn', async () => {
		await reserveTogether(['A'], ['B', 'C'], ['D']);
		expect(store.reserved()).toEqual(['A', 'B', 'C', 'D']);
		expect(store.calls).toHaveLength(2);
	});

	it('get a reference in the order in which they came', async () => {
		const used = await reserveTogether(['A', 'B'], ['B', 'C'], ['C']);
		expect(used).toEqual([new Set(), new Set(['B']), new Set(['C'])]);
	});

	it('all send nothing when the list does not answer', async () => {
		store.fails.check = new Error('Connection terminated');
		const guards = [store.guard(), store.guard()];
		await Promise.all(guards.map(async (guard, index) => await guard.reserve([`R${index}`])));
		for (const { silence } of guards) expect(silence).toBeDefined();
	});
});

describe('two processes that use a node for the first time', () => {
	it.each([
		['PostgreSQL', 'duplicate key value violates unique constraint "PK_ca04b9d8dc72de268fe07a65"'],
		['SQLite', 'SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId'],
	])('both reserve, although only one can add the list (%s)', async (_, message) => {
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

	it('try only once more', async () => {
		store.fails.check = new Error('UNIQUE constraint failed');
		const guard = store.guard();
		await guard.reserve(['A']);
		expect(guard.silence).toBeDefined();
		expect(store.calls).toHaveLength(2);
	});
});
