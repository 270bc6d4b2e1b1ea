import {
	readLookUp,
	type LookUpReading,
} from '../../../../nodes/CardBankPayments/executor/service/readLookUp';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/service/response';
import { payment } from '../../support/payments';

const sent = payment(7, { orderReference: 'INV7' });
const ours = { orderReference: 'INV7', status: 'FAILED' };
const other = { orderReference: 'INV8', status: 'SUCCESS' };
const says = (message: unknown, status = 404): ServiceResponse => ({ status, body: { message } });
const found = (body: unknown): ServiceResponse => ({ status: 200, body });
const is404 = (body: unknown): ServiceResponse => ({ status: 404, body });

it.each<[LookUpReading['proves'], ServiceResponse[]]>([
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
		expect([response, readLookUp(response, sent)]).toMatchObject([
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
	expect(readLookUp(found(body), sent)).toEqual({ proves: 'known', records, text: 'HTTP 200' });
});

it('is about the kind of record that was asked for', () => {
	expect(readLookUp(says('Missing payment: INV7'), sent, 'payment').proves).toBe('notKnown');
});

it.each<[ServiceResponse, string]>([
	[says('Payout to 0150123456789 not found'), 'HTTP 404: Payout to …6789 not found'],
	[found([]), 'HTTP 200, without this order reference'],
	[{ status: 500 }, 'HTTP 500'],
	[{ code: 'ECONNRESET' }, 'no response (ECONNRESET)'],
	[{}, 'no response'],
])('%j is told in words', (response, text) => {
	expect(readLookUp(response, sent).text).toBe(text);
});
