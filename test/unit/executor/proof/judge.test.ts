import type { Cause, Outcome } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { judge, type SendFact } from '../../../../nodes/CardBankPayments/executor/proof/judge';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { rejected } from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import { getBalance } from '../../../../nodes/CardBankPayments/resources/account/getBalance';
import { get as getPayment } from '../../../../nodes/CardBankPayments/resources/cardPayment/get';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { verifyBankAccount } from '../../../../nodes/CardBankPayments/resources/payout/verifyBankAccount';
import { lookUps } from '../../../../nodes/CardBankPayments/sentences/lookUps';
import { notFound } from '../../../../nodes/CardBankPayments/sentences/notFound';
import { responses } from '../../../../nodes/CardBankPayments/sentences/responses';
import { payment } from '../../support/payments';

const judged = (response: ServiceResponse, { response: rule } = createBankPayout) =>
	judge(payment(0), response, rule);

const idAlone = { orderReference: 'INV-0', id: 'P1', message: 'Made' };
const made = { ...idAlone, status: 'AUTHORIZED' };
const later = { message: 'Request already in progress, retry after 20 seconds' };
const soon = { 'retry-after': '5' };
const says = (message: string) => ({ message });

type Is = SendFact['is'];
const forNow: Is = 'refusedForNow';
type JudgeRow = [ServiceResponse, Is, Outcome, Cause | undefined, string, number?];

it.each<JudgeRow>([
	[{ status: 299, body: made }, 'answered', 'accepted', undefined, 'accepted the request'],
	[{ status: 201, body: idAlone }, 'answered', 'unknown', 'service', 'payout: Made'],
	[{ status: 206, body: made }, 'answered', 'unknown', 'service', 'a part of its response: Made'],
	[{ status: 400, body: says('No') }, 'answered', 'rejected', 'item', 'request: No (HTTP 400)'],
	[{ status: 409 }, 'answered', 'alreadySent', 'reference', 'knows this order reference already'],
	[{ status: 503, body: says('INV-0'), headers: soon }, 'answered', 'unknown', 'service', 'failed'],
	[{ status: 308, body: says('INV-0') }, 'answered', 'rejected', 'settings', 'another address'],
	[{ status: 200 }, 'answered', 'unknown', 'service', 'was cut off, or is longer than 5 MB'],
	[
		{ status: 200, code: 'ETIMEDOUT' },
		...(['answered', 'unknown', 'service', 'No complete response arrived in time'] as const),
	],
	[{ code: 'ECONNREFUSED' }, 'answered', 'rejected', 'service', 'could not be reached'],
	[{ status: 400, body: later }, forNow, 'rejected', 'service', 'refused the request', 20_000],
	[{ status: 409, body: later }, forNow, 'rejected', 'reference', 'asks to send this', 20_000],
	[{ status: 429 }, forNow, 'rejected', 'service', 'refused the request', 0],
	[{ status: 429, body: says('INV-0'), headers: soon }, forNow, 'rejected', 'service', '', 5_000],
])(
	'of a payout, %j is %s: %s (%s), "… %s …"',
	(response, is, outcome, cause, words, waitMs = undefined) => {
		const { result, ...answer } = judged(response);
		expect({ ...answer, ...result }).toMatchObject({ is, outcome, httpStatus: response.status });
		expect([result.cause, result.waitMs, result.endsRun]).toEqual([cause, waitMs, undefined]);
		expect(result.says).toContain(words);
	},
);

it.each<[boolean | undefined, Is]>([
	[true, forNow],
	[false, 'mayBePaid'],
	[undefined, 'mayBePaid'],
])('a refused token that can be renewed (%p) is %s, and looked up', (canRenew, is) => {
	// It may lie: no wait, no words and no record change that.
	for (const body of [undefined, later, made, says('INV-0 already used')]) {
		const { result, ...answer } = judged({ status: 401, canRenew, headers: soon, body });
		expect({ ...answer, ...result }).toMatchObject({
			is,
			outcome: 'rejected',
			cause: 'account',
			// With a new token, the others may be paid.
			endsRun: canRenew !== true,
		});
		expect(result.waitMs).toBeUndefined();
	}
});

it('a 409 to a request without an order reference speaks of none', () => {
	for (const body of [undefined, later]) {
		const response = { status: 409, body };
		const { result } = judge(payment(0, { body: {} }), response, verifyBankAccount.response);
		expect(result).toMatchObject({ outcome: 'rejected', cause: 'service' });
	}
});

it('does not repeat the account number that the service repeats', () => {
	const { result } = judged({ status: 400, body: says('No account 0150 1234 56789') });
	expect(result.says).toBe(`${responses.refused}: No account …6789 (HTTP 400)`);
});

it('what never left ends the run', () => {
	const notLeft = rejected('account', 'No token');
	expect(judged({ notLeft, status: 401, headers: soon })).toEqual({
		is: 'stopped',
		result: { httpStatus: 401, endsRun: true, ...notLeft },
	});
});

