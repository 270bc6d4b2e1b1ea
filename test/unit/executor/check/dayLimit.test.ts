import type { IDataObject } from 'n8n-workflow';
import {
	aboveDayLimit,
	listedIn,
	type Counted,
	type Listed,
} from '../../../../nodes/CardBankPayments/executor/check/dayLimit';
import { payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const record = (orderReference: string, amount: string | number, changes: object = {}) => ({
	...{ orderReference, amount, fee: '0.00', currency: 'TZS', status: 'SUCCESS' },
	...changes,
});
const payout = (orderReference: string, cents: bigint, currency = 'TZS') =>
	payment(0, { orderReference, cents, currency });

const refused = (
	payments: Array<ReturnType<typeof payout>>,
	records: object[],
	maximumPerDay: bigint,
	others: Partial<Counted> = {},
) => {
	const listed = listedIn(records as never, '2026-11-23') as Listed;
	const above = aboveDayLimit(
		{ ...listed, sent: [], waiting: payments, underWay: [], ...others },
		{ day: '2026-11-23', maximumPerDay },
	);
	for (const { outcome, cause, says, nextStep } of above.values()) {
		expect([outcome, cause]).toEqual(['invalid', 'settings']);
		expectGoodWording(`${says}. ${nextStep}`);
	}
	return above;
};

it('names both sums, and the limit', () => {
	const payments = [payout('A', 150000000n), payout('B', 50000000n)];
	const above = refused(payments, [record('P', '9000000.00')], 1_000_000_000n);
	expect(above.get('TZS')).toMatchObject({
		says: 'TZS 9,000,000.00 went out on 2026-11-23, and this run adds 2,000,000.00: above the Maximum per Day of 10,000,000.00',
		nextStep: expect.stringMatching(/^Run it again tomorrow .* or raise Maximum per Day$/),
	});
});

it.each<[string, object[], bigint]>([
	['nothing, where nothing was paid', [], 0n],
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
		['2026-11-22T20:59:59Z', '2026-11-22', '2026-11-22 20:59', Date.UTC(2026, 10, 22)].map(
			(createdAt) => record('P', 1, { createdAt }),
		),
		0n,
	],
	[
		'each of the day itself and later, and each that does not say when it was made',
		[
			'2026-11-22T21:00:00Z',
			'2026-11-23',
			'2026-11-22 21:00',
			'2026-11-24T05:00:00Z',
			null,
			'',
			// Microseconds, which would be a day of the year 58,860.
			Date.UTC(2026, 10, 22) * 1000,
		].map((createdAt, place) => record(`P${place}`, 1, { createdAt })),
		700n,
	],
	['none of another currency', [record('P', '1.00', { currency: 'USD' })], 0n],
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
	const adds = 100n;
	expect(refused([payout('A', adds)], records, paid + adds).size).toBe(0);
	if (paid + adds > 1n)
		expect(refused([payout('A', adds)], records, paid + adds - 1n).size).toBe(1);
});

it('counts a payout of the run that is shown already once, and by the larger amount', () => {
	const records = [record('A', '3.00'), record('B', '1.00')];
	const payments = [payout('A', 300n), payout('B', 200n)];
	expect(refused(payments, records, 500n).size).toBe(0);
	expect(refused(payments, records, 499n).size).toBe(1);
	// One that came back may be paid again; one in another currency is another.
	const others = [record('A', '3.00', { status: 'REVERSED' }), record('B', 9, { currency: 'USD' })];
	expect(refused(payments, others, 500n).size).toBe(0);
	expect(refused(payments, others, 499n).size).toBe(1);
});

it('counts what is under way once, and names it where it is not that of the run', () => {
	const waiting = [payout('A', 300n)];
	const underWay = [...waiting, payout('B', 200n), payout('P', 100n), payout('U', 900n, 'USD')];
	const records = [record('P', '1.00')];
	expect(refused(waiting, records, 600n, { underWay }).size).toBe(0);
	expect(refused(waiting, records, 599n, { underWay }).get('TZS')?.says).toBe(
		'TZS 1.00 went out on 2026-11-23, 2.00 more are under way, and this run adds 3.00: above the Maximum per Day of 5.99',
	);
});

it('counts what this run has sent as it was asked for, whether or not it is shown', () => {
	const sent = [payout('S', 200n), payout('T', 100n)];
	const records = [record('S', '2.50', { fee: '0.50' })];
	expect(refused([payout('A', 300n)], records, 600n, { sent }).size).toBe(0);
	expect(refused([payout('A', 300n)], records, 599n, { sent }).get('TZS')?.says).toContain(
		'TZS 3.00 went out on 2026-11-23, and this run adds 3.00',
	);
});

it.each<[string, object[], bigint]>([
	['borne by the account', [record('S', '2.50', { fee: '0.50' })], 200n],
	['borne by the beneficiary', [record('S', '2.00', { fee: '0.50' })], 200n],
	['borne by both', [record('S', '2.25', { fee: '0.50' })], 200n],
	['that is not shown', [record('S', '2.50', { fee: undefined })], 250n],
	['of somebody else, under the same reference', [record('S', '9.00', { fee: '0.50' })], 900n],
	['and twice', [record('S', '2.50', { fee: '0.50' }), record('S', '2.00')], 400n],
])('counts a payout of this run with a fee %s', (_, records, counted) => {
	const sent = [payout('S', 200n)];
	expect(refused([payout('A', 1n)], records, counted + 1n, { sent }).size).toBe(0);
	expect(refused([payout('A', 1n)], records, counted, { sent }).size).toBe(1);
});

it('refuses one currency and lets the other go', () => {
	const payments = [payout('A', 300n), payout('B', 300n, 'USD')];
	const above = refused(payments, [record('P', 1, { currency: 'USD' })], 350n);
	expect([...above.keys()]).toEqual(['USD']);
});

it.each<[string, object, string]>([
	['an amount of words', { amount: 'much' }, 'a payout in it shows the amount as "much"'],
	['no amount', { amount: null }, 'a payout in it shows no amount'],
	['an amount below zero', { amount: '-1.00' }, 'a payout in it shows the amount as "-1.00"'],
	['no currency', { currency: undefined }, 'a payout in it shows no currency'],
	['an empty currency', { currency: '' }, 'a payout in it shows the currency as ""'],
	['a number as its currency', { currency: 7 }, 'a payout in it shows the currency as 7'],
	[
		'a currency in small letters',
		{ currency: 'tzs' },
		'a payout in it shows the currency as "tzs"',
	],
	['a currency with a space', { currency: 'TZS ' }, 'a payout in it shows the currency as "TZS "'],
	['an order of words', { order: { amount: 'all' } }, 'a payout in it shows the amount as "all"'],
	[
		'an order in small letters',
		{ order: { amount: 1, currency: 'Tzs' } },
		'a payout in it shows the currency as "Tzs"',
	],
])('nobody knows what was paid where a record has %s', (_, changes, unreadable) => {
	const read = (...records: IDataObject[]) => listedIn(records, '2026-11-23');
	expect(read(record('P', '1.00'), record('Q', '1.00', changes))).toBe(unreadable);
	// What came back need not be read, nor what was paid before.
	for (const other of [{ status: 'FAILED' }, { createdAt: '2026-11-22T20:59:59Z' }]) {
		expect(read(record('Q', '1.00', { ...changes, ...other }))).toMatchObject({ paid: [] });
	}
});
