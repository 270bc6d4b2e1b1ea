import { sleep } from 'n8n-workflow';
import { REMEMBERED_REFERENCES } from '../../../../nodes/CardBankPayments/executor/idempotency/duplicateGuard';
import { referencesIn } from '../../../../workbench/engine/processedStore';
import { GuardedList } from '../../support/processedStore';
import { expectGoodWording } from '../../support/wording';

const options = {
	mode: 'entries',
	maxEntries: REMEMBERED_REFERENCES,
};

let store: GuardedList;
beforeEach(() => (store = new GuardedList()));

describe('the guard across executions', () => {
	it('reserves all references in one call with a mark, for this node only', async () => {
		expect(await store.guard().reserve(['A', 'B', 'C'])).toEqual(new Set());
		const marked = ['A', 'B', 'C', expect.stringMatching(/^run [-0-9a-f]{36}$/)];
		expect(store.calls[0]).toEqual(['check', marked, 'node', options]);
	});

	it('makes sure once that the reservation still stands', async () => {
		await store.guard().reserve(['A', 'B', 'C']);
		expect(store.calls).toHaveLength(2);
		expect(store.calls[1]).toEqual(store.calls[0]);
	});

	it('marks every run with a mark of its own', async () => {
		await store.guard().reserve(['A']);
		await store.guard().reserve(['B']);
		expect(store.entries).toHaveLength(4);
	});

	it('has nothing to make sure of when all references were used before', async () => {
		await store.guard().reserve(['A']);
		store.calls = [];
		await store.guard().reserve(['A']);
		expect(store.calls).toHaveLength(1);
	});

	it('remembers a hundred thousand references', () => {
		expect(REMEMBERED_REFERENCES).toBe(100_000);
	});

	it('finds the references that an earlier execution has used', async () => {
		await store.guard().reserve(['A', 'B']);
		expect(await store.guard().reserve(['B', 'C', 'A'])).toEqual(new Set(['A', 'B']));
	});

	it('does not ask the store about nothing', async () => {
		expect(await store.guard().reserve([])).toEqual(new Set());
		expect(store.calls).toEqual([]);
	});

	it('gives back in one call what was not used after all', async () => {
		const guard = store.guard();
		await guard.reserve(['A', 'B', 'C']);
		await guard.release(['A', 'C']);
		const mark = expect.stringMatching(/^run /);
		expect(store.calls.slice(2)).toEqual([
			['check', [mark], 'node', options],
			['remove', ['A', 'C', mark], 'node', options],
			['check', [mark], 'node', options],
		]);
		expect(await store.guard().reserve(['A', 'B', 'C'])).toEqual(new Set(['B']));
	});

	it('never gives back what another execution has reserved', async () => {
		await store.guard().reserve(['A']);
		const guard = store.guard();
		await guard.reserve(['A', 'B']);
		await guard.release(['A', 'B', 'X']);
		const removed = store.calls.filter(([call]) => call === 'remove');
		expect(removed).toEqual([['remove', ['B', expect.stringMatching(/^run /)], 'node', options]]);
		expect(store.reserved()).toEqual(['A']);
	});

	it('does not ask the store to give back nothing', async () => {
		const guard = store.guard();
		await guard.reserve(['A']);
		await guard.release([]);
		await guard.release(['B']);
		expect(store.calls.map(([call]) => call)).not.toContain('remove');
	});

	it('has nothing to say when all goes well', async () => {
		const guard = store.guard();
		await guard.reserve(['A']);
		await guard.release(['A']);
		expect([guard.hint, guard.silence]).toEqual([undefined, undefined]);
	});
});

