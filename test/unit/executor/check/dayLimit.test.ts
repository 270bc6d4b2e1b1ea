import type { IDataObject } from 'n8n-workflow';
import {
	aboveDayLimit,
	type LetOut,
} from '../../../../nodes/CardBankPayments/executor/check/dayLimit';
import type { Payment, Verdict } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { checks } from '../../../../nodes/CardBankPayments/sentences/checks';
import { payment } from '../../support/payments';

const record = (orderReference: string, amount: string | number, changes: object = {}) => ({
	...{ orderReference, amount, fee: '0.00', currency: 'TZS', status: 'SUCCESS' },
	...changes,
});
const payout = (orderReference: string, cents: bigint, currency = 'TZS') =>
	payment(0, { orderReference, cents, currency });

const DAY = '2026-11-23';
/** What this process let out, on that day by default. */
const letOutOf = (payouts: Payment[], day = DAY): LetOut =>
	new Map(
		payouts.map(({ orderReference, currency = '', cents = 0n }) => [
			orderReference,
			{ day, currency, cents },
		]),
	);

/** Why the payouts that wait must not go out, by their currency. */
function refused(
	waiting: Payment[],
	records: object[],
	maximumPerDay: bigint,
	letOut: LetOut = new Map(),
): Map<string, Verdict> {
	const limit = { day: DAY, maximumPerDay };
	const above = aboveDayLimit(records as IDataObject[], letOut, waiting, limit);
	if (typeof above === 'string') throw new Error(above);
	for (const verdict of above.values()) {
		expect(verdict).toMatchObject({ outcome: 'invalid', cause: 'settings' });
	}
	return above;
}

/** What counts of the day is exactly this: with the payout that waits, it reaches the limit. */
function expectCounted(counted: bigint, records: object[], letOut?: LetOut): void {
	const adds = 100n;
	const waiting = [payout('A', adds)];
	expect(refused(waiting, records, counted + adds, letOut).size).toBe(0);
	expect(refused(waiting, records, counted + adds - 1n, letOut).size).toBe(1);
}

it.each<[string, object[], bigint]>([
	[
		'each payout that is on its way or made',
		['AUTHORIZED', 'PENDING', 'SUCCESS'].map((status, place) => record(`P${place}`, 1, { status })),
		300n,
	],
	['one with a status that nobody knows', [record('P', '1.00', { status: 'UNAUTHORIZED' })], 100n],
	[
		'none that came back',
		['REVERSED', 'REFUNDED', 'FAILED'].map((status) => record('P', 1, { status })),
		0n,
	],
	[
		'none of the days before, in East Africa',
		['2026-11-22T20:59:59Z', '2026-11-22T23:59:59+03:00'].map((createdAt) =>
			record('P', 1, { createdAt }),
		),
		0n,
	],
	[
		'each of the day itself and later, and each that does not say when it was made',
		[
			'2026-11-22T21:00:00Z',
			'2026-11-23',
			// In no zone, or in a form that nobody documents.
			'2026-11-22 20:59',
			Date.UTC(2026, 10, 22),
			'2026-11-24T05:00:00Z',
			null,
			'',
		].map((createdAt, place) => record(`P${place}`, 1, { createdAt })),
		700n,
	],
	[
		'each whose order reference is none',
		[{}, null, { toString: 'P' }, { toString: 'Q' }].map((orderReference) =>
			record('P', 1, { orderReference }),
		),
		400n,
	],
	[
		'no fee, where the order is shown',
		[record('P', '1600.00', { fee: '1500.00', order: { amount: '100.00', currency: 'TZS' } })],
		10000n,
	],
	[
		'the whole amount where it is not: the beneficiary may have borne the fee',
		[
			record('P', '1500.00', { fee: '500.00' }),
			record('Q', 5, { order: null }),
			record('R', 5, { order: {} }),
		],
		151000n,
	],
	[
		'what the account has paid, where the order is in another currency',
		[record('P', '7.00', { order: { amount: '17500.00', currency: 'KES' } })],
		700n,
	],
	['an order without one in that of the record', [record('P', 9, { order: { amount: 5 } })], 500n],
])('counts %s', (_, records, paid) => {
	expectCounted(paid, records);
});

