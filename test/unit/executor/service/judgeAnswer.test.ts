import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { judgeAnswer } from '../../../../nodes/CardBankPayments/executor/service/judgeAnswer';
import { initiate } from '../../../../nodes/CardBankPayments/resources/cardPayment/initiate';
import { preview } from '../../../../nodes/CardBankPayments/resources/cardPayment/preview';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { previewBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/previewBankPayout';
import { payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const operations = { createBankPayout, initiate, preview, previewBankPayout };
const request = {
	orderReference: 'INV1',
	amount: 1500.5,
	currency: 'TZS',
	accountNumber: '0150123456789',
	accountName: 'Asha Mushi',
	bic: 'CORUTZTZ',
	transferType: 'ACH',
};
const sent = payment(0, { orderReference: 'INV1', body: request });
const judge = (name: keyof typeof operations, body: unknown) =>
	judgeAnswer(body, operations[name].answer as Parameters<typeof judgeAnswer>[1], sent);
const ours = { orderReference: 'INV1' };
const withId = { ...ours, id: 'P1' };
const made = { ...withId, status: 'SUCCESS', amount: '1510.50', currency: 'TZS', fee: '10.00' };
const link = { cardPaymentLink: 'https://pay.example.com/1' };

describe('a response with a 2xx', () => {
	it.each<[keyof typeof operations, IDataObject]>([
		['createBankPayout', made],
		['createBankPayout', withId],
		['createBankPayout', { ...ours, id: 17 }],
		['createBankPayout', { ...ours, status: 'AUTHORIZED' }],
		['createBankPayout', { ...ours, status: 'PROCESSING' }],
		['createBankPayout', { ...ours, status: 'PENDING' }],
		['createBankPayout', { ...made, ...request }],
		['createBankPayout', { ...request, id: 'P1', beneficiary: { accountName: 'Asha Mushi' } }],
		['createBankPayout', { ...made, success: true, ok: 'true', code: 201, statusCode: '200' }],
		['createBankPayout', { ...made, error: null, errors: [], errorCode: '00', failed: false }],
		['createBankPayout', { ...made, code: 0, responseCode: '00', result: 'ok', message: 'Made' }],
		['createBankPayout', { ...made, exchange: { rate: 500 }, notes: 'failed before' }],
		['initiate', link],
		['initiate', { ...link, success: 1, status: 'PENDING' }],
		['preview', { activeMethods: [] }],
		['preview', { activeMethods: [{ name: 'VISA', status: 'FAILED', message: 0 }] }],
		['previewBankPayout', { fee: 0 }],
		['previewBankPayout', { balance: 5.5, message: 'Insufficient balance' }],
	])('is a yes of %s with %j', (name, body) => {
		expect(judge(name, body)).toMatchObject({ outcome: 'accepted', records: [body] });
	});

	it.each<[keyof typeof operations, unknown, string]>([
		// Nothing of a payout.
		['createBankPayout', {}, 'without the order reference'],
		['createBankPayout', '', 'cannot be read'],
		['createBankPayout', undefined, 'cannot be read'],
		['createBankPayout', [made], 'cannot be read'],
		['createBankPayout', { data: made }, 'without the order reference'],
		['createBankPayout', { ...made, orderReference: 'INV2' }, 'about another order reference'],
		['createBankPayout', { ...made, orderReference: 'inv1' }, 'about another order reference'],
		['createBankPayout', { ...made, orderReference: ['INV1'] }, 'about another order reference'],
		// Neither id nor status.
		...[undefined, null, '', ' ', false, {}, [], 'INV1'].map(
			(id): ['createBankPayout', unknown, string] => [
				'createBankPayout',
				{ ...ours, id },
				'neither an id nor a status',
			],
		),
		['createBankPayout', { ...ours, received: true }, 'neither an id nor a status'],
		['createBankPayout', { ...ours, message: 'OK', success: true }, 'neither an id nor a status'],
		['createBankPayout', { ...ours, fee: '1.00', amount: '2.00' }, 'neither an id nor a status'],
		// A status that nobody knows.
		...['', 'success', 'ON-HOLD', 'toString', 5, 200, {}, ['SUCCESS']].map(
			(status): ['createBankPayout', unknown, string] => [
				'createBankPayout',
				{ ...made, status },
				'which this node does not know',
			],
		),
		['createBankPayout', { ...made, status: null }, 'gives no status'],
		// What was sent, as a mock, a webhook tester or a queue gives it back.
		['createBankPayout', request, 'neither an id nor a status'],
		['createBankPayout', { ...request, checksum: 'ab12' }, 'neither an id nor a status'],
		['createBankPayout', { ...request, id: 101 }, 'only with what was sent'],
		['createBankPayout', { ...request, id: 'x', createdAt: '2026-11-23' }, 'only with what was'],
		['createBankPayout', { ...request, id: 'x', _id: 'y', __v: 0 }, 'only with what was sent'],
		['createBankPayout', { ...request, id: 'x', amount: '1500.50' }, 'only with what was sent'],
		['createBankPayout', { ...withId, bic: 'CORUTZTZ', queued: true }, 'only with what was sent'],
		// A no, in the ways that services have.
		['createBankPayout', { ...made, success: false }, 'answered 2xx, but with success: false'],
		['createBankPayout', { ...made, success: 'false' }, 'but with success: false'],
		['createBankPayout', { ...made, Success: 'No' }, 'says that it did not do'],
		['createBankPayout', { ...made, success: 0 }, 'but with success: 0'],
		['createBankPayout', { ...made, ok: false }, 'but with ok: false'],
		['createBankPayout', { ...made, isSuccessful: null }, 'says that it did not do'],
		['createBankPayout', { ...made, accepted: false }, 'says that it did not do'],
		['createBankPayout', { ...made, statusCode: 400, message: 'No' }, 'but with statusCode: 400'],
		['createBankPayout', { ...made, status_code: '422' }, 'says that it did not do'],
		['createBankPayout', { ...made, code: 500 }, 'says that it did not do'],
		['createBankPayout', { ...made, responseCode: '51' }, 'says that it did not do'],
		['createBankPayout', { ...made, error: 'Insufficient balance' }, 'says that it did not do'],
		['createBankPayout', { ...made, error: { code: 'E1' } }, 'says that it did not do'],
		['createBankPayout', { ...made, error: true }, 'says that it did not do'],
		['createBankPayout', { ...made, errors: [{}] }, 'says that it did not do'],
		['createBankPayout', { ...made, errorMessage: 'Timed out' }, 'says that it did not do'],
		['createBankPayout', { ...made, error_code: 7 }, 'says that it did not do'],
		['createBankPayout', { ...made, exception: 'NullPointer' }, 'says that it did not do'],
		['createBankPayout', { ...made, failed: true }, 'says that it did not do'],
		['createBankPayout', { ...made, failureReason: 'Limit' }, 'says that it did not do'],
		['createBankPayout', { ...made, rejected: 1 }, 'says that it did not do'],
		['createBankPayout', { ...made, result: 'failed' }, 'says that it did not do'],
		['createBankPayout', { ...made, outcome: 'DECLINED' }, 'says that it did not do'],
		['createBankPayout', { ...made, type: 'error' }, 'says that it did not do'],
		['createBankPayout', { ...made, dryRun: true }, 'says that it did not do'],
		['createBankPayout', { ...made, meta: { success: false } }, 'says that it did not do'],
		['createBankPayout', { ...made, response: { statusCode: 503 } }, 'says that it did not do'],
		['createBankPayout', { ...withId, message: 'Insufficient balance' }, 'those of a refusal'],
		['createBankPayout', { ...made, message: 'The payout was not accepted' }, 'of a refusal'],
		['createBankPayout', { ...made, detail: ['Your limit', 'Declined'] }, 'of a refusal'],
		// The same for what moves no money.
		['initiate', {}, 'without cardPaymentLink'],
		['initiate', { cardPaymentLink: '' }, 'without cardPaymentLink'],
		['initiate', { cardPaymentLink: 5 }, 'without cardPaymentLink'],
		['initiate', { ...link, success: false }, 'but with success: false'],
		['initiate', { ...link, status: 'FAILED' }, 'says that it did not do'],
		['initiate', { ...link, status: 400 }, 'says that it did not do'],
		['preview', { activeMethods: {} }, 'without activeMethods'],
		['preview', { activeMethods: [], error: 'Not enabled' }, 'says that it did not do'],
		['previewBankPayout', { fee: '0' }, 'without fee or balance'],
		['previewBankPayout', { fee: 1, ok: 'false' }, 'but with ok: false'],
	])('proves nothing for %s with %j: %s', (name, body, says) => {
		const judgement = judge(name, body);
		expect(judgement).toEqual({ outcome: 'unknown', says: expect.stringContaining(says) });
		expectGoodWording(judgement.says);
	});

	it.each(['REVERSED', 'REFUNDED', 'FAILED'])('is reversed with %s, and its record', (status) => {
		const record = { ...made, status, message: 'Refused by the bank' };
		expect(judge('createBankPayout', record)).toEqual({
			outcome: 'reversed',
			says: `The payout was reversed (status ${status})`,
			records: [record],
		});
	});

	it.each([
		['SUCCESS', { accountNumber: '0999' }, '7.00', 'unknown'],
		['REVERSED', { accountNumber: '0999' }, '7.00', 'unknown'],
		['SUCCESS', { accountNumber: '0999' }, '1500.50', 'accepted'],
		['SUCCESS', { accountNumber: '0150123456789' }, '7.00', 'accepted'],
	])('may be about another payout: %s %j %s is %s', (status, beneficiary, amount, outcome) => {
		const order = { amount, currency: 'TZS' };
		const judgement = judge('createBankPayout', { ...withId, status, beneficiary, order });
		expect(judgement.outcome).toBe(outcome);
		if (outcome === 'accepted') return;
		expect(judgement.records).toBeUndefined();
		expect(judgement.says).toMatch(/^The service answered about a payout of another amount/);
	});

	it('proves no payout without our order reference, whatever else it holds', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (body) => {
				fc.pre((body as { orderReference?: unknown } | null)?.orderReference !== 'INV1');
				expect(judge('createBankPayout', body).outcome).toBe('unknown');
			}),
		);
	});

	it('may name a reference of digits as a number', () => {
		const outcomeFor = (orderReference: string) =>
			judgeAnswer(
				{ orderReference: 204, id: 'P1' },
				{ form: 'record', kind: 'payout' },
				{
					index: 0,
					orderReference,
				},
			).outcome;
		expect([outcomeFor('204'), outcomeFor('0204')]).toEqual(['accepted', 'unknown']);
	});
});
