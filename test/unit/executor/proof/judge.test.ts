import {
	readLookUp,
	readResponse,
} from '../../../../nodes/CardBankPayments/executor/proof/judge';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
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

const lookedUp = payment(7, { orderReference: 'INV7' });
const ours = { orderReference: 'INV7', status: 'FAILED' };
const other = { orderReference: 'INV8', status: 'SUCCESS' };
const says = (message: unknown, status = 404): ServiceResponse => ({ status, body: { message } });
const found = (body: unknown): ServiceResponse => ({ status: 200, body });
const is404 = (body: unknown): ServiceResponse => ({ status: 404, body });

it.each<[string, ServiceResponse[]]>([
	['notKnown', [[], [other]].map(found)],
	['notKnown', [is404({ error: 'Payout not found' })]],
	[
		'notKnown',
		[
			'Invalid or missing payout: INV7',
			['Invalid or missing payout'],
			'Missing payout INV7. Please try again in 30 seconds',
			'No payout found with order reference INV7',
			'No such payout',
			'Unknown payout "INV7"',
			'Payout INV7 does not exist',
			'Payout with order reference INV7 was not found.',
		].map((message) => says(message)),
	],
	['nothing', [302, 400, 401, 403, 408, 429, 500].map((status) => says('No such payout', status))],
	['nothing', [null, 'No such payout', {}, [{ message: 'No such payout' }]].map(is404)],
	[
		'nothing',
		[
			'Not Found',
			'Cannot GET /payouts/INV7',
			...['Service unknown: payout', 'Route missing: payout', 'Unknown "payout"'],
			'The requested URL /payouts/INV7 was not found on this server',
			'Invalid or missing payment: INV7',
			'Invalid or missing payout: INV8',
			'No payout service available',
			'Payout service not found',
			'Unknown payout path',
			'Missing order reference',
		].map((message) => says(message)),
	],
	['nothing', [other, [1, null], [{ id: 1 }], '', '<html></html>', {}].map(found)],
	['nothing', [{ success: false }, { statusCode: 404 }].map((no) => found({ ...ours, ...no }))],
])('a look-up proves %s by %j', (proves, responses) => {
	for (const response of responses) {
		expect([response, readLookUp(response, lookedUp)]).toMatchObject([
			response,
			{ proves, records: [] },
		]);
	}
});

it.each([
	[[ours], 1],
	[ours, 1],
	[[other, ours, null, 'x', ours], 2],
])('the payment is known with %j', (body, times) => {
	const records = Array(times).fill(ours);
	expect(readLookUp(found(body), lookedUp)).toEqual({ proves: 'known', records, text: 'HTTP 200' });
});

it('is about the kind of record that was asked for', () => {
	expect(readLookUp(says('Missing payment: INV7'), lookedUp, 'payment').proves).toBe('notKnown');
});

it.each<[ServiceResponse, string]>([
	[says('Payout to 0150123456789 not found'), 'HTTP 404: Payout to …6789 not found'],
	[found([]), 'HTTP 200, without this order reference'],
	[{ status: 500 }, 'HTTP 500'],
	[{ code: 'ECONNRESET' }, 'no response (ECONNRESET)'],
	[{}, 'no response'],
])('%j is told in words', (response, text) => {
	expect(readLookUp(response, lookedUp).text).toBe(text);
});
