import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { holds, setBy } from '../support/exampleExpression';

const example = 'payment-received';
const page = readFileSync(path.resolve(__dirname, '../../../docs/outcomes.md'), 'utf8');
const told = /A card payment is paid at .*?\n\n/s.exec(page)?.[0];

/** What is looked up after a call with this body; undefined where nothing is. */
function lookedUp(body: unknown): unknown {
	const call = { body: body as IDataObject };
	const [$json = {}] = setBy(example, 'Take the order reference only', [call]);
	const isKept = holds(example, 'Drop what cannot be a reference', { $json });
	return isKept ? $json.orderReference : undefined;
}

it.each([
	['SUCCESS', 'paid'],
	['SETTLED', 'paid'],
	['FAILED', 'failed'],
	['REFUNDED', 'reversed'],
	['REVERSED', 'reversed'],
	['PENDING', 'under way'],
])('a card payment with the status %s is %s, and docs/outcomes.md names it', (status, what) => {
	expect(setBy(example, 'Read the payment', [{ status }])).toMatchObject([{ what }]);
	expect(told).toContain(status);
});

it.each([
	['20.00 USD', { collectedAmount: '20.00', collectedCurrency: 'USD' }],
	['amount not told', {}],
])('tells what was collected: %s', (collected, record) => {
	const payment = { paymentReference: 'CARD1', status: 'SUCCESS', ...record };
	expect(setBy(example, 'Read the payment', [payment])).toMatchObject([
		{ about: `Card payment CARD1: ${collected}, status SUCCESS` },
	]);
});

it.each([
	...[null, 'INV204', { data: null }],
	...[true, ['INV204'], { toString: 'INV204' }].map((orderReference) => ({
		data: { orderReference },
	})),
])('nothing is looked up after a call with the body %j', (body) => {
	expect(lookedUp(body)).toBeUndefined();
});

it.each([
	[204, '204'],
	['INV2'.repeat(50), 'INV2'.repeat(50)],
])('the reference %j is looked up, wherever it stands', (orderReference, expected) => {
	expect(lookedUp({ orderReference })).toBe(expected);
	expect(lookedUp({ data: { orderReference } })).toBe(expected);
});

// Whoever knows the address can write what they like: none of it may lead to another address, or be calculated.
it.each(['', '..', 'a/../b', '{{ 6 * 7 }}', 'INV 204', 'INV204\n', 'ІNV204', '4'.repeat(201)])(
	'%j is no reference, and is not looked up',
	(orderReference) => {
		expect(lookedUp({ data: { orderReference } })).toBeUndefined();
	},
);

it.each([
	['a stranger made it up', { httpStatus: 404, outcome: 'notFound', cause: 'item' }, false],
	['an address leads nowhere', { outcome: 'rejected', cause: 'settings' }, true],
	['it cannot be a reference', { outcome: 'invalid', cause: 'item' }, false],
	['the credential has no path for it', { outcome: 'invalid', cause: 'settings' }, true],
])('the team is told of a look-up that failed: %s', (_, details, isTold) => {
	const $json = { error: 'Not looked up', details };
	expect(holds(example, 'Drop what was not found', { $json })).toBe(isTold);
});
