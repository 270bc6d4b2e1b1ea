import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { judgeRecords } from '../../../../nodes/CardBankPayments/executor/proof/records';
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
		for (const accountNumber of shown) {
			expect(whose(to(accountNumber))).toBe(owner);
			expect(whose(to(accountNumber), paidTo('0150-1234 56789'))).toBe(owner);
		}
	});

	it('proves and contradicts nothing where none was sent', () => {
		const one = payment(1, { body: undefined, cents: undefined });
		expect(whose({ ...to('0150123456780'), amount: '1.00' }, one)).toBe('nobody knows');
	});

	it('is told from another’s by any digit that can be seen, however it is masked', () => {
		const digits = fc.stringMatching(/^\d{8,16}$/);
		const mask = fc.array(fc.boolean(), { minLength: 16, maxLength: 16 });
		const cases = fc.property(digits, mask, fc.nat({ max: 7 }), (number, hidden, fromEnd) => {
			const place = number.length - 1 - fromEnd;
			const masked = (digit: string, index: number) =>
				hidden[index] && index !== place ? '*' : digit;
			const ours = [...number].map(masked).join('');
			const other = (Number(number[place]) + 1) % 10;
			const another = `${ours.slice(0, place)}${other}${ours.slice(place + 1)}`;
			for (const start of [0, place]) {
				expect(whose(to(ours.slice(start)), paidTo(number))).toBe('ours');
				expect(whose(to(another.slice(start)), paidTo(number))).toBe('another');
			}
		});
		fc.assert(cases);
	});
});

const arrived = { beneficiary: { amount: '1500.50' } };
const order = { amount: '1500.50' };
const exchanged = {
	...{ amount: '1503.50', fee: '3.00', currency: 'USD', exchanged: true },
	exchange: { sourceCurrency: 'USD', targetCurrency: 'TZS' },
	beneficiary: { amount: '3751250.00' },
};
const USD = { currency: 'USD' };
const TZS = { currency: 'TZS' };

it.each<[string, IDataObject, string, object?]>([
	['what was ordered', { order: { ...order, ...TZS } }, 'ours'],
	['what was ordered, as a number', { order: { amount: 1500.5 }, amount: '9.00' }, 'ours'],
	['what was taken', { ...TZS, amount: '1500.50' }, 'ours'],
	['what was taken, in a currency that nobody names', { amount: '1500.50' }, 'ours'],
	['what was taken less the fee', { ...TZS, amount: '1502.50', fee: '2.00' }, 'ours'],
	['what arrived', { ...TZS, ...arrived, amount: '1503.00' }, 'ours'],
	['what arrived after an exchange into our currency', { ...exchanged, ...arrived }, 'ours'],
	['what was taken before an exchange', exchanged, 'ours', USD],
	['another fee before an exchange', { ...exchanged, fee: '2.00' }, 'another', USD],
	['another order', { order: { amount: '1500.51' }, amount: '1500.50' }, 'another'],
	['a cent more', { ...TZS, amount: '1500.51' }, 'another'],
	['another fee', { ...TZS, amount: '1502.50', fee: '2.01' }, 'another'],
	['ours in another currency', { ...USD, amount: '1500.50' }, 'another'],
	['ours after an exchange', { amount: '2.00', exchanged: true, ...arrived }, 'another'],
	['ours, arrived in another currency', { ...USD, ...arrived }, 'another'],
	['an order in the currency of another account', { order, ...USD }, 'another'],
	['none', {}, 'nobody knows'],
	['a fee alone', { fee: '2.00' }, 'nobody knows'],
	['an order in another currency', { order: { ...order, ...USD } }, 'nobody knows'],
	['text', { amount: '1,500.50', order: { amount: 'x' } }, 'nobody knows'],
])('an amount that is %s, as %j, is that of %s', (_, record, owner, changes = {}) => {
	expect(whose(record, payment(1, changes))).toBe(owner);
});

const good = { ...SUCCESS, ...to('0150123456789') };

it.each<[string, string, IDataObject[]]>([
	['unknown', 'neither its amount nor its account number', [SUCCESS]],
	['unknown', 'knows 2 payments with this order reference', [good, good]],
	['unknown', 'to another account number', [{ ...to('0999'), status: 'REVERSED' }]],
	['unknown', 'of another amount', [{ ...good, amount: '1' }]],
	['unknown', 'gives no status', [{ ...good, status: undefined }]],
	['unknown', 'the status "", which this node does not know', [{ ...good, status: '' }]],
	['unknown', 'the status "success"', [{ ...good, status: 'success' }]],
	['unknown', 'the status 200', [{ ...good, status: 200 }]],
	['unknown', 'the status "__proto__"', [{ ...good, status: '__proto__' }]],
	...['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS'].map(
		(status): [string, string, IDataObject[]] => ['accepted', '', [{ ...good, status }]],
	),
	...['REVERSED', 'REFUNDED', 'FAILED'].map((status): [string, string, IDataObject[]] => [
		...(['reversed', `was reversed (status ${status})`] as const),
		[{ ...good, status }],
	]),
])('a look-up says %s, "… %s", of %j', (outcome, says, records) => {
	const verdict = judgeRecords(records, sent);
	expect(verdict).toMatchObject({ outcome, says: expect.stringContaining(says) });
	expectGoodWording(verdict.says);
});

it('compares of a card payment the order reference only', () => {
	const records = [{ amount: '1' }];
	expect(judgeRecords(records, sent, 'payment').records).toBe(records);
	expect(judgeRecords([{}, {}], sent, 'payment').records).toBeUndefined();
});
