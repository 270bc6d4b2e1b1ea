import { shortOfBalance } from '../../../../nodes/CardBankPayments/executor/check/balance';
import type { Payment } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const payouts = (count: number, cents: bigint, currency = 'TZS') =>
	Array.from({ length: count }, (_, index) => payment(index, { cents, currency }));
const sixty = payouts(60, 7_066_666n).map((one, index) =>
	index === 0 ? { ...one, cents: 7_066_706n } : one,
);

const tzs = (balance: unknown) => ({ currency: 'TZS', balance });
const usd = (balance: unknown) => ({ currency: 'USD', balance });

/** Why the payouts in a currency must not go out: whose matter it is, and what is said. */
type Refused = Record<string, [cause: string, says: string]>;
const shortOf = (currency: string, says: string): Refused => ({ [currency]: ['account', says] });
type Case = [name: string, payouts: Payment[], balances: object[], refused: Refused];

it.each<Case>([
	['enough', payouts(2, 150000n), [tzs(3000)], {}],
	['exactly enough, written as text', payouts(2, 1n), [tzs('0.02')], {}],
	[
		'too little for all together',
		sixty,
		[tzs(3_000_000)],
		shortOf(
			'TZS',
			'Short by TZS 1,240,000.00: 60 payouts of 4,240,000.00 without fees, balance 3,000,000.00',
		),
	],
	[
		'too little for one',
		payouts(1, 100000n),
		[tzs(999.999)],
		shortOf('TZS', 'Short by TZS 0.01: 1 payout of 1,000.00 without fees, balance 999.99'),
	],
	[
		'too little in one currency only',
		[...payouts(1, 200n), ...payouts(2, 100n, 'USD')],
		[usd(1.99), tzs(2)],
		shortOf('USD', 'Short by USD 0.01: 2 payouts of 2.00 without fees, balance 1.99'),
	],
	[
		'no balance in a currency',
		payouts(1, 1n, 'USD'),
		[tzs(1)],
		shortOf('USD', 'The account has no USD balance'),
	],
	[
		'a balance that is no amount',
		payouts(1, 1n),
		[tzs('5 TZS')],
		{ TZS: ['service', 'The TZS balance is shown as "5 TZS"'] },
	],
	[
		'less than nothing',
		payouts(1, 10000n),
		[tzs(-500.5)],
		shortOf('TZS', 'Short by TZS 600.50: 1 payout of 100.00 without fees, balance -500.50'),
	],
	[
		'less than nothing, and less than 1.00 of it',
		payouts(1, 1n),
		[tzs('-0.05')],
		shortOf('TZS', 'Short by TZS 0.06: 1 payout of 0.01 without fees, balance -0.05'),
	],
	[
		'a currency with two balances',
		[...payouts(1, 1n), ...payouts(1, 1n, 'USD')],
		[tzs(5000), usd(1), tzs(1)],
		{ TZS: ['service', 'The service shows 2 balances in TZS'] },
	],
	[
		'a balance in another unit beside ours',
		payouts(1, 1n),
		[{ currency: 'TZSX', balance: 1 }, tzs(5000), { currency: 'points', balance: 1 }],
		{},
	],
])('there is %s', (_, payments, balances, refused) => {
	const short = shortOfBalance(payments, balances as never);
	const told = [...short].map(([currency, { cause, says }]) => [currency, [cause, says]]);
	expect(Object.fromEntries(told)).toEqual(refused);
	for (const { outcome, cause, says, nextStep } of short.values()) {
		expect(outcome).toBe('notSent');
		expectGoodWording(`${says}. ${nextStep}`);
		expect(nextStep).toMatch(cause === 'account' ? /^Top up/ : /^Check the balance at/);
	}
});

it('only an account that lacks a sum is topped up by that', () => {
	const nextStep = (balances: object[]) =>
		shortOfBalance(payouts(1, 1n), balances as never).get('TZS')?.nextStep;
	expect(nextStep([tzs(0)])).toMatch(/^Top up the account by that and the fees, or/);
	expect(nextStep([usd(0)])).toMatch(/^Top up the account in this currency, or/);
});

it('a cent that floating point has lost is not there', () => {
	const short = shortOfBalance(payouts(1, 424000000n), [
		{ currency: 'TZS', balance: 4239999.999999999 },
	]);
	expect(short.get('TZS')?.says).toContain('balance 4,239,999.99');
});