describe('a refusal that names the order reference', () => {
	it.each([400, 403, 404, 405, 407, 413, 415, 422])('may be paid with %p', (status) => {
		const texts = ['Order reference INV-0 already used', 'Ref:\nINV-0', '"INV-0"'];
		const bodies = [...texts.map(says), ...texts, { errors: { 'INV-0': ['?'] } }, [['INV-0']]];
		for (const body of bodies) {
			const { is, result } = judged({ status, body });
			expect([body, is, result.outcome]).toEqual([body, 'mayBePaid', 'rejected']);
		}
		for (const body of [...['INV-1', 'INV', 'INV 0'].map(says), {}, null, '', 'See [1]']) {
			expect([body, judged({ status, body }).is]).toEqual([body, 'answered']);
		}
		// It was cut off, so that nobody knows what it names; so a gzip stream without its end comes out of n8n's client.
		for (const body of [undefined, '{"message":"Order refer', ' \n["INV'])
			expect(judged({ status, body }).is).toBe('mayBePaid');
	});

	it.each<[unknown]>([
		[says('Order reference already used')],
		[says('orderReference must be unique')],
		[{ errors: { orderReference: ['?'] } }],
		[{ errors: { 'body.order_reference': ['?'] } }],
	])('may be paid, too, where it speaks of the field alone: %j', (body) => {
		for (const status of [400, 404, 409, 422]) {
			expect(judged({ status, body }).is).toBe(status === 409 ? 'answered' : 'mayBePaid');
		}
		expect(judged({ status: 400, body: says('Reorder references') }).is).toBe('answered');
	});

	it('is found whatever signs it has, and where it is a number', () => {
		const refused = (orderReference: string, body: unknown) =>
			judge(payment(0, { orderReference }), { status: 400, body }, createBankPayout.response).is;
		for (const sign of ['"', '\\', '$', '.', '(', '/', '€']) {
			expect(refused(`A${sign}1`, says(`Used: A${sign}1`))).toBe('mayBePaid');
		}
		expect(refused('A.1', says('Used: AB1'))).toBe('answered');
		expect(refused('204', { orderReference: 204 })).toBe('mayBePaid');
		// An operation without a reference has none to name.
		expect(refused('', says('Used: A1'))).toBe('answered');
		expect(refused('', says('Order reference is used'))).toBe('answered');
	});
});

const records = [{ orderReference: 'INV-0', status: 'FAILED' }];

it.each<[string, ServiceResponse, Outcome, (Cause | undefined)?]>([
	['its record, shown twice', { status: 200, body: [...records, ...records] }, 'accepted'],
	['a list without any', { status: 200, body: [] }, 'notFound', 'item'],
	['a 404 of anybody', { status: 404, body: 'Not found' }, 'rejected', 'settings'],
	['another record', { status: 200, body: [{ orderReference: 'INV-1' }] }, 'unknown', 'service'],
])('of a look-up, %s is %j: %s (%s)', (_, response, outcome, cause = undefined) => {
	const { is, result } = judge(payment(0, { body: undefined }), response, get.response);
	expect([result.outcome, result.cause]).toEqual([outcome, cause]);
	expect(is).toBe('answered');
	expect(result.records).toEqual(outcome === 'accepted' ? records : undefined);
});

it.each([
	[get, 'payout', lookUps.noPayout.nextStep],
	[getPayment, 'payment', lookUps.noPayment({ reference: 'INV-0' }).nextStep],
])('says what to do about a payment that is not found (%#)', (of, kind, step) => {
	const body = says(`Invalid or missing ${kind}: INV-0`);
	const { result } = judge(payment(0), { status: 404, body }, of.response);
	expect(result.outcome).toBe('notFound');
	expect(result.nextStep).toBe(step);
});

describe('an account without any balance', () => {
	const [first, second] = [
		'No balance account is linked to this merchant yet',
		'Balance becomes available after the first successful payment or deposit',
	];

	it.each([
		[`${first}. ${second}`, 'notFound'],
		[first, 'notFound'],
		['No balance account is linked', 'rejected'],
	])('is told by what the service says, up to a full stop: %s', (message, outcome) => {
		const { result } = judged({ status: 404, body: says(message) }, getBalance);
		expect(result.outcome).toBe(outcome);
	});
});

describe('a bank account', () => {
	it.each<[unknown]>([
		[{ message: 'Account not found', error: 'Not Found', statusCode: 404 }],
		[says('Account not found.')],
	])('has no name that the bank tells: %j', (body) => {
		const { is, result } = judged({ status: 404, body }, verifyBankAccount);
		expect({ is, ...result }).toMatchObject({ is: 'answered', outcome: 'notFound', cause: 'item' });
		expect(result.nextStep).toBe(notFound.accountName.nextStep);
	});

	it.each<[unknown, number?]>([
		[says('Account not found at this path')],
		['Account not found'],
		[undefined],
		[says('Account not found'), 400],
	])('is not told by a wrong path: %j', (body, status = 404) => {
		const { result } = judged({ status, body }, verifyBankAccount);
		expect(result).toMatchObject({ outcome: 'rejected' });
	});
});
