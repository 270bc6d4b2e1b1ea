import { shortOfBalance } from '../../../../nodes/CardBankPayments/executor/check/balance';
import type { Payment, Verdict } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { checks } from '../../../../nodes/CardBankPayments/sentences/checks';
import { payment } from '../../support/payments';

const payouts = (count: number, cents: bigint, currency = 'TZS') =>
	Array.from({ length: count }, (_, index) => payment(index, { cents, currency }));
const sixty = payouts(60, 7_066_666n).map((one, index) =>
	index === 0 ? { ...one, cents: 7_066_706n } : one,
);

const tzs = (balance: unknown) => ({ currency: 'TZS', balance });
const usd = (balance: unknown) => ({ currency: 'USD', balance });

type Told = Partial<Verdict>;
const short = (
	values: Omit<Parameters<typeof checks.shortOfBalance>[0], 'currency'>,
	currency = 'TZS',
) =>
	({
		[currency]: { cause: 'account', ...checks.shortOfBalance({ currency, ...values }) },
	}) as const;
type Case = [name: string, payouts: Payment[], balances: object[], refused: Record<string, Told>];

it.each<Case>([
	['exactly enough, written as text', payouts(2, 1n), [tzs('0.02')], {}],
	[
		'too little for all together',
		sixty,
		[tzs(3_000_000)],
		short({
			...{ short: '1,240,000.00', payouts: '60 payouts' },
			...{ total: '4,240,000.00', balance: '3,000,000.00' },
		}),
	],
	[
		'too little by a cent that floating point has lost',
		payouts(1, 424000000n),
		[tzs(4239999.999999999)],
		short({ short: '0.01', payouts: '1 payout', total: '4,240,000.00', balance: '4,239,999.99' }),
	],
	[
		'too little in one currency only',
		[...payouts(1, 200n), ...payouts(2, 100n, 'USD')],
		[usd(1.99), tzs(2)],
		short({ short: '0.01', payouts: '2 payouts', total: '2.00', balance: '1.99' }, 'USD'),
	],
	[
		'no balance in a currency',
		payouts(1, 1n, 'USD'),
		[tzs(1)],
		{ USD: { cause: 'account', ...checks.noBalance({ currency: 'USD' }) } },
	],
	[
		'a balance that is no amount',
		payouts(1, 1n),
		[tzs('5 TZS')],
		{ TZS: { cause: 'service', ...checks.oddBalance({ currency: 'TZS', balance: '"5 TZS"' }) } },
	],
	[
		'less than nothing, and less than 1.00 of it',
		payouts(1, 1n),
		[tzs('-0.05')],
		short({ short: '0.06', payouts: '1 payout', total: '0.01', balance: '-0.05' }),
	],
	[
		'a currency with two balances',
		[...payouts(1, 1n), ...payouts(1, 1n, 'USD')],
		[tzs(5000), usd(1), tzs(1)],
		{ TZS: { cause: 'service', ...checks.severalBalances({ currency: 'TZS', count: 2 }) } },
	],
	[
		'a balance in another unit beside ours',
		payouts(1, 1n),
		[{ currency: 'TZSX', balance: 1 }, tzs(5000), { currency: 'points', balance: 1 }],
		{},
	],
])('there is %s', (_, payments, balances, refused) => {
	const held = Object.fromEntries(shortOfBalance(payments, balances as never));
	expect(Object.keys(held)).toEqual(Object.keys(refused));
	expect(held).toMatchObject(refused);
	for (const { outcome } of Object.values(held)) expect(outcome).toBe('notSent');
});
