import type { IDataObject } from 'n8n-workflow';
import type {
	Outcome,
	Payment,
	Result,
	Verdict,
} from '../../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import type { SendFact } from '../../../../nodes/CardBankPayments/executor/proof/judge';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { sending } from '../../../../nodes/CardBankPayments/sentences/sending';
import { payment, result } from '../../support/payments';
import {
	meansOf,
	NOT_FOUND,
	outcomesOfResults,
	serviceOf,
	stopAtFailure as stop,
} from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';

/* Check Balance First and Maximum per Day: when they are read, and what the runs of one process let out together. */

let clock: VirtualClock;
/** What the service has paid: its list of the day, and its records. */
let paid: IDataObject[];
/** Whether its list shows nothing of that yet. */
let isLate: boolean;
/** What has happened, by millisecond: `0 list from 2026-11-20`, `0 balance`, `0 ask A0`, `0 send A0`. */
let log: string[];
/** How long the service takes for its lists, and for payouts. */
let [listMs, payMs] = [0, 0];
/** How it answers, where it does not accept; undefined: it accepts. */
let answers: Record<string, Array<Partial<SendFact> | undefined>>;
/** What it gives instead of a list or a balance. */
let given: Verdict | Error | undefined;
let balances: IDataObject[];
/** Tells the accounts of one test from those of another: they share nothing. */
let test = 0;

beforeEach(() => {
	test++;
	clock = new VirtualClock();
	[paid, isLate, log, listMs, payMs] = [[], false, [], 0, 0];
	[answers, given, balances] = [{}, undefined, []];
});

/** Somebody is paid, by this node or otherwise. */
function pay(orderReference: string, amount: number | string, currency = 'TZS'): void {
	const createdAt = new Date(clock.now()).toISOString();
	paid.push({ orderReference, amount, currency, status: 'PENDING', createdAt });
}

/** Payouts of 100 each. */
const payouts = (prefix: string, count: number, currency = 'TZS', from = 0): Payment[] =>
	Array.from({ length: count }, (_, place) => {
		const index = from + place;
		return payment(index, { orderReference: `${prefix}${index}`, cents: 10_000n, currency });
	});

/** How one run goes; runs of one process share what they let out. */
interface Run extends Partial<Means> {
	process?: number;
	/** Its look-ups show what is paid. */
	looksUp?: boolean;
	/** By how much the machine's clock is ahead of the service's, which the node learns from what it reads. */
	aheadMs?: number;
}

async function start(items: Payment[], run: Run): Promise<Result[]> {
	const { process = 1, looksUp = false, aheadMs = 0, ...changes } = run;
	let learnedMs = aheadMs;
	const lookUp = async ({ orderReference }: Payment): Promise<ServiceResponse> => {
		log.push(`${clock.passed} ask ${orderReference}`);
		const records = paid.filter((one) => one.orderReference === orderReference);
		return records.length > 0 ? { status: 200, body: records } : NOT_FOUND;
	};
	const service = serviceOf({
		...{ paceKey: `limits ${test} ${process}`, baseUrl: `https://limits.example/${test}` },
		...(looksUp && { lookUp }),
		async send({ index, orderReference, cents, currency }) {
			log.push(`${clock.passed} send ${orderReference}`);
			await clock.sleep(payMs);
			const answer = answers[orderReference]?.shift();
			if (answer === undefined) pay(orderReference, Number(cents) / 100, currency);
			return { is: 'answered', result: result(index, 'accepted'), ...answer };
		},
		async read({ option }, query) {
			const isBalance = option.value === 'getBalance';
			log.push(
				`${clock.passed} ${isBalance ? 'balance' : `list from ${String(query?.startDate)}`}`,
			);
			const records = isBalance ? [...balances] : [...(isLate ? [] : paid)];
			await clock.sleep(listMs);
			learnedMs = 0;
			if (given instanceof Error) throw given;
			return given ?? result(0, 'accepted', { records });
		},
		wallTime: () => clock.wallTime() + learnedMs,
	});
	const { results } = await deliver(items, [], meansOf({ clock, service, ...changes }));
	return results.sort((one, other) => one.index - other.index);
}

