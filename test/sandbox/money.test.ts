import fc from 'fast-check';
import { type Payout } from '../../sandbox';
import { exchangeCents, formatCents, isMoney, parseCents, shareOf } from '../../sandbox/money';
import { jsonOf, ledger, lookUp, messageOf, pay, plainFees, sandbox, useSandbox } from './support';

useSandbox({ ...plainFees, settlementMs: 60_000 });

const paid = async (changes: Record<string, unknown>) => await jsonOf<Payout>(pay(changes));

describe('cents', () => {
	it('are read from text and numbers and written with two decimals, without loss', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), (cents) => {
				expect(parseCents(formatCents(cents))).toBe(cents);
				expect(parseCents(Number(formatCents(cents)))).toBe(cents);
			}),
		);
	});

	it.each(['1.001', '-1', '+1', '1e3', '', ' 1', '1,000', '.5', '1.'])(
		'are refused where an amount is finer than a cent, signed or in exponents: %j',
		(amount) => expect(() => parseCents(amount)).toThrow(RangeError),
	);

	it.each([0.1 + 0.2, NaN])('are not in the number %p', (amount) => {
		expect(isMoney(amount)).toBe(false);
	});

	it('are exchanged with half a cent rounded up', () => {
		expect(exchangeCents(1n, '0.5')).toBe(1n);
		expect(exchangeCents(1n, '0.499999')).toBe(0n);
		expect(exchangeCents(10_010n, '2500.123456')).toBe(25_026_236n);
		expect(() => exchangeCents(1n, '1.2345678')).toThrow(RangeError);
	});

	it('are shared out with half a cent rounded up', () => {
		expect(shareOf(2_550n, 290n)).toBe(74n);
		expect(shareOf(5_000n, 1n)).toBe(1n);
		expect(shareOf(4_999n, 1n)).toBe(0n);
	});
});

describe('a payout', () => {
	it('takes the amount and the fee of its transfer type from the balance', async () => {
		expect(await paid({ amount: 100.1, transferType: 'ACH' })).toMatchObject({
			amount: '1600.10',
			fee: '1500.00',
			order: { amount: '100.10', currency: 'TZS' },
			exchanged: false,
		});
		expect(await paid({ amount: 100.1, transferType: 'RTGS', orderReference: '2' })).toMatchObject({
			amount: '10100.10',
			fee: '10000.00',
		});
		expect((await ledger()).balances).toEqual({ TZS: '999988299.80', USD: '1000000.00' });
	});

	it('has no exchange when both currencies are the same', async () => {
		expect(await paid({})).not.toHaveProperty('exchange');
	});

	it('is exchanged when paid from USD, and charged in USD', async () => {
		expect(await paid({ currency: 'USD', amount: 19.99 })).toMatchObject({
			amount: '20.59',
			currency: 'USD',
			fee: '0.60',
			exchanged: true,
			exchange: { sourceAmount: 19.99, rate: 2500 },
			beneficiary: { amount: '49975.00' },
		});
		expect((await ledger()).balances).toEqual({ TZS: '1000000000.00', USD: '999979.41' });
	});

	it('never loses a cent over many payouts of a tenth', async () => {
		await sandbox.control.settings({
			balances: { TZS: '10.00', USD: '1000.00' },
			fees: { ...plainFees.fees, ACH: { TZS: '0.00', USD: '0.00' } },
		});
		for (let index = 0; index < 100; index++) {
			expect((await pay({ amount: 0.1, orderReference: `${index}` })).status).toBe(200);
		}
		expect((await ledger()).balances.TZS).toBe('0.00');
		expect((await pay({ amount: 0.01, orderReference: 'more' })).status).toBe(422);
	});

	it('is refused when the balance does not cover the fee, and uses no reference up', async () => {
		await sandbox.control.settings({ balances: { TZS: '1599.99', USD: '0' } });
		const answer = await pay({ amount: 100 });
		expect(answer.status).toBe(422);
		expect(await messageOf(answer)).toContain('1600.00');
		await sandbox.control.settings({ balances: { TZS: '1600.00', USD: '0' } });
		expect((await pay({ amount: 100 })).status).toBe(200);
		expect((await ledger()).balances).toEqual({ TZS: '0.00', USD: '0.00' });
	});
});

describe('settlement', () => {
	it('turns AUTHORIZED into SUCCESS after a while', async () => {
		const { id } = await paid({});
		const look = async () => await jsonOf<Payout[]>(lookUp('payouts', 'order-1'));
		expect(await look()).toMatchObject([{ id, status: 'AUTHORIZED' }]);
		await sandbox.control.settings({ settlementMs: 0 });
		const [settled] = await look();
		expect(settled).toMatchObject({ id, status: 'SUCCESS', amount: '1600.00' });
		expect((await ledger()).payouts).toEqual([settled]);
	});

	it('reverses payouts to account numbers ending in 0000 and gives the money back', async () => {
		const answer = await paid({ accountNumber: '0150120000' });
		expect(answer.status).toBe('AUTHORIZED');
		expect((await ledger()).balances.TZS).toBe('999998400.00');
		await sandbox.control.settings({ settlementMs: 0 });
		const { payouts, balances } = await ledger();
		expect(payouts).toMatchObject([{ status: 'REVERSED' }]);
		expect(balances.TZS).toBe('1000000000.00');
	});

	it('lets a payout be covered by money that came back meanwhile', async () => {
		await sandbox.control.reset({ balances: { TZS: '1600.00', USD: '0.00' }, settlementMs: 0 });
		expect((await pay({ accountNumber: '0000' })).status).toBe(200);
		expect((await pay({ orderReference: '2' })).status).toBe(200);
	});
});
