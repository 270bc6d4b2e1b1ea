import type { IDataObject } from 'n8n-workflow';
import type { Verdict } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { judgeRecords } from '../../../../nodes/CardBankPayments/executor/proof/records';
import { lookUps } from '../../../../nodes/CardBankPayments/sentences/lookUps';
import { responses } from '../../../../nodes/CardBankPayments/sentences/responses';
import { payment } from '../../support/payments';

/** 1500.50 TZS to 0150123456789. */
const sent = payment(1);
const SUCCESS = { orderReference: 'INV-1', status: 'SUCCESS' };
const to = (accountNumber: unknown) => ({ beneficiary: { accountNumber } });
const ours = to('0150123456789');
const TZS = { currency: 'TZS' };
const USD = { currency: 'USD' };
const taken = { ...TZS, amount: '1502.50', fee: '2.00' };

const paidTo = (accountNumber: string) => payment(1, { body: { accountNumber } });

/** Whose payout the record is, as far as it shows that. Only ours is shown to the builder. */
const whose = (record: IDataObject, one = sent) => {
	const records = [{ ...SUCCESS, ...record }];
	const verdict: Partial<Verdict> = judgeRecords(records, one, 'payout');
	delete verdict.says;
	if (verdict.outcome === 'accepted') {
		expect(verdict).toEqual({ outcome: 'accepted', records });
		return 'ours';
	}
	if (verdict.outcome === 'unknown') {
		expect(verdict).toEqual({ outcome: 'unknown', cause: 'service' });
		return 'unclear';
	}
	expect(verdict).toEqual({ outcome: 'alreadySent', cause: 'reference', anothers: true });
	return 'another';
};

describe('the account number of a record', () => {
	it.each<[string, unknown[]]>([
		[
			'ours',
			['0150123456789', '00150123456789', '0150-1234 56789', '0150.1234/56789', ' 0150123456789 '],
		],
		// As a number, it has lost its zero.
		['ours', ['150123456789', 150123456789]],
		['another', ['0150123456780', '1150123456789', '10150123456789', '0150-1234-56780', '150124']],
		// Masked, or its last digits alone: told as another's, our own payout would be paid once more.
		[
			'unclear',
			['XXXX6789', 'xxxxxxx6789', '0150•••6789', '0150-- --6789', '****456780', '456789', '56780'],
		],
		['unclear', ['', 'N/A', '０１５０１２３４５６７８０', undefined, null, {}, 150123456780]],
	])('is that of %s: %j', (owner, shown) => {
		for (const accountNumber of shown) {
			expect([accountNumber, whose({ ...taken, ...to(accountNumber) })]).toEqual([
				accountNumber,
				owner,
			]);
		}
	});

	it.each([
		['01J1091234500', '01C1091234500', 'another'],
		['127', '0127', 'ours'],
		['127', '128', 'unclear'],
	])('as it was sent, %s, is compared with %s by letters and digits: %s', (typed, shown, owner) => {
		expect(whose({ ...taken, ...to(shown) }, paidTo(typed))).toBe(owner);
	});
});

/** Pretends to have a text of its own. */
const textless = { toString: 'x', valueOf: 'y' };