const run = async (items: Payment[], how: Run) => await clock.until(start(items, how));
const outcomesOf = async (items: Payment[], how: Run) => outcomesOfResults(await run(items, how));

const sent = () => log.filter((line) => line.includes('send')).map((line) => line.split(' ')[2]);
const read = () => log.filter((line) => /list|balance/.test(line));
const totalPaid = () => paid.reduce((sum, { amount }) => sum + Number(amount), 0);

/** The balance suffices for so many payouts of 100, or they are the day's limit. */
const limits: Array<[string, (most: number) => Partial<Means>, Outcome]> = [
	['Maximum per Day', (most) => ({ maximumPerDay: BigInt(most) * 10_000n }), 'invalid'],
	[
		'Check Balance First',
		(most) => {
			balances = ['TZS', 'USD'].map((currency) => ({ currency, balance: most * 100 }));
			return { checkBalance: true };
		},
		'notSent',
	],
];

const ended = (outcome: Outcome, changes: Partial<Result> = {}): Partial<SendFact> => ({
	result: result(0, outcome, { cause: 'service', ...changes }),
});
const waitAMinute: Partial<SendFact> = {
	is: 'refusedForNow',
	result: result(0, 'rejected', { cause: 'service', waitMs: 60_000 }),
};

describe.each(limits)('%s', (name, ofPayouts, outcome) => {
	it('is read once in a run, right before its first payout leaves', async () => {
		const what = name === 'Maximum per Day' ? 'list from 2026-11-20' : 'balance';
		answers.A0 = [waitAMinute];
		await run(payouts('A', 3), { ...ofPayouts(3), looksUp: true, concurrency: 2 });
		const asked = ['ask A0', 'ask A1', 'ask A2', 'ask A0'];
		expect(log.slice(0, 6)).toEqual([...asked, what, 'send A0'].map((line) => `0 ${line}`));
		expect(read()).toHaveLength(1);
		expect(sent()).toEqual(['A0', 'A0', 'A1', 'A2']);
	});

	it('is not read while a run waits for the pace of its account', async () => {
		// It does not wait, and so it ends.
		answers.A0 = [waitAMinute];
		await run(payouts('A', 1), { maximumWaitMs: 0 });
		await run(payouts('B', 2), ofPayouts(2));
		expect(read()).toEqual([expect.stringMatching(/^60000 /)]);
		expect(sent()).toEqual(['A0', 'B0', 'B1']);
	});

	it('is not read where the service knows all payouts already', async () => {
		payouts('A', 2).forEach(({ orderReference }) => pay(orderReference, 100));
		const outcomes = await outcomesOf(payouts('A', 2), { ...ofPayouts(0), looksUp: true });
		expect([outcomes, read()]).toEqual([['alreadySent', 'alreadySent'], []]);
	});

	it('counts no payout of the run that the service knows already', async () => {
		pay('A1', 1);
		const how = { ...ofPayouts(2), looksUp: true };
		// Of an earlier day.
		paid[0]!.createdAt = '2026-11-01T12:00:00Z';
		expect(await outcomesOf(payouts('A', 3), how)).toEqual(['accepted', 'alreadySent', 'accepted']);
	});

	it('keeps in all of a currency or none, and says so of each', async () => {
		const items = [...payouts('A', 3), ...payouts('U', 1, 'USD', 3)];
		const results = await run(items, { ...ofPayouts(1), looksUp: true });
		expect(outcomesOfResults(results)).toEqual([outcome, outcome, outcome, 'accepted']);
		expect(results[0]?.says).toBe(results[1]?.says);
		expect(results[0]?.says).toMatch(/TZS .* 300\.00/);
		expect(sent()).toEqual(['U3']);
	});

	it('keeps in all currencies where a failure stops the run', async () => {
		const items = [...payouts('U', 1, 'USD'), ...payouts('A', 2, 'TZS', 1)];
		const results = await run(items, { ...ofPayouts(1), ...stop, looksUp: true });
		expect(outcomesOfResults(results)).toEqual(['notSent', outcome, outcome]);
		expect([results[0]?.says, sent()]).toEqual([sending.stoppedBy({ item: 'A1' }), []]);
	});

	it.each<[string, Verdict | Error, string]>([
		[
			'is not given',
			{ outcome: 'unknown', cause: 'service', says: 'It did not answer' },
			'It did not answer',
		],
		['cannot be reckoned with', new Error('No such thing'), 'No such thing'],
	])('keeps in all where it %s', async (_, gives, says) => {
		given = gives;
		const items = [...payouts('A', 2), ...payouts('U', 1, 'USD', 2)];
		const results = await run(items, ofPayouts(9));
		expect(outcomesOfResults(results)).toEqual(Array(3).fill('notSent'));
		for (const one of results) expect(one.says).toContain(`could not be read: ${says}`);
		expect([read().length, sent()]).toEqual([1, []]);
	});
});

