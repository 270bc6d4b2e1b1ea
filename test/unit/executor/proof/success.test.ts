import fc from 'fast-check';
import { judgeSuccess } from '../../../../nodes/CardBankPayments/executor/proof/success';
import { initiate } from '../../../../nodes/CardBankPayments/resources/cardPayment/initiate';
import { preview } from '../../../../nodes/CardBankPayments/resources/cardPayment/preview';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { previewBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/previewBankPayout';
import { goodPayout as request, payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const sent = payment(1, { body: request });
const judge = (body: unknown, { response } = createBankPayout) =>
	judgeSuccess(body, response, sent);
const ours = { orderReference: 'INV-1' };
const withId = { ...ours, id: 'P1' };
const made = { ...withId, status: 'SUCCESS', amount: '1510.50', currency: 'TZS', fee: '10.00' };
const madeBut = (changes: object) => ({ ...made, ...changes });
const link = { cardPaymentLink: 'https://pay.example.com/1' };

it.each([
	[{ ...ours, id: 17 }],
	[{ ...ours, status: 'PENDING' }],
	[madeBut(request)],
	[{ ...request, id: 'P1', beneficiary: { accountName: 'Asha Mushi' } }],
	[madeBut({ success: true, ok: 'true', code: 201, statusCode: '200', result: 'ok' })],
	[madeBut({ error: {}, fault: null, errorCode: '00', failed: false, responseCode: '00' })],
	[madeBut({ errors: [], exchange: { rate: 500 }, notes: 'failed before', message: 'Made' })],
	[{ ...link, success: 1, status: 'PENDING' }, initiate],
	[{ activeMethods: [{ name: 'VISA', status: 'FAILED', message: 0 }] }, preview],
	[{ fee: 0 }, previewBankPayout],
	[{ balance: 5.5, message: 'Insufficient balance', order: { amount: 7 } }, previewBankPayout],
])('%j is a yes', (body, operation = createBankPayout) => {
	expect(judge(body, operation)).toMatchObject({ outcome: 'accepted', records: [body] });
});

const neither = 'neither an id nor a status';
const onlySent = 'only with what was sent';

it.each<[says: string, body: unknown, typeof initiate?]>([
	['without the order reference', { data: made }],
	['cannot be read', [made]],
	...['INV-2', 'inv-1', ['INV-1']].map((orderReference): [string, object] => [
		'another order reference',
		madeBut({ orderReference }),
	]),
	...[null, ' ', {}, 'INV-1'].map((id): [string, object] => [neither, { ...ours, id }]),
	[neither, { ...request, success: true, fee: '1.00' }],
	['which this node does not know', madeBut({ status: 'success' })],
	['gives no status', madeBut({ status: null })],
	// As a mock, a webhook tester or a queue gives it back.
	[onlySent, { ...request, id: 'x', amount: '1500.50', _id: 'y' }],
	[onlySent, { ...withId, bic: 'CORUTZTZ', queued: true }],
	['but with success: false', madeBut({ success: false })],
	['but with statusCode: 400', madeBut({ statusCode: 400, message: 'No' })],
	...[
		...[{ Success: 'No' }, { success: 0 }, { success: 'false' }, { isSuccessful: null }],
		...[{ ok: false }, { accepted: false }, { status_code: '422' }, { code: 500 }],
		...[{ responseCode: '51' }, { error: 'Insufficient balance' }, { error: { code: 'E1' } }],
		...[{ error: true }, { errors: [{}] }, { errorMessage: 'Timed out' }, { error_code: 7 }],
		...[{ exception: 'NullPointer' }, { failed: true }, { failureReason: 'Limit' }],
		...[
			{ errorDetail: 'Limit' },
			{ rejected: 1 },
			{ result: 'failed' },
			{ outcome: 'DECLINED' },
			{ type: 'error' },
		],
		...[{ dryRun: true }, { meta: { success: false } }, { response: { statusCode: 503 } }],
	].map((no): [string, object] => ['but ', madeBut(no)]),
	['those of a refusal', madeBut({ message: 'Insufficient balance' })],
	['those of a refusal', madeBut({ detail: ['Limit', 'Declined'] })],
	['without cardPaymentLink', { cardPaymentLink: '' }, initiate],
	['without cardPaymentLink', { cardPaymentLink: 5 }, initiate],
	['says that it did not do', { ...link, status: 'FAILED' }, initiate],
	['with status: 400', { ...link, status: 400 }, initiate],
	['without activeMethods', { activeMethods: {} }, preview],
	['without fee or balance', { fee: '0' }, previewBankPayout],
])('nothing is proven "… %s" by %j', (words, body, operation = createBankPayout) => {
	const { says, ...verdict } = judge(body, operation);
	expect(verdict).toEqual({ outcome: 'unknown' });
	expect(says).toContain(words);
	expectGoodWording(says);
});

it('is reversed where its status says so, with its record', () => {
	const record = madeBut({ status: 'REVERSED', message: 'Refused by the bank' });
	const says = 'The payout was reversed (status REVERSED)';
	expect(judge(record)).toEqual({ outcome: 'reversed', says, records: [record] });
});

it.each([
	['REVERSED', '0999', '7.00', 'unknown'],
	['SUCCESS', '0999', '1500.50', 'accepted'],
	['SUCCESS', '0150123456789', '7.00', 'accepted'],
])('may be about another payout: %s to %s of %s is %s', (...each) => {
	const [status, accountNumber, amount, outcome] = each;
	const order = { amount, currency: 'TZS' };
	expect(judge({ ...withId, status, beneficiary: { accountNumber }, order }).outcome).toBe(outcome);
});

it('proves no payout without our order reference, whatever else it holds', () => {
	fc.assert(fc.property(fc.jsonValue(), (body) => expect(judge(body).outcome).toBe('unknown')));
});

it.each([
	['204', 'accepted'],
	['0204', 'unknown'],
])('takes the number 204 for the reference %s: %s', (orderReference, outcome) => {
	const body = { orderReference: 204, id: 'P1' };
	const { response } = createBankPayout;
	expect(judgeSuccess(body, response, { index: 0, orderReference }).outcome).toBe(outcome);
});