it.each<[string, IDataObject, string, object?]>([
	['what was ordered', { order: { ...TZS, amount: '1500.50' } }, 'ours'],
	['another order', { ...taken, order: { ...TZS, amount: '1500.51' } }, 'another'],
	['an order that cannot be read', { ...taken, order: { ...TZS, amount: 'x' } }, 'ours'],
	['an order in another currency', { ...taken, order: { ...USD, amount: '1' } }, 'ours'],
	['what was taken', { ...TZS, amount: '1500.50' }, 'ours'],
	['what was taken, with the whole fee', taken, 'ours'],
	['what was taken, with none of the fee', { ...taken, amount: '1500.50' }, 'ours'],
	['what was taken before an exchange', { ...taken, ...USD, exchanged: true }, 'ours', USD],
	['a cent less', { ...taken, amount: '1500.49' }, 'another'],
	['a cent more than with the fee', { ...taken, amount: '1502.51' }, 'another'],
	['ours in another currency', { ...taken, ...USD }, 'another'],
	['more, by a fee that is not shown', { ...TZS, amount: '1501.50' }, 'unclear'],
	['of a currency that is not documented', { ...taken, currency: 'tzs' }, 'unclear'],
	['of a currency without a text', { ...taken, currency: textless }, 'unclear'],
	['of three decimals', { ...taken, amount: 1500.505 }, 'unclear'],
])('an amount that is %s, as %j, is that of %s', (_, record, owner, changes = {}) => {
	expect(whose({ ...record, ...ours }, payment(1, changes))).toBe(owner);
});

it('is nobody’s for certain where there is no amount to compare with', () => {
	expect(whose({ ...taken, ...ours }, payment(1, { cents: undefined }))).toBe('unclear');
});

const good = { ...SUCCESS, ...taken, ...ours };
const anothers = (what: string) => lookUps.anothers({ what });
const oddStatus = (status: string) => lookUps.oddStatus({ status });

it.each<[string, string | undefined, string, IDataObject[]]>([
	['unknown', 'service', lookUps.unclearRecord, [SUCCESS]],
	['unknown', 'service', lookUps.several({ count: 2 }), [good, { ...good, id: 'P2' }]],
	[
		...(['alreadySent', 'reference', anothers('account number')] as const),
		[{ ...good, ...to('0150999999999'), status: 'REVERSED' }],
	],
	[...(['alreadySent', 'reference', anothers('amount')] as const), [{ ...good, amount: '1' }]],
	['unknown', 'service', lookUps.noStatus, [{ ...good, status: undefined }]],
	['unknown', 'service', lookUps.noStatus, [{ ...good, status: null }]],
	['unknown', 'service', oddStatus('""'), [{ ...good, status: '' }]],
	['unknown', 'service', oddStatus('"__proto__"'), [{ ...good, status: '__proto__' }]],
	...['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS'].map(
		(status): [string, undefined, string, IDataObject[]] => [
			...(['accepted', undefined, responses.accepted] as const),
			[{ ...good, status }],
		],
	),
	...['REVERSED', 'REFUNDED', 'FAILED'].map((status): [string, string, string, IDataObject[]] => [
		...(['reversed', 'item', lookUps.reversed({ status })] as const),
		[{ ...good, status }],
	]),
])('a look-up says %s (%s), "%s", of %j', (outcome, cause, says, records) => {
	const verdict = judgeRecords(records, sent, 'payout');
	expect(verdict).toMatchObject({ outcome, says });
	expect(verdict.cause).toBe(cause);
	// Only one that is ours is shown.
	expect(verdict.records).toEqual(/status|accepted/.test(says) ? records : undefined);
});

it('a record that is shown twice is one', () => {
	const one = { ...good, id: 'P1' };
	expect(judgeRecords([one, { ...one }], sent, 'payout').records).toEqual([one]);
	for (const other of [{ id: 'P2' }, { id: 'P1', status: 'REVERSED' }]) {
		const two = [one, { ...good, ...other }];
		expect(judgeRecords(two, sent, 'payout').says).toBe(lookUps.several({ count: 2 }));
	}
});

it('compares of a card payment the order reference only', () => {
	const records = [{ amount: '1' }];
	expect(judgeRecords(records, sent, 'payment')).toEqual({
		outcome: 'alreadySent',
		cause: 'reference',
		says: lookUps.payment,
		records,
	});
	expect(judgeRecords([{}, { id: 'P2' }], sent, 'payment')).toMatchObject({ outcome: 'unknown' });
	expect(judgeRecords([{}, { id: 'P2' }], sent, 'payment').records).toBeUndefined();
});
