import { REMEMBERED_REFERENCES } from '../../../../nodes/CardBankPayments/executor/idempotency/duplicateGuard';
import { referencesIn } from '../../../../workbench/engine/processedStore';
import { GuardedList } from '../../support/processedStore';
import { expectGoodWording } from '../../support/wording';

const options = { mode: 'entries', maxEntries: REMEMBERED_REFERENCES };
const mark = expect.stringMatching(/^run [-0-9a-f]{36}$/);
const lost = new Error('Connection terminated');

let store: GuardedList;
beforeEach(() => (store = new GuardedList()));

describe('the guard across executions', () => {
	it('reserves all at once with its marks, for this node only, and makes sure once', async () => {
		expect(await store.guard().reserve(['A', 'B', 'C'])).toEqual(new Set());
		const call = ['check', ['A', 'B', 'C', mark, mark], 'node', options];
		expect(store.calls).toEqual([call, call]);
		expect(store.calls[1]).toEqual(store.calls[0]);
		expect(REMEMBERED_REFERENCES).toBe(100_000);
	});

	it('marks every run and every reservation of it', async () => {
		const guard = await store.guardOf('A');
		await guard.reserve(['B']);
		await store.guardOf('C');
		expect(new Set(store.entries).size).toBe(3 + 2 + 3);
	});

	it('has nothing to make sure of when all references were used before', async () => {
		await store.guardOf('A');
		await store.guardOf('A');
		expect(store.calls).toHaveLength(3);
	});

	it('finds the references that an earlier execution has used', async () => {
		await store.guardOf('A', 'B');
		expect(await store.guard().reserve(['B', 'C', 'A'])).toEqual(new Set(['A', 'B']));
	});

	it('gives back in one call what was not used after all, and has nothing to say', async () => {
		const guard = await store.guardOf('A', 'B', 'C');
		await guard.release(['A', 'C']);
		const look = ['check', [mark], 'node', options];
		const remove = ['remove', ['A', 'C', mark, mark], 'node', options];
		expect(store.calls.slice(2)).toEqual([look, remove, look]);
		expect([guard.hint, guard.silence]).toEqual([undefined, undefined]);
		expect(await store.guard().reserve(['A', 'B', 'C'])).toEqual(new Set(['B']));
	});

	it('never gives back what another execution has reserved', async () => {
		await store.guardOf('A');
		const guard = await store.guardOf('A', 'B');
		await guard.release(['A', 'B', 'X']);
		const removed = store.calls.filter(([call]) => call === 'remove');
		expect(removed).toEqual([['remove', ['B', mark, mark], 'node', options]]);
		expect(store.reserved()).toEqual(['A']);
	});

	it('does not ask the store about nothing', async () => {
		const guard = await store.guardOf();
		expect(store.calls).toEqual([]);
		await guard.reserve(['A']);
		await guard.release([]);
		await guard.release(['B']);
		expect(store.asked).toEqual(['check', 'check']);
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
		['a lost connection', lost],
		['another code', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
		['something without a message', {}],
	])('is silent for %s: nothing may be sent, or given back', async (_, thrown) => {
		store.fails.check = thrown;
		const guard = store.guard();
		expect(await guard.reserve(['A'])).toEqual(new Set());
		expect(guard.hint).toBeUndefined();
		expect(guard.silence).toContain('could not look up which order references were used before');
		expectGoodWording(guard.silence as string);
		await guard.release(['A']);
		expect(store.asked).toEqual(['check']);
	});

	it('keeps the answers of the run when it cannot give back, and names each that stays', async () => {
		store.fails.remove = lost;
		const guard = await store.guardOf('A', 'B', 'C');
		await guard.release(['A', 'B']);
		expect(guard.hint).toMatch(/stay reserved although they were not used: A, B$/);
		expectGoodWording(guard.hint as string);
		expect(guard.nextStepFor('A')).toMatch(/^Its order reference stays reserved: look it up/);
		expect(guard.nextStepFor('C')).toBeUndefined();
		await guard.release(['B', 'C']);
		expect(guard.hint).toMatch(/not used: A, B, C$/);
	});

	it('names every one of them, each short and free of markup', async () => {
		store.fails.remove = lost;
		const tail = 'x'.repeat(1000);
		const references = Array.from({ length: 1000 }, (_, index) => `<b>R${index} ${tail}`);
		const guard = await store.guardOf(...references);
		await guard.release(references);
		const named = guard.hint?.replace(/^.*not used: /, '').split(', ') ?? [];
		expect(named).toHaveLength(1000);
		named.forEach((name, index) => expect(name).toMatch(new RegExp(`^b R${index} x+…$`)));
		expect(guard.hint?.length).toBeLessThan(210_000);
	});
});

describe('two executions at the same instant', () => {
	it.each([
		['take turns at the store of one node, since it has no lock', {}, 1],
		['do not wait for each other in different nodes', { nodeId: 'node-2' }, 2],
		['do not wait for each other in different workflows', { workflowId: 'workflow-2' }, 2],
	])('%s', async (_, place, peak) => {
		store.takesMs = () => 5;
		await Promise.all([store.guard().reserve(['A']), store.guard(place).reserve(['A'])]);
		expect(store.peak).toBe(peak);
	});

	it('take turns for giving back too', async () => {
		const first = await store.guardOf('A');
		await Promise.all([first.release(['A']), store.guard().reserve(['A'])]);
		expect(store.asked.slice(2, 5)).toEqual(['check', 'remove', 'check']);
		expect(store.reserved()).toEqual(['A']);
	});
});

describe('references that are given back and wanted again in one run', () => {
	it('are reserved once only, for as long as they are ours', async () => {
		const guard = await store.guardOf('A');
		store.calls = [];
		expect(await guard.reserve(['A'])).toEqual(new Set());
		expect(store.calls).toEqual([]);
		await guard.reserve(['A', 'B']);
		expect(referencesIn(store.calls[0]?.[1] as string[])).toEqual(['B']);
	});

	it('are looked up anew: another execution may have used them meanwhile', async () => {
		const guard = await store.guardOf('A', 'B');
		await guard.release(['A', 'B']);
		await store.guardOf('B');
		expect(await guard.reserve(['A'])).toEqual(new Set());
		expect(await guard.reserve(['B'])).toEqual(new Set(['B']));
		await guard.release(['A', 'B']);
		expect(store.reserved()).toEqual(['B']);
	});

	it('are given back again where another process has written an older list over ours', async () => {
		const guard = await store.guardOf('A', 'B');
		const older = store.entries;
		store.afterCall(4, () => (store.entries = older));
		await guard.release(['A']);
		expect(store.reserved()).toEqual(['B']);
		expect(guard.hint).toBeUndefined();
	});

	it('are named where that has not ended after fifty rounds', async () => {
		const guard = await store.guardOf('A', 'B');
		store.helpers.removeProcessed = async () => undefined;
		await guard.release(['A']);
		expect(guard.hint).toMatch(/not used: A$/);
		expect(store.asked.slice(2)).toEqual(Array(50).fill('check'));
	});

	it('are never taken for ours again where giving back was cut off half-way', async () => {
		const guard = await store.guardOf('A', 'B');
		store.fails.check = lost;
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
		store.afterCall(1, () => (store.fails.check = lost));
		const guard = store.guard();
		expect(await guard.reserve(['A', 'B'])).toEqual(new Set());
		expect(guard.silence).toBeDefined();
		expect(guard.hint).toMatch(/stay reserved although they were not used: A, B$/);
		await guard.release(['A', 'B']);
		expect(store.asked).not.toContain('remove');
		expect(store.reserved()).toEqual(['A', 'B']);
	});
});

describe('references whose giving back was carried out, but not answered', () => {
	beforeEach(() =>
		store.afterCall(4, () => {
			throw lost;
		}),
	);

	it('are not sent by the run that held them: another execution may have them by now', async () => {
		const guard = await store.guardOf('A', 'B');
		await guard.release(['A', 'B']);
		expect(await store.guard().reserve(['A'])).toEqual(new Set());
		await guard.reserve(['A']);
		expect(guard.silence).toContain('could not give back');
		expectGoodWording(guard.silence as string);
	});

	it('are not given back a second time: another execution would lose them', async () => {
		const guard = await store.guardOf('A', 'B');
		await guard.release(['A', 'B']);
		await store.guardOf('A');
		await guard.release(['A', 'B']);
		expect(store.reserved()).toContain('A');
	});
});
