import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	contradictionIn,
	judgeRecords,
} from '../../../../nodes/CardBankPayments/executor/service/recordTable';
import { fromCents } from '../../../../nodes/CardBankPayments/wire/amount';
import { payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

/** 1500.50 TZS to 0150123456789. */
const sent = payment(1);
const usd = payment(1, { currency: 'USD' });
const SUCCESS = { orderReference: 'INV-1', status: 'SUCCESS' };
const to = (accountNumber: unknown) => ({ beneficiary: { accountNumber } });
const judge = (record: IDataObject, one = sent) =>
	judgeRecords([{ ...SUCCESS, ...record }], one).outcome;
const why = (record: IDataObject, one = sent) =>
	contradictionIn([{ ...SUCCESS, ...record }], one, 'payout');
const differs = (record: IDataObject, one = sent) =>
	why(record, one)?.startsWith('The service knows another payout') === true;

describe('the account number of a record', () => {
	it.each([
		...['0150123456789', '0150-1234 56789', '150123456789', '000150123456789', 150123456789],
		...['*********6789', '0150*****6789', 'XXXX6789', '…789', '0***********9', '9'],
		'0************',
	])('is ours: %s', (accountNumber) => {
		expect(judge(to(accountNumber))).toBe('accepted');
		expect(differs(to(accountNumber))).toBe(false);
	});

	it.each([
		...['0150123456780', '1150123456789', '*********6780', 'XXXX6780', '0151*****6789'],
		'10150123456789',
	])('is not ours: %s', (accountNumber) => {
		expect(judge(to(accountNumber))).toBe('unknown');
		expect(differs(to(accountNumber))).toBe(true);
	});

	// The second shows only a zero in front of as many digits as ours has.
	it.each(['*************', '0*************', '', undefined, null, {}])(
		'proves and contradicts nothing: %p',
		(accountNumber) => {
			expect(judge(to(accountNumber))).toBe('unknown');
			expect(differs(to(accountNumber))).toBe(false);
		},
	);

	it.each([{}, undefined])('proves and contradicts nothing where none was sent: %j', (body) => {
		const one = payment(1, { body, cents: undefined });
		const record = { ...to('0150123456780'), amount: '1.00', currency: 'TZS' };
		expect(differs(record, one)).toBe(false);
		expect(judge(record, one)).toBe('unknown');
	});

	it('is ours however it was grouped when it was sent', () => {
		expect(judge(to('0150123456789'), paid('0150-1234 56789'))).toBe('accepted');
	});

	const digits = fc.stringMatching(/^\d{8,16}$/);
	const mask = fc.array(fc.boolean(), { minLength: 16, maxLength: 16 });
	const masked = (number: string, hidden: boolean[]) =>
		[...number].map((digit, place) => (hidden[place] ? '*' : digit)).join('');
	const paid = (accountNumber: string) => payment(1, { body: { accountNumber } });

	it('is never taken for another’s, however it is masked', () => {
		fc.assert(
			fc.property(digits, mask, fc.nat({ max: 8 }), (number, hidden, cut) => {
				const shown = masked(number, hidden);
				expect(differs(to(shown), paid(number))).toBe(false);
				expect(differs(to(shown.slice(cut)), paid(number))).toBe(false);
			}),
		);
	});

	it('of another is never taken for ours, where the digit that differs can be seen', () => {
		fc.assert(
			fc.property(digits, mask, fc.nat({ max: 7 }), (number, hidden, fromEnd) => {
				const place = number.length - 1 - fromEnd;
				const other = `${number.slice(0, place)}${(Number(number[place]) + 1) % 10}${number.slice(place + 1)}`;
				const shown = masked(
					other,
					hidden.map((each, index) => each && index !== place),
				);
				expect(judge(to(shown), paid(number))).toBe('unknown');
				expect(differs(to(shown), paid(number))).toBe(true);
				expect(differs(to(shown.slice(-fromEnd - 1)), paid(number))).toBe(true);
			}),
		);
	});
});

describe('the amount of a record', () => {
	const exchanged = { amount: '2.00', currency: 'TZS', exchanged: true };
	const arrived = { beneficiary: { amount: '1500.50' } };
	const ordered = { order: { amount: '1500.50' } };

	it.each<[string, IDataObject]>([
		['what was ordered', { order: { amount: '1500.50', currency: 'TZS' } }],
		['what was ordered, as a number', { order: { amount: 1500.5, currency: 'TZS' } }],
		['what was ordered, whatever else there is', { order: { amount: 1500.5 }, amount: '9.00' }],
		['what was taken', { amount: '1500.50', currency: 'TZS' }],
		['what was taken, in a currency that nobody names', { amount: '1500.50', currency: null }],
		['what was taken less the fee', { amount: '1502.50', fee: '2.00', currency: 'TZS' }],
		['what arrived', { beneficiary: { amount: '1500.50' }, amount: '1503.00', currency: 'TZS' }],
		[
			'what arrived after an exchange into our currency',
			{
				...{ amount: '0.61', currency: 'USD', exchanged: true },
				exchange: { targetCurrency: 'TZS' },
				beneficiary: { amount: '1500.50' },
			},
		],
	])('is ours: %s', (_, record) => {
		expect(judge(record)).toBe('accepted');
	});

	it.each<[string, IDataObject]>([
		['another order', { order: { amount: '1500.51', currency: 'TZS' }, amount: '1500.50' }],
		['a cent more', { amount: '1500.51', currency: 'TZS' }],
		['another fee', { amount: '1502.50', fee: '2.01', currency: 'TZS' }],
		['ours in another currency', { amount: '1500.50', currency: 'USD' }],
		['ours after an exchange', { ...exchanged, ...arrived }],
		['ours, as it arrived in another currency', { currency: 'USD', ...arrived }],
		['an order in the currency of the account, another one', { ...ordered, currency: 'USD' }],
	])('is not ours: %s', (_, record) => {
		expect(judge(record)).toBe('unknown');
		expect(differs(record)).toBe(true);
		expect(judge({ ...record, beneficiary: { accountNumber: '0150123456780' } })).toBe('unknown');
	});

	it.each<[string, IDataObject]>([
		['none', {}],
		['a fee alone', { fee: '2.00' }],
		['an order in another currency', { order: { ...ordered.order, currency: 'USD' } }],
		['text', { amount: '1,500.50', order: { amount: 'x' } }],
	])('proves and contradicts nothing: %s', (_, record) => {
		expect(judge(record)).toBe('unknown');
		expect(differs(record)).toBe(false);
		expect(judge({ ...record, ...to('0150123456789') })).toBe('accepted');
	});

	it('of an exchanged payout is that of our own currency', () => {
		const record = {
			amount: '1503.50',
			fee: '3.00',
			currency: 'USD',
			exchanged: true,
			exchange: { sourceCurrency: 'USD', targetCurrency: 'TZS' },
			order: { amount: '3751250.00', currency: 'TZS' },
			beneficiary: { accountNumber: '0150123456789', amount: '3751250.00' },
		};
		expect(judge(record, usd)).toBe('accepted');
		expect(judge({ ...record, fee: '2.00' }, usd)).toBe('unknown');
	});

	it('is compared to the cent, in every form that the service may show', () => {
		const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
		fc.assert(
			fc.property(cents, cents, cents, (ours, fee, other) => {
				fc.pre(other !== ours && other !== ours + fee && other !== ours - fee);
				const one = payment(1, { cents: ours });
				const forms = (amount: bigint): IDataObject[] => [
					{ order: { amount: fromCents(amount), currency: 'TZS' } },
					{ amount: fromCents(amount), currency: 'TZS' },
					{ amount: fromCents(amount + fee), fee: fromCents(fee), currency: 'TZS' },
					{ beneficiary: { amount: fromCents(amount) }, currency: 'TZS' },
				];
				for (const record of forms(ours)) expect(judge(record, one)).toBe('accepted');
				for (const record of forms(other)) expect(differs(record, one)).toBe(true);
			}),
		);
	});
});

describe('the decision on records', () => {
	const good = { ...SUCCESS, ...to('0150123456789') };

	it.each([
		...['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS'].map((status) => [status, 'accepted']),
		...['REVERSED', 'REFUNDED', 'FAILED'].map((status) => [status, 'reversed']),
		...['success', '', undefined, null, '__proto__'].map((status) => [status, 'unknown']),
	])('by the status %p is %s', (status, outcome) => {
		const verdict = judgeRecords([{ ...good, status }], sent);
		expect(verdict.outcome).toBe(outcome);
		expectGoodWording(verdict.says);
		expect(contradictionIn([{ ...good, status }], sent, 'payout')).toBeUndefined();
	});

	it('shows none as ours that shows neither amount nor account number', () => {
		expect(why({})).toMatch(/shows neither its amount nor its account number$/);
	});

	it('is unknown for several, which are nobody’s', () => {
		expect(judgeRecords([good, good], sent)).toEqual({
			outcome: 'unknown',
			says: 'The service knows 2 payments with this order reference',
		});
		expect(contradictionIn([good, good], sent, 'payout')).toBe(
			'The service knows 2 payments with this order reference',
		);
	});

	it.each(['SUCCESS', 'REVERSED', undefined])(
		'is unknown for one that contradicts, although its status is %p',
		(status) => expect(judge({ ...to('0999'), status })).toBe('unknown'),
	);

	it('says what differs', () => {
		expect(contradictionIn([{ ...good, ...to('0999') }], sent, 'payout')).toContain('account');
		expect(contradictionIn([{ ...good, amount: '1' }], sent, 'payout')).toContain('amount');
	});

	it('compares of a card payment the order reference only', () => {
		expect(contradictionIn([{ amount: '1' }], sent, 'payment')).toBeUndefined();
		expect(contradictionIn([{}, {}], sent, 'payment')).toBeDefined();
	});
});
