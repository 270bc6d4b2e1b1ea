import { readLookUp } from '../../../../nodes/CardBankPayments/executor/service/readLookUp';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/service/reply';
import { payment } from '../../support/payments';

const sent = payment(7, { orderReference: 'INV7' });
const ours = { orderReference: 'INV7', status: 'FAILED' };
const other = { orderReference: 'INV8', status: 'SUCCESS' };
const says = (message: unknown, more: object = {}): Reply => ({
	status: 404,
	body: { message, ...more },
});
const saying = (...messages: string[]) =>
	messages.map((message): [string, Reply] => [message, says(message)]);

describe('the response to a look-up', () => {
	it.each<[unknown, unknown[]]>([
		[[ours], [ours]],
		[ours, [ours]],
		[[other, ours, null, 'x', ours], Array(2).fill(ours)],
	])('knows the payment with %j', (body, records) => {
		const text = 'HTTP 200';
		expect(readLookUp({ status: 200, body }, sent)).toEqual({ answer: 'known', records, text });
	});

	it.each<[string, Reply]>([
		['an empty list', { status: 200, body: [] }],
		['a list of others', { status: 200, body: [other] }],
		['its words in a list', says(['Invalid or missing payout: INV7'], { error: 'Not Found' })],
		['another place for the words', { status: 404, body: { error: 'Payout not found' } }],
		...saying(
			'Invalid or missing payout: INV7',
			'Invalid or missing payout',
			'Missing payout INV7. Please try again in 30 seconds',
			'No payout found with order reference INV7',
			'No such payout',
			'Unknown payout "INV7"',
			'Payout INV7 does not exist',
			'Payout with order reference INV7 was not found.',
		),
	])('does not know it with %s', (_, reply) => {
		expect(readLookUp(reply, sent)).toMatchObject({ answer: 'notKnown', records: [] });
	});

	it.each<[string, Reply]>([
		...[301, 302, 307, 400, 401, 403, 405, 408, 410, 422, 429, 500, 502, 503].map(
			(status): [string, Reply] => [
				String(status),
				{ ...says('Invalid or missing payout'), status },
			],
		),
		['a broken connection', { code: 'ECONNRESET' }],
		['nothing at all', {}],
		['a 404 without a body', { status: 404 }],
		['a 404 as text', { status: 404, body: 'Invalid or missing payout: INV7' }],
		['an empty object', { status: 404, body: {} }],
		['a list', { status: 404, body: [{ message: 'Invalid or missing payout: INV7' }] }],
		['a 404 that is null', { status: 404, body: null }],
		...saying(
			'Not Found',
			'Cannot GET /payouts/INV7',
			'Cannot GET /payout',
			'The requested URL /payouts/INV7 was not found on this server',
			'Invalid or missing payment: INV7',
			'Invalid or missing payout: INV8',
			'Invalid or missing payout: undefined',
			'No payout service available',
			'Payout service not found',
			'Unknown payout path',
			'Missing order reference',
			'No balance account is linked to this merchant yet',
			'no Route matched with those values',
		),
		['a single record of another', { status: 200, body: other }],
		['a list of anything', { status: 200, body: [1, null] }],
		['a list of records without a reference', { status: 200, body: [{ id: 1 }] }],
		['a record that says no', { status: 200, body: { ...ours, success: false } }],
		['a record with another code', { status: 200, body: { ...ours, statusCode: 404 } }],
		['an empty 200', { status: 200, body: '' }],
		['a page with 200', { status: 200, body: '<html></html>' }],
		['an object without records', { status: 200, body: {} }],
	])('is silence with %s', (_, reply) => {
		expect(readLookUp(reply, sent)).toMatchObject({ answer: 'silence', records: [] });
	});

	it('is about the kind of record that was asked for', () => {
		const { answer } = readLookUp(says('Invalid or missing payment: INV7'), sent, 'payment');
		expect(answer).toBe('notKnown');
	});

	it.each<[Reply, string]>([
		[says('Invalid or missing payout: INV7'), 'HTTP 404: Invalid or missing payout: INV7'],
		[says('Payout to 0150123456789 not found'), 'HTTP 404: Payout to …6789 not found'],
		[{ status: 200, body: [] }, 'HTTP 200, without this order reference'],
		[{ status: 500 }, 'HTTP 500'],
		[{ code: 'ECONNRESET' }, 'no response (ECONNRESET)'],
		[{}, 'no response'],
	])('is told for %j', (reply, text) => {
		expect(readLookUp(reply, sent).text).toBe(text);
	});
});
