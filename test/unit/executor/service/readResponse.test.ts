import { readResponse } from '../../../../nodes/CardBankPayments/executor/service/readResponse';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/service/response';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { payment } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const read = (response: ServiceResponse) =>
	readResponse(payment(0), response, createBankPayout.response, 0);
const made = { orderReference: 'INV-0', id: 'P1', message: 'Made' };
const later = { message: 'Request already in progress, retry after 20 seconds' };

it.each<[ServiceResponse, string, string]>([
	[{ status: 201, body: made }, 'accepted', 'The service accepted the request'],
	[
		{ status: 200, body: { ...made, status: 'FAILED' } },
		'reversed',
		'The payout was reversed (status FAILED) (HTTP 200: Made)',
	],
	[
		{ status: 200, body: { success: false, message: 'No balance' } },
		'unknown',
		'The service answered 2xx, but with success: false (HTTP 200: No balance)',
	],
])('quotes the service where %j is no plain yes', (response, outcome, says) => {
	const { status: httpStatus } = response;
	expect(read(response)).toMatchObject({ outcome, says, httpStatus });
});

it.each<[ServiceResponse, string, number | undefined]>([
	[{ status: 400, body: later }, 'rejected', 20_000],
	[{ status: 409, body: later }, 'rejected', 20_000],
	[{ status: 409 }, 'alreadySent', undefined],
	[{ status: 503, headers: { 'retry-after': '5' } }, 'unknown', undefined],
	[{ status: 429, body: later, tokenRefused: 'No token' }, 'rejected', undefined],
])('knows whether %j is a refusal for now', (response, outcome, waitMs) => {
	const result = read(response);
	expect([result.outcome, result.waitMs]).toEqual([outcome, waitMs]);
	// Going on would only repeat it for every other item.
	expect(result.endsRun).toBe(response.tokenRefused && true);
});

it.each([
	[{ message: ['No balance', 'Ask the bank'] }, ': No balance. Ask the bank'],
	[{ message: ' ', error: { message: 'No balance' } }, ': No balance'],
	[{ errors: [{ detail: 'No balance' }] }, ': No balance'],
	['Bearer: Authorization: Bearer  abc.def.ghi', ': Bearer: Authorization: Bearer …'],
	['Amount<500', ': Amount 500'],
	['  <html>Bad gateway</html>', ''],
	[[{ message: 'Of a record' }], ''],
	[{ error: { error: { error: { error: 'Too deep' } } } }, ''],
	[null, ''],
])('quotes the words of %j', (body, words) => {
	expect(read({ status: 422, body }).says).toBe(
		`The service refused the request (HTTP 422${words})`,
	);
});

it.each<[string, ServiceResponse, string]>([
	['a list without it', { status: 200, body: [] }, 'notFound'],
	['a 404 of the service', { status: 404, body: { message: 'Missing payout' } }, 'notFound'],
	['a 404 of anybody', { status: 404, body: 'Not found' }, 'rejected'],
	['a refusal', { status: 400 }, 'rejected'],
	['a crash', { status: 500 }, 'unknown'],
	['no response', {}, 'unknown'],
	['no list', { status: 200, body: {} }, 'unknown'],
])('says of a look-up with %s: %p', (_, response, outcome) => {
	const result = readResponse(payment(0, { body: undefined }), response, get.response, 0);
	expect(result.outcome).toBe(outcome);
	expectGoodWording(result.says);
});
