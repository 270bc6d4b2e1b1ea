import { readLookUp } from '../../../../nodes/CardBankPayments/executor/proof/lookUpReading';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { notSent, rejected } from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import { payment } from '../../support/payments';

const lookedUp = payment(7, { orderReference: 'INV7' });
const ours = { orderReference: 'INV7', status: 'FAILED' };
const other = { orderReference: 'INV8', status: 'SUCCESS' };
const says = (message: unknown, status = 404): ServiceResponse => ({ status, body: { message } });
const found = (body: unknown): ServiceResponse => ({ status: 200, body });
const is404 = (body: unknown): ServiceResponse => ({ status: 404, body });

it.each<[string, ServiceResponse[]]>([
	['notKnown', [found([]), { status: 203, body: [] }]],
	['notKnown', [says('Invalid or missing payout'), says(['Invalid or missing payout: INV7.'])]],
	['notKnown', [is404({ message: 'Invalid or missing payout: INV7', error: 'Not Found' })]],
	// They are not the service's own sentence, however much they sound like it.
	[
		'noLookUp',
		[
			...['Payout not found', 'Invalid or missing payout path'],
			...['Invalid or missing payout: inv7', 'Invalid or missing payment: INV7'],
		].map((message) => says(message)),
	],
	[
		'noLookUp',
		[null, {}, [], [ours], '<html></html>', 'Invalid or missing payout: INV7'].flatMap((body) =>
			[400, 404, 405, 410, 499].map((status) => ({ status, body })),
		),
	],
	// A list of others may hold ours under another key, or in another spelling.
	[
		'noLookUp',
		[
			...[[other], [{ ...ours, orderReference: 'inv7' }], [{ ...ours, orderReference: ' INV7' }]],
			...[[{ reference: 'INV7' }], [{ ...ours, orderReference: ['INV7'] }], [[]], [null], ['']],
			...[{ data: [], totalCount: 0 }, { data: [ours] }, null, {}, '', '<html></html>'],
		].map(found),
	],
	// It was cut off: it may be the record.
	['nothing', [found(undefined), found('[{"orderReference":"INV7"'), { status: 404 }]],
	[
		'nothing',
		[302, 401, 403, 408, 425, 429, 500, 501].map((status) =>
			says('Invalid or missing payout: INV7', status),
		),
	],
	['nothing', [{}, { code: 'ECONNRESET' }, { status: 500, body: [] }]],
	// It was never asked.
	['nothing', [notSent('run', '-'), rejected('account', '-')].map((notLeft) => ({ notLeft }))],
])('a look-up proves %s by %j', (proves, responses) => {
	for (const response of responses) {
		expect([response, readLookUp(response, lookedUp, 'payout')]).toMatchObject([
			response,
			{ proves, records: [] },
		]);
	}
});

it.each<[unknown, object[]]>([
	[ours, [ours]],
	[
		[other, ours, null, 'x', ours],
		[ours, ours],
	],
	// Words beside a record prove nothing; its amount and account number decide whose it is.
	[{ ...ours, message: 'Payout not found' }, [{ ...ours, message: 'Payout not found' }]],
])('the payment is known with %j', (body, records) => {
	expect(readLookUp(found(body), lookedUp, 'payout')).toMatchObject({ proves: 'known', records });
});

it.each<[ServiceResponse, string]>([
	[
		says('Payout to 0150123456789 not found'),
		'There was no clear response: Payout to …6789 not found (HTTP 404)',
	],
	[says('Invalid or missing payout'), 'It was not found: Invalid or missing payout (HTTP 404)'],
	[found([ours]), 'It was found'],
	[found([other]), 'There was no clear response'],
	[{ code: 'ECONNRESET' }, 'There was no clear response (ECONNRESET)'],
	[{ notLeft: rejected('account', 'No token') }, 'There was no clear response (No token)'],
])('%j is told in words', (response, text) => {
	expect(readLookUp(response, lookedUp, 'payout').text).toBe(text);
});