it('both are read, and what the balance keeps in is not added to the day', async () => {
	balances = [
		{ currency: 'TZS', balance: 100 },
		{ currency: 'USD', balance: 900 },
	];
	const items = [...payouts('A', 2), ...payouts('U', 1, 'USD', 2)];
	const both = { checkBalance: true, maximumPerDay: 10_000n };
	expect(await outcomesOf(items, both)).toEqual(['notSent', 'notSent', 'accepted']);
	expect(await outcomesOf(payouts('B', 1), { maximumPerDay: 10_000n })).toEqual(['accepted']);
});

it('a payout in the list that cannot be counted keeps all in', async () => {
	pay('Another', 'much');
	const [first] = await run(payouts('A', 1), { maximumPerDay: 10_000n });
	expect(first).toMatchObject({ outcome: 'notSent', cause: 'service' });
	expect(first?.says).toContain('could not be read: a payout in it shows the amount as "much"');
});

describe('runs of one process', () => {
	const maximumPerDay = 25_000n;
	const one = (name: string): [Payment[], Run] => [payouts(name, 1), { maximumPerDay }];
	const names = ['A', 'B', 'C', 'D', 'E'];

	it('at once stay within the limit together', async () => {
		[listMs, payMs] = [500, 3_000];
		const calls = names.map(async (name) => await start(...one(name)));
		const outcomes = (await clock.until(Promise.all(calls))).flatMap(outcomesOfResults);
		const invalid = Array(3).fill('invalid');
		expect([outcomes.sort(), totalPaid()]).toEqual([['accepted', 'accepted', ...invalid], 200]);
	});

	it('count what another one is still to pay, and say so', async () => {
		answers.A1 = [waitAMinute];
		const first = start(payouts('A', 2), { maximumPerDay });
		await clock.advanceTo(1_000);
		const [second] = await run(...one('B'));
		expect(second).toMatchObject({ outcome: 'invalid' });
		expect(second?.says).toContain('TZS 200.00 went out on 2026-11-21 or are under way');
		expect(outcomesOfResults(await clock.until(first))).toEqual(['accepted', 'accepted']);
	});

	it('of another process are counted by the list alone', async () => {
		isLate = true;
		for (const process of [1, 2, 3]) {
			const outcomes = await outcomesOf(payouts(`A${process}`, 2), { maximumPerDay, process });
			expect(outcomes).toEqual(['accepted', 'accepted']);
		}
		isLate = false;
		const last = await outcomesOf(payouts('B', 1), { maximumPerDay, process: 4 });
		expect(last).toEqual(['invalid']);
	});

	it.each<[string, Outcome, Partial<SendFact>, boolean]>([
		['was rejected', 'rejected', ended('rejected'), true],
		['is unclear', 'unknown', ended('unknown'), false],
		['came back after it was accepted', 'reversed', ended('reversed'), false],
	])('a payout that %s (%s) may leave room for another one', async (...of) => {
		const [, outcome, answer, leavesRoom] = of;
		isLate = true;
		answers.A0 = [answer];
		expect(await outcomesOf(payouts('A', 1), { maximumPerDay: 10_000n })).toEqual([outcome]);
		const next = await outcomesOf(payouts('B', 1), { maximumPerDay: 10_000n });
		expect(next).toEqual([leavesRoom ? 'accepted' : 'invalid']);
	});

	it('leave room with what they may not pay, also while they pay in another currency', async () => {
		answers.U0 = [waitAMinute];
		const items = [...payouts('U', 1, 'USD'), ...payouts('A', 3, 'TZS', 1)];
		const first = start(items, { maximumPerDay });
		await clock.advanceTo(1_000);
		expect(await run(payouts('B', 2), { maximumPerDay }).then(outcomesOfResults)).toEqual([
			'accepted',
			'accepted',
		]);
		expect(outcomesOfResults(await clock.until(first))).toEqual([
			'accepted',
			...Array<Outcome>(3).fill('invalid'),
		]);
	});

	it('leave no room for what another one has let out', async () => {
		isLate = true;
		await run(...one('A'));
		// The same row in another workflow: this run did not let it out.
		answers.A0 = [ended('alreadySent', { cause: 'reference' })];
		expect(await outcomesOf(...one('A'))).toEqual(['alreadySent']);
		expect(await outcomesOf(payouts('B', 2), { maximumPerDay })).toEqual(['invalid', 'invalid']);
	});
});

