import { readResponse } from '../../../../nodes/CardBankPayments/executor/service/readResponse';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/service/response';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const made = { orderReference: 'INV-0', id: 'P1', message: 'Made' };
const failed = { ...made, status: 'FAILED' };
const noBalance = { success: false, message: 'No balance' };
const later = { message: 'Request already in progress, retry after 20 seconds' };
const soon = { 'retry-after': '5' };

it.each<[ServiceResponse, string, string, number?]>([
	[{ status: 201, body: made }, 'accepted', 'The service accepted the request'],
	[{ status: 200, body: failed }, 'reversed', 'reversed (status FAILED) (HTTP 200: Made)'],
	[{ status: 200, body: noBalance }, 'unknown', 'with success: false (HTTP 200: No balance)'],
	[{ status: 400, body: later }, 'rejected', 'The service refused', 20_000],
	[{ status: 409, body: later }, 'rejected', 'The service asks to send this', 20_000],
	[{ status: 409 }, 'alreadySent', 'The service knows this order reference already'],
	[{ status: 503, headers: soon }, 'unknown', 'The service failed'],
	[{ status: 429, body: later, tokenRefused: 'No token' }, 'rejected', 'No token'],
])('%j is %s, "… %s …"', (response, outcome, says, waitMs = undefined) => {
	const result = readResponse(payment(0), response, createBankPayout.response, 0);
	expect(result).toMatchObject({ outcome, httpStatus: response.status });
	expect(result.says).toContain(says);
	expect(result.waitMs).toBe(waitMs);
	// Going on would only repeat it for every other item.
	expect(result.endsRun).toBe(response.tokenRefused && true);
});

it.each([
	[{ message: ['No balance', 'Ask the bank'] }, ': No balance. Ask the bank'],
	[{ message: ' ', error: { message: 'No balance' } }, ': No balance'],
	[{ errors: [{ detail: 'No balance' }] }, ': No balance'],
	['Amount<500', ': Amount 500'],
	['  <html>Bad gateway</html>', ''],
	[[{ message: 'Of a record' }], ''],
	[{ error: { error: { error: { error: 'Too deep' } } } }, ''],
	[null, ''],
])('quotes the words of %j', (body, words) => {
	const { says } = readResponse(payment(0), { status: 422, body }, createBankPayout.response, 0);
	expect(says).toBe(`The service refused the request (HTTP 422${words})`);
});

it.each<[string, ServiceResponse, string]>([
	['a list without it', { status: 200, body: [] }, 'notFound'],
	['a 404 of the service', { status: 404, body: { message: 'Missing payout' } }, 'notFound'],
	['a 404 of anybody', { status: 404, body: 'Not found' }, 'rejected'],
	['no response', {}, 'unknown'],
	['no list', { status: 200, body: {} }, 'unknown'],
])('says of a look-up with %s: %p', (_, response, outcome) => {
	const result = readResponse(payment(0, { body: undefined }), response, get.response, 0);
	expect(result.outcome).toBe(outcome);
	expectGoodWording(result.says);
});
