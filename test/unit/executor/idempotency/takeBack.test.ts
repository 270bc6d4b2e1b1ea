import type { DuplicateGuard } from '../../../../nodes/CardBankPayments/executor/idempotency/duplicateGuard';
import { GuardedList } from '../../support/processedStore';

let store: GuardedList;
beforeEach(() => (store = new GuardedList()));

describe('a reference that was given back, and that an older list holds reserved again', () => {
	let guard: DuplicateGuard;
	/** Another process was held up for longer than anybody looks. */
	let older: string[];

	beforeEach(async () => {
		guard = await store.guardOf('A', 'B');
		older = store.entries;
		await guard.release(['A', 'B']);
		expect(store.reserved()).toEqual([]);
	});

	const isTakenBack = async (reference: string) =>
		(await guard.reserve([reference])).has(reference) && (await guard.takeBack(reference));

	it('is ours again, and can be given back again', async () => {
		store.entries = older;
		expect(await isTakenBack('A')).toBe(true);
		expect(await guard.reserve(['A'])).toEqual(new Set());
		await guard.release(['A']);
		expect(store.reserved()).toEqual(['B']);
	});

	it('is so with each that was given back with it, though one of them was given back again', async () => {
		store.entries = older;
		expect(await isTakenBack('A')).toBe(true);
		await guard.release(['A']);
		expect(await isTakenBack('B')).toBe(true);
		await guard.release(['B']);
		expect(store.reserved()).toEqual([]);
	});

	it('is so once: what comes back a second time is left alone', async () => {
		store.entries = older;
		expect(await isTakenBack('A')).toBe(true);
		await guard.release(['A']);
		store.entries = older;
		expect(await isTakenBack('A')).toBe(false);
		expect(store.reserved()).toEqual(['A', 'B']);
	});

	it('is not ours where a second list without it came over the first', async () => {
		store.entries = older;
		expect(await isTakenBack('A')).toBe(true);
		store.entries = [];
		await store.guardOf('B');
		expect(await isTakenBack('B')).toBe(false);
	});

	it('is not ours where the list was read while a part of many was out', async () => {
		const many = Array.from({ length: 120 }, (_, index) => `R${index}`);
		const ofMany = await store.guardOf(...many);
		let between: string[] = [];
		// A check, then the first part is taken out.
		store.afterCall(store.calls.length + 2, () => (between = store.entries));
		await ofMany.release(many);
		store.entries = between;
		await store.guardOf('R0');
		expect(await ofMany.reserve(['R0'])).toEqual(new Set(['R0']));
		expect(await ofMany.takeBack('R0')).toBe(false);
	});

	it('is not ours where another execution has reserved it, however often that is asked', async () => {
		await store.guardOf('A');
		await store.guardOf('B');
		expect(await isTakenBack('A')).toBe(false);
		const { length } = store.calls;
		expect(await guard.takeBack('A')).toBe(false);
		expect(await guard.takeBack('B')).toBe(false);
		expect(store.calls).toHaveLength(length);
	});

	it('is ours though another reservation of this run has not come back', async () => {
		await guard.reserve(['C']);
		older = store.entries;
		await guard.release(['C']);
		await store.guardOf('A');
		expect(await isTakenBack('A')).toBe(false);
		store.entries = older;
		expect(await isTakenBack('C')).toBe(true);
	});

	it('is not ours where the older list is overwritten in its turn', async () => {
		store.entries = older;
		store.afterCall(
			store.calls.length + 2,
			() => (store.entries = ['A', 'run of another process']),
		);
		expect(await isTakenBack('A')).toBe(false);
		expect(await guard.reserve(['A'])).toEqual(new Set(['A']));
	});

	it('is not ours where several ask at a time, though the first question writes the mark', async () => {
		await store.guardOf('A', 'B');
		const answers = ['A', 'B'].map(async (each) => await guard.takeBack(each));
		expect(await Promise.all(answers)).toEqual([false, false]);
	});

	it('is not ours where the list does not answer', async () => {
		store.entries = older;
		expect(await guard.reserve(['A'])).toEqual(new Set(['A']));
		store.fails.check = new Error('Connection terminated');
		expect(await guard.takeBack('A')).toBe(false);
	});

	it('is nothing to ask about where this run never gave it back', async () => {
		const { length } = store.calls;
		expect(await guard.takeBack('C')).toBe(false);
		expect(store.calls).toHaveLength(length);
	});
});