describe('the day', () => {
	/** 12:00 UTC is 15:00 in Dar es Salaam. */
	const midnightMs = 9 * 3_600_000;

	it('is that of the service, where the machine is ahead of it', async () => {
		await clock.advanceTo(midnightMs - 60_000);
		pay('Another', 100);
		const [first] = await run(payouts('A', 1), { maximumPerDay: 10_000n, aheadMs: 120_000 });
		expect(first?.says).toContain('went out on 2026-11-21');
		// Each a day too early, since the service may reckon its filters in another time zone.
		const days = read().map((line) => line.split(' ').at(-1));
		expect(days).toEqual(['2026-11-21', '2026-11-20']);
	});

	it('begins anew at the midnight of the service', async () => {
		isLate = true;
		await clock.advanceTo(midnightMs - 1_000);
		const limit = { maximumPerDay: 10_000n };
		expect(await outcomesOf(payouts('A', 1), limit)).toEqual(['accepted']);
		expect(await outcomesOf(payouts('B', 1), limit)).toEqual(['invalid']);
		await clock.advanceTo(midnightMs);
		expect(await outcomesOf(payouts('C', 1), limit)).toEqual(['accepted']);
		expect(await outcomesOf(payouts('D', 1), limit)).toEqual(['invalid']);
	});

	it('of a payout that waits for its turn is each day, and then the one on which it left', async () => {
		isLate = true;
		await clock.advanceTo(midnightMs - 1_000);
		const limit = { maximumPerDay: 20_000n };
		answers.A1 = [waitAMinute];
		const before = start(payouts('A', 2), limit);
		await clock.advanceTo(midnightMs + 1_000);
		expect(await outcomesOf(payouts('B', 2), limit)).toEqual(['invalid', 'invalid']);
		await clock.until(before);
		expect(await outcomesOf(payouts('C', 2), limit)).toEqual(['invalid', 'invalid']);
		expect(await outcomesOf(payouts('D', 1), limit)).toEqual(['accepted']);
	});

	it('is the one on which its list came, where that took until after midnight', async () => {
		await clock.advanceTo(midnightMs - 100);
		pay('Yesterday', 100);
		listMs = 200;
		expect(await outcomesOf(payouts('A', 1), { maximumPerDay: 10_000n })).toEqual(['accepted']);
	});
});