it.each<[string, object[], LetOut, bigint]>([
	[
		'that is listed with its fee, by what was asked for',
		[record('S', '2.50', { fee: '0.50' })],
		letOutOf([payout('S', 200n)]),
		200n,
	],
	['beside one of another process', [record('P', 1)], letOutOf([payout('S', 200n)]), 300n],
	[
		'that came back no more',
		[record('S', '2.00', { status: 'REVERSED' })],
		letOutOf([payout('S', 200n)]),
		0n,
	],
	[
		'of another day by its record alone',
		[record('S', '3.00')],
		letOutOf([payout('S', 200n), payout('T', 500n)], '2026-11-22'),
		300n,
	],
])('counts what this process let out %s', (_, records, letOut, counted) => {
	expectCounted(counted, records, letOut);
});

it('counts what waits once, also where it is listed or was let out by this process', () => {
	const waiting = [payout('A', 300n), payout('B', 200n)];
	const records = [record('A', '3.00')];
	const letOut = letOutOf(waiting);
	expect(refused(waiting, records, 500n, letOut).size).toBe(0);
	const sums = { paid: '0.00', adds: '5.00', maximum: '4.99' };
	const says = checks.aboveDay({ currency: 'TZS', day: DAY, ...sums });
	expect(refused(waiting, records, 499n, letOut).get('TZS')).toMatchObject(says);
});

it.each([
	['more was paid under the reference of what waits', '5.00', 4n],
	['less was paid', '0.50', 0n],
])('counts the greater amount where %s', (_, amount, counted) => {
	expectCounted(counted * 100n, [record('A', amount)]);
});

it('counts what was paid under the reference of what waits in another currency, too', () => {
	const waiting = [payout('A', 100n), payout('B', 1n, 'USD')];
	const records = [record('A', '3.00', { currency: 'USD' })];
	expect([...refused(waiting, records, 300n).keys()]).toEqual(['USD']);
});

it('keeps what this process let out for its day alone', () => {
	const letOut = letOutOf([payout('S', 200n)]);
	letOut.set('T', { day: '2026-11-22', currency: 'TZS', cents: 1n });
	refused([payout('A', 1n)], [], 1_000n, letOut);
	expect([...letOut.keys()]).toEqual(['S']);
});

const { missing, odd } = checks.dayUnclear;

it.each<[string, object, string]>([
	['no amount', { amount: null }, missing({ field: 'amount' })],
	['an amount below zero', { amount: '-1.00' }, odd({ field: 'amount', value: '"-1.00"' })],
	['no currency', { currency: undefined }, missing({ field: 'currency' })],
	['a currency in small letters', { currency: 'tzs' }, odd({ field: 'currency', value: '"tzs"' })],
	['a currency with a space', { currency: 'TZS ' }, odd({ field: 'currency', value: '"TZS "' })],
	['a currency behind a space', { currency: ' TZS' }, odd({ field: 'currency', value: '" TZS"' })],
	['a list of currencies', { currency: ['TZS'] }, odd({ field: 'currency', value: 'a list' })],
	['an order of words', { order: { amount: 'all' } }, odd({ field: 'amount', value: '"all"' })],
])('nobody knows what was paid where a record has %s', (_, changes, unreadable) => {
	const of = (changed: object) =>
		aboveDayLimit([record('P', '1.00'), record('Q', '1.00', changed)], new Map(), [], {
			day: DAY,
			maximumPerDay: 0n,
		});
	expect(of(changes)).toBe(unreadable);
	// What came back need not be read, nor what was paid before.
	for (const other of [{ status: 'FAILED' }, { createdAt: '2026-11-22T20:59:59Z' }]) {
		expect(of({ ...changes, ...other })).toEqual(new Map());
	}
});
