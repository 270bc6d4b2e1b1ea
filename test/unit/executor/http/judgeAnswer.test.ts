import fc from 'fast-check';
import {
	judgeAnswer,
	recordsIn,
} from '../../../../nodes/CardBankPayments/executor/http/judgeAnswer';
import { initiate } from '../../../../nodes/CardBankPayments/resources/cardPayment/initiate';
import { preview } from '../../../../nodes/CardBankPayments/resources/cardPayment/preview';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { previewBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/previewBankPayout';
import { expectGoodWording } from '../../support/wording';

const operations = { createBankPayout, initiate, preview, previewBankPayout, get };
const judge = (name: keyof typeof operations, body: unknown) =>
	judgeAnswer(body, operations[name].answer, 'INV1');
const ours = { orderReference: 'INV1' };

describe('an answer with a 2xx', () => {
	it.each([
		['createBankPayout', ours],
		['createBankPayout', { ...ours, success: true }],
		['initiate', { cardPaymentLink: 'https://pay.example.com/1' }],
		['preview', { activeMethods: [] }],
		['previewBankPayout', { fee: 0 }],
		['previewBankPayout', { balance: 5.5 }],
	] as const)('is a yes of %s with %j', (name, body) => {
		expect(judge(name, body)).toMatchObject({ outcome: 'accepted', answers: [body] });
	});

	it.each([
		['createBankPayout', {}, 'without the order reference'],
		['createBankPayout', { orderReference: 'INV2' }, 'about another order reference'],
		['createBankPayout', { orderReference: 'inv1' }, 'about another order reference'],
		['createBankPayout', { orderReference: ['INV1'] }, 'about another order reference'],
		['createBankPayout', { ...ours, success: false }, 'did not succeed'],
		['createBankPayout', [ours], 'cannot be read'],
		['createBankPayout', '', 'cannot be read'],
		['createBankPayout', undefined, 'cannot be read'],
		['initiate', {}, 'without cardPaymentLink'],
		['initiate', { cardPaymentLink: '' }, 'without cardPaymentLink'],
		['initiate', { cardPaymentLink: 5 }, 'without cardPaymentLink'],
		['initiate', { cardPaymentLink: 'https://x', success: false }, 'did not succeed'],
		['preview', { activeMethods: {} }, 'without activeMethods'],
		['previewBankPayout', { fee: '0' }, 'without fee or balance'],
		['get', 'text', 'not a list of records'],
		['get', null, 'not a list of records'],
		['get', [1, null], 'not a list of records'],
		['get', {}, 'not a list of records'],
		['get', [{ id: 1 }], 'not a list of records'],
		['get', { ...ours, success: false }, 'not a list of records'],
		['createBankPayout', { ...ours, status: 'MAYBE' }, 'a status that this node does not know'],
	] as const)('proves nothing for %s with %j: %s', (name, body, says) => {
		const judgement = judge(name, body);
		expect(judgement).toEqual({ outcome: 'unknown', says: expect.stringContaining(says) });
		expectGoodWording(judgement.says);
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
		const { answer } = createBankPayout;
		expect(judgeAnswer({ orderReference: 204 }, answer, '204').outcome).toBe('accepted');
		expect(judgeAnswer({ orderReference: 204 }, answer, '0204').outcome).toBe('unknown');
	});
});

describe('the status of a payout that is answered', () => {
	it.each([
		...['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS'].map((status) => [status, 'accepted']),
		...['', 'success', 'ON-HOLD', 'toString', null, 5, {}].map((status) => [status, 'unknown']),
	])('%p is %s', (status, outcome) => {
		expect(judge('createBankPayout', { ...ours, status }).outcome).toBe(outcome);
	});

	it.each(['REVERSED', 'REFUNDED', 'FAILED'])('%s is taken back, with its record', (status) => {
		const content = { ...ours, status };
		expect(judge('createBankPayout', content)).toEqual({
			outcome: 'reversed',
			says: `The service took the payout back (status ${status})`,
			record: { kind: 'payout', content },
		});
	});
});

describe('the answer to a look-up', () => {
	const other = { orderReference: 'INV2' };

	it.each([
		['a list of one', [ours], [ours]],
		['a list of several', [ours, { ...ours, id: 2 }], [ours, { ...ours, id: 2 }]],
		['a list with others', [other, ours, null, 'x'], [ours]],
		['a single object', ours, [ours]],
	])('gives what is ours of %s', (_, body, answers) => {
		expect(judge('get', body)).toMatchObject({ outcome: 'accepted', answers });
		expect(recordsIn(body, 'INV1')).toEqual(answers);
	});

	it.each([
		['an empty list', []],
		['a list of others', [other]],
		['another object', other],
	])('is not found in %s', (_, body) => {
		expect(judge('get', body)).toEqual({
			outcome: 'rejected',
			says: 'The service knows no payout with this order reference',
			notFound: true,
		});
	});
});
