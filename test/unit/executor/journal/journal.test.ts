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

const of = (...references: string[]): Payment[] =>
	references.map((orderReference, index) => payment(index, { orderReference }));

/** Each of an execution of its own. */
const journal = (memory = new Memory({}, 'createBankPayout', 'payout')) =>
	new Journal(memory, store.list());
const reserve = async (run: Journal, ...references: string[]) =>
	await clock.until(run.reserve(of(...references)));
const release = async (run: Journal, ...references: string[]) =>
	await clock.until(run.release(of(...references)));
const close = async (run: Journal) => await clock.until(run.close());
const send = (run: Journal, ...references: string[]) =>
	of(...references).forEach((each) => run.memory.sending(each));

/** A run that holds these. */
const holding = async (...references: string[]) => {
	const run = journal();
	await reserve(run, ...references);
	return run;
};

describe('a run', () => {
	it('never releases what another one has reserved', async () => {
		await holding('A');
		const run = await holding('A', 'B');
		await release(run, 'A', 'B', 'X');
		await close(run);
		expect(store.reserved()).toEqual(['A']);
	});

	it('has what it reserved until it releases it, and then asks anew', async () => {
		const run = await holding('A', 'B');
		expect(await reserve(run, 'A')).toEqual(new Set());
		await release(run, 'A', 'B');
		await holding('B');
		expect(await reserve(run, 'A')).toEqual(new Set());
		expect(await reserve(run, 'B')).toEqual(new Set(['B']));
		await release(run, 'A', 'B');
		expect(store.reserved()).toEqual(['B']);
	});

	it('writes again at its end what it used, where a process that was held up has undone it', async () => {
		const run = await holding('A', 'B');
		send(run, 'A', 'B');
		store.entries = ['https://api.example.com B'];
		await close(run);
		expect(store.reserved()).toEqual(['B', 'A']);
	});
});

describe('a store of n8n that does not work', () => {
	it.each([
		['the workflow is not saved', Object.assign(new Error('x'), { code: 'ERR_ASSERTION' })],
		['PostgreSQL says so', new Error('violates foreign key constraint "fk"')],
		['SQLite says so', new Error('SQLITE_CONSTRAINT: FOREIGN KEY constraint failed')],
	])('is missing where %s: the run goes on, with a hint', async (_, thrown) => {
		store.fails.check = thrown;
		const run = journal();
		expect(await reserve(run, 'A')).toEqual(new Set());
		expect(await reserve(run, 'A')).toEqual(new Set());
		expect(store.calls).toHaveLength(1);
		const hint = await close(run);
		expect(hint).toContain('only looked at this execution');
		expectGoodWording(String(hint));
	});

	it.each([
		['a lost connection', lost],
		['something without a message', {}],
	])('is silent for %s: nothing may be sent', async (_, thrown) => {
		store.fails.check = thrown;
		const run = journal();
		const { message } = await rejectionOf(reserve(run, 'A'));
		expect(message).toContain('could not look up which order references were used before');
		expectGoodWording(message);
		expect(await close(run)).toBeUndefined();
	});

	it('leaves in the list what may be another one’s, and says so, where it falls silent in between', async () => {
		store.after = () => (store.fails.check = lost);
		const run = journal();
		await rejectionOf(reserve(run, 'A', 'B'));
		store.fails = {};
		const hint = String(await close(run));
		expect(hint).toMatch(/not sent, but .* could not be released: A, B\. Look each up/);
		expectGoodWording(hint);
		expect(store.reserved()).toEqual(['A', 'B']);
	});

	it.each(['check', 'remove'] as const)(
		'is told of with each reference where it falls silent at a release (%s)',
		async (call) => {
			const run = await holding('A', 'B', 'C');
			send(run, 'C');
			store.fails[call] = lost;
			expectGoodWording((await rejectionOf(release(run, 'A'))).message);
			expect(await close(run)).toContain('could not be released: A, B. ');
		},
	);

	it('takes away nothing from others where a release was cut off after it was carried out', async () => {
		const run = await holding('A');
		store.after = (call) => {
			if (call === 'remove') throw lost;
		};
		await rejectionOf(release(run, 'A'));
		store.after = undefined;
		await holding('A');
		expect(await reserve(run, 'A')).toEqual(new Set(['A']));
		await close(run);
		expect(store.reserved()).toContain('A');
	});

	it('names every one of them, each short and free of markup', async () => {
		const tail = 'x'.repeat(1000);
		const run = await holding(...[1, 2, 3].map((index) => `<b>R${index} ${tail}`));
		store.fails.remove = lost;
		expect(String(await close(run)).match(/b R\d x{1,250}…/g)).toHaveLength(3);
	});
});
