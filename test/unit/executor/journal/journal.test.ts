import type { Payment } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { Journal } from '../../../../nodes/CardBankPayments/executor/journal/journal';
import { Memory } from '../../../../nodes/CardBankPayments/executor/journal/memory';
import { GuardedList } from '../../support/guardedList';
import { payment } from '../../support/payments';
import { VirtualClock } from '../../support/virtualClock';
import { expectGoodWording, rejectionOf } from '../../support/wording';

const lost = new Error('Connection terminated');

let store: GuardedList;
let clock: VirtualClock;
beforeEach(() => {
	clock = new VirtualClock();
	store = new GuardedList(clock);
});

const of = (references: string[]): Payment[] =>
	references.map((orderReference, index) => payment(index, { orderReference }));

/** A run of an execution of its own, and what it has reserved already. */
async function runWith(...references: string[]) {
	const journal = new Journal(new Memory({}, 'createBankPayout', '', 'payout'), store.list());
	const run = {
		reserve: async (...more: string[]) => [...(await clock.until(journal.reserve(of(more))))],
		release: async (...some: string[]) => await clock.until(journal.release(of(some))),
		close: async (...all: string[]) => await clock.until(journal.close(of(all))),
		send: (...some: string[]) => of(some).forEach((each) => journal.memory.claim(each, 0)),
	};
	await run.reserve(...references);
	return run;
}

describe('a run', () => {
	it('has what it reserved until it releases it, and releases nothing of another one', async () => {
		const run = await runWith('A', 'B');
		expect(await run.reserve('A')).toEqual([]);
		await run.release('A', 'B', 'X');
		await runWith('B');
		expect(await run.reserve('A')).toEqual([]);
		expect(await run.reserve('B')).toEqual(['B']);
		await run.release('A', 'B');
		await run.close();
		expect(store.reserved()).toEqual(['B']);
	});

	it('writes again at its end what it used, where a process that was held up has undone it', async () => {
		const run = await runWith('A', 'B');
		run.send('A', 'B');
		store.entries = ['https://api.example.com B'];
		let calls = 0;
		store.after = (_, undo) => {
			// So has another one, right after it was written.
			if (++calls === 1) undo();
		};
		await run.close();
		expect(store.reserved()).toEqual(['B', 'A']);
	});

	it('leaves nothing in the list that waited and was not sent', async () => {
		const run = await runWith('A', 'B');
		await run.release('A');
		await run.close('A', 'B');
		expect(store.reserved()).toEqual([]);
	});

	it('with nothing to release does not mind a store that is silent for others', async () => {
		const [others, run] = [await runWith(), await runWith()];
		store.fails.check = lost;
		const failing = rejectionOf(others.reserve('A'));
		await expect(run.release('B')).resolves.toBeUndefined();
		await failing;
	});
});

describe('a store of n8n that does not work', () => {
	it.each([
		['the workflow is not saved', Object.assign(new Error('x'), { code: 'ERR_ASSERTION' })],
		['PostgreSQL says so', new Error('violates foreign key constraint "fk"')],
		['SQLite says so', new Error('SQLITE_CONSTRAINT: FOREIGN KEY constraint failed')],
	])('is missing where %s: the run goes on, with a hint', async (_, thrown) => {
		const run = await runWith();
		store.fails.check = thrown;
		expect(await run.reserve('A')).toEqual([]);
		expect(await run.reserve('A')).toEqual([]);
		expect(store.calls).toHaveLength(1);
		const hint = await run.close();
		expect(hint).toContain('only looked at this execution');
		expectGoodWording(String(hint));
	});

	it.each([
		['a lost connection', lost],
		['something without a message', {}],
	])('is silent for %s: nothing may be sent', async (_, thrown) => {
		const run = await runWith();
		store.fails.check = thrown;
		const { message } = await rejectionOf(run.reserve('A'));
		expect(message).toContain('could not look up which order references were used before');
		expectGoodWording(message);
		expect(await run.close()).toBeUndefined();
	});

	it('leaves in the list what may be another one’s, and says so, where it falls silent in between', async () => {
		const run = await runWith();
		store.after = () => (store.fails.check = lost);
		await rejectionOf(run.reserve('A', 'B'));
		store.fails = {};
		const hint = String(await run.close());
		expect(hint).toMatch(/not made, but .* could not be released: A, B\. Look each up/);
		expectGoodWording(hint);
		expect(store.reserved()).toEqual(['A', 'B']);
	});

	it.each(['check', 'remove'] as const)(
		'is told of with each reference where it falls silent at a release (%s)',
		async (call) => {
			const run = await runWith('A', `<b>${'x'.repeat(1000)}`, 'C');
			run.send('C');
			store.fails[call] = lost;
			expectGoodWording((await rejectionOf(run.release('A'))).message);
			expect(await run.close()).toMatch(/could not be released: A, b x{1,250}…\. /);
		},
	);

	it('is told of with no reference that is another one’s', async () => {
		await runWith('B');
		const run = await runWith();
		store.fails.remove = lost;
		await rejectionOf(run.reserve('A', 'B'));
		expect(await run.close()).toMatch(/could not be released: A\. /);
	});

	it('does not call not sent what a look-up has found paid since', async () => {
		const run = await runWith('A', 'B');
		store.fails.check = lost;
		await rejectionOf(run.release('A', 'B'));
		run.send('A');
		expect(await run.close()).toMatch(/could not be released: B\. /);
	});

	it.each(['checkProcessedAndRecord', 'removeProcessed'] as const)(
		'is not waited for where it never answers (%s): a run ends, and the next one begins',
		async (helper) => {
			const run = await runWith('A');
			run.send('A');
			const works = store.helpers[helper];
			store.helpers[helper] = async () => await new Promise<never>(() => {});
			const inTwoMinutes = AbortSignal.timeout.bind(AbortSignal);
			const timer = jest.spyOn(AbortSignal, 'timeout');
			timer.mockImplementation((ms) => inTwoMinutes(ms === 120_000 ? 5 : ms));
			expectGoodWording((await rejectionOf(run.reserve('B'))).message);
			// It may still be written.
			expect(await run.close()).toMatch(/could not be released: B\. /);
			timer.mockRestore();
			Object.assign(store.helpers, { [helper]: works });
			expect(await (await runWith()).reserve('C')).toEqual([]);
		},
	);

	it('takes nothing from others where a release was cut off after it was carried out', async () => {
		const run = await runWith('A');
		store.after = (call) => {
			if (call === 'remove') throw lost;
		};
		await rejectionOf(run.release('A'));
		store.after = undefined;
		await runWith('A');
		expect(await run.reserve('A')).toEqual(['A']);
		await run.close();
		expect(store.reserved()).toContain('A');
	});
});
