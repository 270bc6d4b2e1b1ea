import fc from 'fast-check';
import { judgeSuccess } from '../../../../nodes/CardBankPayments/executor/proof/success';
import { initiate } from '../../../../nodes/CardBankPayments/resources/cardPayment/initiate';
import { preview } from '../../../../nodes/CardBankPayments/resources/cardPayment/preview';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { getMany } from '../../../../nodes/CardBankPayments/resources/payout/getMany';
import { previewBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/previewBankPayout';
import { verifyBankAccount } from '../../../../nodes/CardBankPayments/resources/payout/verifyBankAccount';
import { responses } from '../../../../nodes/CardBankPayments/sentences/responses';
import { goodPayout as request, payment } from '../../support/payments';

const sent = payment(1, { body: request });
const judge = (body: unknown, { response } = createBankPayout) =>
	judgeSuccess(body, response, sent);
const ours = { orderReference: 'INV-1' };
const withId = { ...ours, id: 'P1' };
const made = { ...withId, status: 'SUCCESS', amount: '1510.50', currency: 'TZS', fee: '10.00' };
const madeBut = (changes: object) => ({ ...made, ...changes });
const beneficiary = { accountNumber: '0150123456789', accountName: 'Asha Mushi' };
const order = { amount: '1500.50', currency: 'TZS' };
const link = { cardPaymentLink: 'https://pay.example.com/1' };

/** Words and flags of a refusal: none of them is read. */
const refused = { success: false, statusCode: 400, error: 'Insufficient balance', errors: [{}] };

it.each<[unknown, typeof initiate?]>([
	...['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS'].map((status): [unknown] => [
		{ ...withId, status },
	]),
	[{ ...withId, status: null, fee: '1.00', channel: 'BANK' }],
	[{ ...request, id: 'P1', createdAt: '2026-11-21', beneficiary: { accountName: 'Asha Mushi' } }],
	[{ ...withId, clientId: 'C1', channelProvider: 'CRDB' }],
	[{ ...withId, order, beneficiary }],
	// Its own reference, id and status stand beside what cannot be read.
	[madeBut({ beneficiary: { accountNumber: '*********6789' }, amount: '1,510.50' })],
	// No word or flag of a refusal is a no where the form is that of the payout.
	[madeBut(refused)],
	[{ ...link, status: 'FAILED' }, initiate],
	[{ cardPaymentLink: 'http://127.0.0.1:3000/pay' }, initiate],
	[{ activeMethods: [] }, preview],
	[{ fee: '2' }, previewBankPayout],
	// As in the payout itself.
	[{ amount: '1502.50', fee: '2.00', balance: '9000.00' }, previewBankPayout],
	[{ accountName: 'Asha Mushi' }, verifyBankAccount],
])('%j is a yes', (body, operation = createBankPayout) => {
	expect(judge(body, operation)).toEqual({
		outcome: 'accepted',
		says: responses.accepted,
		records: [body],
	});
});

const without = (what: string) => responses.without({ what });
const anothers = (what: string) => responses.anothers({ what });
const noId = without('an id of the payout');
const noProof = responses.notProven;
const otherAmount = anothers('amount');
const otherAccount = anothers('account number');

it.each<[says: string, body: unknown, typeof initiate?]>([
	[without('the order reference'), { data: made }],
	[responses.unreadable, [made]],
	...['inv-1', ['INV-1'], null].map((orderReference): [string, object] => [
		anothers('order reference'),
		madeBut({ orderReference }),
	]),
	...[undefined, ' ', false, { $oid: 'P1' }].map((id): [string, object] => [noId, { ...made, id }]),
	// One field more than an id.
	[noProof, { ...request, id: 'P1', beneficiary: { accountName: 'Asha Mushi' } }],
	...[null, ' ', {}, [1], false, { name: '' }].map((nothing): [string, object] => [
		noProof,
		{ ...withId, fee: '1.00', order: nothing, channel: nothing },
	]),
	// What is known of it, but not that it is on its way.
	[noProof, madeBut({ status: 'success' })],
	[noProof, madeBut({ status: null })],
	...['REVERSED', 'SUCCESSFUL', ' ', 200, {}].map((status): [string, object] => [
		noProof,
		madeBut({ status, order, beneficiary }),
	]),
	// As a mock, a webhook tester or a queue gives it back.
	[noProof, { ...request, id: 'x', amount: '1500.50', _id: 'y' }],
	[noProof, { ...withId, bic: 'CORUTZTZ', queued: true }],
	[noProof, { ...request, id: 'P1', ...refused }],
	[otherAmount, { ...withId, order: { ...order, amount: '150050.00' }, beneficiary }],
	[otherAccount, madeBut({ beneficiary: { accountNumber: '0150999999999' } })],
	[without('cardPaymentLink'), { cardPaymentLink: 'ftp://pay.example.com/1' }, initiate],
	[without('cardPaymentLink'), { cardPaymentLink: 'https://' }, initiate],
	[without('cardPaymentLink'), { cardPaymentLink: 'javascript:https://pay.example.com' }, initiate],
	[without('cardPaymentLink'), Object.create(link) as object, initiate],
	[without('activeMethods'), { activeMethods: {} }, preview],
	...[
		{ fee: 'free', balance: null },
		{ fee: { toString: 'x' } },
		{ fee: '1-2 %' },
		{ fee: 'about 2' },
	].map((body): [string, object, typeof initiate] => [
		without('fee or balance'),
		body,
		previewBankPayout,
	]),
	[without('accountName'), { accountName: '  ' }, verifyBankAccount],
	[responses.noRecord.says, made, get],
	[responses.noRecord.says, [madeBut({ orderReference: 'inv-1' })], get],
	[responses.isNot({ what: 'a list of records' }), made, getMany],
])('nothing is proven (%s) by %j', (words, body, operation = createBankPayout) => {
	const { nextStep, ...verdict } = judge(body, operation);
	expect(verdict).toEqual({ outcome: 'unknown', cause: 'service', says: words });
	expect(nextStep).toBe(operation === get ? responses.noRecord.nextStep : undefined);
});

it('proves no payout without our order reference, whatever else it holds', () => {
	const otherwise = { ...made, orderReference: undefined };
	const holds = (body: unknown) =>
		expect(judge({ ...Object(body), ...otherwise }).outcome).toBe('unknown');
	fc.assert(fc.property(fc.jsonValue(), holds));
});

it.each([
	['204', 'accepted'],
	['0204', 'unknown'],
])('takes the number 204 for the reference %s: %s', (orderReference, outcome) => {
	const body = { orderReference: 204, id: 'P1', status: 'PENDING' };
	const { response } = createBankPayout;
	expect(judgeSuccess(body, response, { index: 0, orderReference }).outcome).toBe(outcome);
});
