import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { judgeRecords } from '../../../../nodes/CardBankPayments/executor/service/recordTable';
import { payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

/** 1500.50 TZS to 0150123456789. */
const sent = payment(1);
const SUCCESS = { orderReference: 'INV-1', status: 'SUCCESS' };
const to = (accountNumber: unknown) => ({ beneficiary: { accountNumber } });
const paidTo = (accountNumber: string) => payment(1, { body: { accountNumber } });
/** Whose payout the record is, as far as it shows that. */
const whose = (record: IDataObject, one = sent) => {
	const { outcome, says, records } = judgeRecords([{ ...SUCCESS, ...record }], one);
	expect(records !== undefined).toBe(outcome === 'accepted');
	if (records) return 'ours';
	return says.startsWith('The service knows another payout') ? 'another' : 'nobody knows';
};

describe('the account number of a record', () => {
	it.each<[string, unknown[]]>([
		['ours', ['0150123456789', '0150-1234 56789', '150123456789', '000150123456789', 150123456789]],
		['ours', ['*********6789', '0150*****6789', 'XXXX6789', '…789', '0***********9', '9']],
		['ours', ['0************']],
		['another', ['0150123456780', '1150123456789', '*********6780', 'XXXX6780', '0151*****6789']],
		['another', ['10150123456789']],
		// The second shows only a zero in front of as many digits as ours has.
		['nobody knows', ['*************', '0*************', '', undefined, null, {}]],
	])('is that of %s: %j', (owner, shown) => {
		for (const accountNumber of shown) expect(whose(to(accountNumber))).toBe(owner);
	});

	it('proves and contradicts nothing where none was sent', () => {
		const one = payment(1, { body: undefined, cents: undefined });
		expect(whose({ ...to('0150123456780'), amount: '1.00' }, one)).toBe('nobody knows');
	});

	it('is ours however it was grouped when it was sent', () => {
		expect(whose(to('0150123456789'), paidTo('0150-1234 56789'))).toBe('ours');
	});

	it('is told from another’s by any digit that can be seen, however it is masked', () => {
		const digits = fc.stringMatching(/^\d{8,16}$/);
		const mask = fc.array(fc.boolean(), { minLength: 16, maxLength: 16 });
		fc.assert(
			fc.property(digits, mask, fc.nat({ max: 7 }), (number, hidden, fromEnd) => {
				const place = number.length - 1 - fromEnd;
				const masked = (digit: string, index: number) =>
					hidden[index] && index !== place ? '*' : digit;
				const ours = [...number].map(masked).join('');
				const another = [...ours];
				another[place] = String((Number(number[place]) + 1) % 10);
				for (const start of [0, place]) {
					expect(whose(to(ours.slice(start)), paidTo(number))).toBe('ours');
					expect(whose(to(another.slice(start).join('')), paidTo(number))).toBe('another');
				}
			}),
		);
	});
});

describe('the amount of a record', () => {
	const arrived = { beneficiary: { amount: '1500.50' } };
	const order = { amount: '1500.50' };
	const exchanged = {
		...{ amount: '1503.50', fee: '3.00', currency: 'USD', exchanged: true },
		exchange: { sourceCurrency: 'USD', targetCurrency: 'TZS' },
		order: { amount: '3751250.00', currency: 'TZS' },
		beneficiary: { amount: '3751250.00' },
	};

	it.each<[string, IDataObject, string]>([
		['what was ordered', { order: { ...order, currency: 'TZS' } }, 'ours'],
		['what was ordered, as a number', { order: { amount: 1500.5 }, amount: '9.00' }, 'ours'],
		['what was taken', { amount: '1500.50', currency: 'TZS' }, 'ours'],
		['what was taken, in a currency that nobody names', { amount: '1500.50' }, 'ours'],
		['what was taken less the fee', { amount: '1502.50', fee: '2.00', currency: 'TZS' }, 'ours'],
		['what arrived', { ...arrived, amount: '1503.00', currency: 'TZS' }, 'ours'],
		[
			'what arrived after an exchange into our currency',
			{ ...exchanged, order: undefined, ...arrived },
			'ours',
		],
		['another order', { order: { amount: '1500.51' }, amount: '1500.50' }, 'another'],
		['a cent more', { amount: '1500.51', currency: 'TZS' }, 'another'],
		['another fee', { amount: '1502.50', fee: '2.01', currency: 'TZS' }, 'another'],
		['ours in another currency', { amount: '1500.50', currency: 'USD' }, 'another'],
		['ours after an exchange', { amount: '2.00', exchanged: true, ...arrived }, 'another'],
		['ours, arrived in another currency', { currency: 'USD', ...arrived }, 'another'],
		['an order in the currency of another account', { order, currency: 'USD' }, 'another'],
		['none', {}, 'nobody knows'],
		['a fee alone', { fee: '2.00' }, 'nobody knows'],
		['an order in another currency', { order: { ...order, currency: 'USD' } }, 'nobody knows'],
		['text', { amount: '1,500.50', order: { amount: 'x' } }, 'nobody knows'],
	])('%s is that of %j: %s', (_, record, owner) => expect(whose(record)).toBe(owner));

	it('of an exchanged payout is that of our own currency', () => {
		const usd = payment(1, { currency: 'USD' });
		expect(whose(exchanged, usd)).toBe('ours');
		expect(whose({ ...exchanged, fee: '2.00' }, usd)).toBe('another');
	});
});

describe('the decision on records', () => {
	const good = { ...SUCCESS, ...to('0150123456789') };

	it.each<[string, string, IDataObject[]]>([
		['unknown', 'neither its amount nor its account number', [SUCCESS]],
		['unknown', 'knows 2 payments with this order reference', [good, good]],
		['unknown', 'to another account number', [{ ...to('0999'), status: 'REVERSED' }]],
		['unknown', 'of another amount', [{ ...good, amount: '1' }]],
		['unknown', 'gives no status', [{ ...good, status: undefined }]],
		['unknown', 'the status "", which this node does not know', [{ ...good, status: '' }]],
		['unknown', 'the status "success"', [{ ...good, status: 'success' }]],
		['unknown', 'the status "__proto__"', [{ ...good, status: '__proto__' }]],
		['accepted', 'accepted the request', [{ ...good, status: 'AUTHORIZED' }]],
		['accepted', 'accepted the request', [{ ...good, status: 'PROCESSING' }]],
		['accepted', 'accepted the request', [{ ...good, status: 'PENDING' }]],
		['accepted', 'accepted the request', [good]],
		['reversed', 'was reversed (status REVERSED)', [{ ...good, status: 'REVERSED' }]],
		['reversed', 'was reversed (status REFUNDED)', [{ ...good, status: 'REFUNDED' }]],
		['reversed', 'was reversed (status FAILED)', [{ ...good, status: 'FAILED' }]],
	])('is %s, "… %s", for %j', (outcome, says, records) => {
		const verdict = judgeRecords(records, sent);
		expect(verdict).toMatchObject({ outcome, says: expect.stringContaining(says) });
		expectGoodWording(verdict.says);
	});

	it('compares of a card payment the order reference only', () => {
		const records = [{ amount: '1' }];
		expect(judgeRecords(records, sent, 'payment').records).toBe(records);
		expect(judgeRecords([{}, {}], sent, 'payment').records).toBeUndefined();
	});
});