describe('a store of n8n that does not work', () => {
	it.each([
		['the workflow is not saved', Object.assign(new Error('x'), { code: 'ERR_ASSERTION' })],
		['PostgreSQL says so', new Error('violates foreign key constraint "fk"')],
		['SQLite says so', new Error('SQLITE_CONSTRAINT: FOREIGN KEY constraint failed')],
	])('is missing when %s: the run goes on, with a hint', async (_, thrown) => {
		store.fails.check = thrown;
		const guard = store.guard();
		expect(await guard.reserve(['A'])).toEqual(new Set());
		expect(guard.silence).toBeUndefined();
		expect(guard.hint).toContain('only looked at this execution');
		expectGoodWording(guard.hint as string);
	});

	it.each([
		['a lost connection', new Error('Connection terminated')],
		['another code', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
		['something without a message', {}],
	])('is silent for %s: nothing may be sent', async (_, thrown) => {
		store.fails.check = thrown;
		const guard = store.guard();
		expect(await guard.reserve(['A'])).toEqual(new Set());
		expect(guard.hint).toBeUndefined();
		expect(guard.silence).toContain('could not look up which order references were used before');
		expectGoodWording(guard.silence as string);
	});

	it('gives back nothing that it never confirmed', async () => {
		store.fails.check = new Error('Connection terminated');
		const guard = store.guard();
		await guard.reserve(['A']);
		await guard.release(['A']);
		expect(store.calls.map(([call]) => call)).toEqual(['check']);
	});

	it('keeps the answers of the run when it cannot give back, and names what stays reserved', async () => {
		store.fails.remove = new Error('Connection terminated');
		const guard = store.guard();
		await guard.reserve(['A', 'B']);
		await guard.release(['A', 'B']);
		expect(guard.hint).toMatch(/stay reserved although they were not used: A, B$/);
		expectGoodWording(guard.hint as string);
	});

	it('names every one of them, each short and free of markup', async () => {
		store.fails.remove = new Error('Connection terminated');
		const guard = store.guard();
		const tail = 'x'.repeat(1000);
		const references = Array.from({ length: 1000 }, (_, index) => `<b>R${index} ${tail}`);
		await guard.reserve(references);
		await guard.release(references);
		const named = guard.hint?.replace(/^.*not used: /, '').split(', ') ?? [];
		expect(named).toHaveLength(1000);
		named.forEach((name, index) => expect(name).toMatch(new RegExp(`^b R${index} x+…$`)));
		expect(guard.hint?.length).toBeLessThan(210_000);
	});
});

describe('two executions at the same instant', () => {
	/** Reserves the same reference from two places at once, with a store that takes its time. */
	async function race(one: object, other: object): Promise<number> {
		const { checkProcessedAndRecord } = store.helpers;
		let inside = 0;
		let peak = 0;
		store.helpers.checkProcessedAndRecord = async (...call) => {
			peak = Math.max(peak, ++inside);
			await sleep(5);
			inside--;
			return await checkProcessedAndRecord(...call);
		};
		await Promise.all([store.guard(one).reserve(['A']), store.guard(other).reserve(['A'])]);
		return peak;
	}

	it('take turns at the store of one node, since it has no lock', async () => {
		expect(await race({}, {})).toBe(1);
	});

	it('take turns for giving back too', async () => {
		const first = store.guard();
		await first.reserve(['A']);
		await Promise.all([first.release(['A']), store.guard().reserve(['A'])]);
		const calls = store.calls.map(([call]) => call).slice(2, 5);
		expect(calls).toEqual(['check', 'remove', 'check']);
		expect(store.reserved()).toEqual(['A']);
	});

	it.each([
		['nodes', { nodeId: 'node-2' }],
		['workflows', { workflowId: 'workflow-2' }],
	])('do not wait for each other in different %s', async (_, place) => {
		expect(await race({}, place)).toBe(2);
	});
});

describe('references that are given back and wanted again in one run', () => {
	it('are reserved once only, for as long as they are ours', async () => {
		const guard = store.guard();
		await guard.reserve(['A']);
		store.calls = [];
		expect(await guard.reserve(['A'])).toEqual(new Set());
		expect(store.calls).toEqual([]);
		await guard.reserve(['A', 'B']);
		expect(referencesIn(store.calls[0]?.[1] ?? [])).toEqual(['B']);
	});

	it('are looked up anew: another execution may have used them meanwhile', async () => {
		const guard = store.guard();
		await guard.reserve(['A', 'B']);
		await guard.release(['A', 'B']);
		await store.guard().reserve(['B']);
		expect(await guard.reserve(['A'])).toEqual(new Set());
		expect(await guard.reserve(['B'])).toEqual(new Set(['B']));
		await guard.release(['A', 'B']);
		expect(store.reserved()).toEqual(['B']);
	});

	it('are given back again where another process has written an older list over ours', async () => {
		const guard = store.guard();
		await guard.reserve(['A', 'B']);
		const older = store.entries;
		const { removeProcessed } = store.helpers;
		let overwritten = false;
		store.helpers.removeProcessed = async (...call) => {
			await removeProcessed(...call);
			if (!overwritten) store.entries = older;
			overwritten = true;
		};
		await guard.release(['A']);
		expect(store.reserved()).toEqual(['B']);
		expect(guard.hint).toBeUndefined();
	});

	it('are named where that never ends', async () => {
		const guard = store.guard();
		await guard.reserve(['A', 'B']);
		store.helpers.removeProcessed = async () => undefined;
		await guard.release(['A']);
		expect(guard.hint).toMatch(/not used: A$/);
	});

	it('are named where they could not be given back, each of them once', async () => {
		const guard = store.guard();
		await guard.reserve(['A', 'B', 'C']);
		store.fails.remove = new Error('Connection terminated');
		await guard.release(['A', 'B']);
		await guard.release(['B', 'C']);
		expect(guard.hint).toMatch(/not used: A, B, C$/);
	});

	it('are never taken for ours again where giving back was cut off half-way', async () => {
		const guard = store.guard();
		await guard.reserve(['A', 'B']);
		store.fails.check = new Error('Connection terminated');
		await guard.release(['A', 'B']);
		expect(guard.hint).toMatch(/not used: A, B$/);
		store.fails.check = undefined;
		expect(await guard.reserve(['A'])).toEqual(new Set());
		expect(guard.silence).toBeDefined();
		const { length } = store.calls;
		await guard.release(['A', 'B']);
		expect(store.calls).toHaveLength(length);
	});

	it('stay reserved and are named, where the store fails when they are checked again', async () => {
		const { checkProcessedAndRecord } = store.helpers;
		store.helpers.checkProcessedAndRecord = async (...call) => {
			if (store.calls.length === 1) store.fails.check = new Error('Connection terminated');
			return await checkProcessedAndRecord(...call);
		};
		const guard = store.guard();
		expect(await guard.reserve(['A', 'B'])).toEqual(new Set());
		expect(guard.silence).toBeDefined();
		expect(guard.hint).toMatch(/stay reserved although they were not used: A, B$/);
		await guard.release(['A', 'B']);
		expect(store.calls.map(([call]) => call)).not.toContain('remove');
		expect(store.reserved()).toEqual(['A', 'B']);
	});
});
