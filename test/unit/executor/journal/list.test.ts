import {
	REMEMBERED_REFERENCES,
	type Change,
} from '../../../../nodes/CardBankPayments/executor/journal/list';
import { GuardedList } from '../../support/guardedList';
import { VirtualClock } from '../../support/virtualClock';
import { rejectionOf } from '../../support/wording';

let store: GuardedList;
let clock: VirtualClock;
beforeEach(() => {
	clock = new VirtualClock();
	store = new GuardedList(clock);
});

const change = async (wanted: Partial<Change>) => {
	const { used, error } = await clock.until(store.list().change(wanted));
	if (error !== undefined) throw error as Error;
	return used;
};
const reserve = async (references: string[]) => await change({ reserve: references });
const release = async (references: string[]) => await change({ release: references });
const keep = async (references: string[]) => await change({ keep: references });

it('reserves all references of a run or none, and holds references and nothing else', async () => {
	expect(await reserve(['A', 'B'])).toEqual([]);
	expect(await reserve(['B', 'C'])).toEqual(['B']);
	expect(await reserve(['C'])).toEqual([]);
	await release(['C']);
	await keep(['A', 'B']);
	expect(store.entries).toEqual(['A', 'B'].map((each) => `https://api.example.com ${each}`));
});

it('looks at and removes from the list of this node, and of no other', async () => {
	const [checks, removes] = [
		jest.spyOn(store.helpers, 'checkProcessedAndRecord'),
		jest.spyOn(store.helpers, 'removeProcessed'),
	];
	await reserve(['A']);
	const scopes = [checks, removes].map(
		(each) => new Set(each.mock.calls.map(([, scope]) => scope)),
	);
	expect(scopes).toEqual([new Set(['node']), new Set(['node'])]);
});

it('removes nothing that it has not written', async () => {
	// A list that no other test has changed.
	await clock.until(store.list(38).change({ reserve: ['A'] }));
	const named = (call: string) =>
		store.calls.filter(([each]) => each === call).flatMap(([, items]) => items);
	expect(named('check')).toEqual(expect.arrayContaining(named('remove')));
});

it('forgets the oldest only, after a hundred thousand that were sent, and none by being asked', async () => {
	const many = Array.from({ length: REMEMBERED_REFERENCES }, (_, index) => `R${index}`);
	store.entries = many.map((each) => `https://api.example.com ${each}`);
	expect(await reserve(['R0', 'NEW'])).toEqual(['R0']);
	await reserve(['NEW']);
	await keep(['NEW']);
	expect(store.entries).toHaveLength(REMEMBERED_REFERENCES);
	expect(await reserve(['R1', 'NEW'])).toEqual(['R1', 'NEW']);
	expect(await reserve(['R0'])).toEqual([]);
});

it('costs a payout four calls, and one wait for others', async () => {
	await reserve(['A']);
	const { passed: waitedMs } = clock;
	expect(waitedMs).toBeGreaterThan(0);
	await keep(['A']);
	expect([store.calls.length, clock.passed]).toEqual([4, waitedMs]);
});

it('gives a reference to the first of the runs of one process that wait together', async () => {
	const found = await Promise.all(['AB', 'BC', 'CD'].map((of) => reserve(of.split(''))));
	expect(found).toEqual([[], ['B'], []]);
	await Promise.all([keep(['A']), keep(['E']), release(['B']), release(['C'])]);
	expect(store.reserved()).toEqual(['A', 'D', 'E']);
});

it('lets runs that wait together wait for others once', async () => {
	await reserve(['A']);
	const { passed: onceMs } = clock;
	await Promise.all(['B', 'C', 'D', 'E'].map((of) => reserve([of])));
	expect(clock.passed).toBe(2 * onceMs);
});

it('keeps the list of each node apart', async () => {
	const other = new GuardedList(clock);
	await Promise.all([reserve(['A']), clock.until(other.list(2).change({ reserve: ['A'] }))]);
	expect([store.reserved(), other.reserved()]).toEqual([['A'], ['A']]);
});

describe('another process that writes an older list over ours', () => {
	it('brings back marks only until the next change', async () => {
		store.after = (call, undo) => void (call === 'remove' && undo());
		await reserve(['A']);
		store.after = undefined;
		expect(store.entries.length).toBeGreaterThan(1);
		await reserve(['B']);
		expect(store.entries).toEqual(['A', 'B'].map((each) => `https://api.example.com ${each}`));
	});

	it('makes a reservation uncertain where that does not end', async () => {
		store.after = (_, undo) => undo();
		const { error, isWritten } = await clock.until(store.list().change({ reserve: ['A'] }));
		expect([String(error), isWritten]).toEqual([expect.stringContaining('kept overwriting'), true]);
	});

	it('is left alone with a release that it undoes each time', async () => {
		await reserve(['A']);
		store.after = (call, undo) => void (call === 'remove' && undo());
		expect(String(await rejectionOf(release(['A'])))).toContain('kept overwriting');
	});

	it.each([1, 2, 3])(
		'undoes no part of the release of many, and loses nothing: %i',
		async (undone) => {
			const many = Array.from({ length: 250 }, (_, index) => `R${index}`);
			await reserve(many);
			// Of what the parts before have released, it has reserved some.
			const others = undone > 1 ? ['https://api.example.com R0'] : [];
			let part = 0;
			store.after = (call, undo) => {
				if (call !== 'remove' || ++part !== undone) return;
				undo();
				store.entries = [...store.entries, ...others];
			};
			await release(many);
			expect(store.entries).toEqual(others);
		},
	);
});

it.each([
	['for others as long as a slow call asks for', 2_000, 8_100],
	['no longer while the database is away', 60_000, 12_100],
])('waits %s, and less at each change after it', async (_, takesMs, waitMs) => {
	const waitedMs = async (reference: string, eachMs: number) => {
		const [begunAt, calls] = [clock.now(), store.calls.length];
		store.takesMs = () => eachMs;
		await reserve([reference]);
		return clock.now() - begunAt - (store.calls.length - calls) * eachMs;
	};
	expect(await waitedMs('A', takesMs)).toBe(waitMs);
	expect(await waitedMs('B', 5)).toBeLessThan(waitMs);
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
