import { readFileSync } from 'node:fs';
import path from 'node:path';
import { evaluate, fieldOf, holds } from '../support/exampleExpression';

const example = 'payment-received';
const found = fieldOf(example, 'Take the order reference only', 'orderReference');

/** What is looked up after a call with this body; undefined where nothing is. */
function lookedUp(body: unknown): unknown {
	const orderReference = evaluate(found, { $json: { body: body as object } }) as string;
	const $json = { orderReference };
	return holds(example, 'Drop what cannot be a reference', { $json }) ? orderReference : undefined;
}

it.each([
	...[['SUCCESS', 'paid'] as const, ['SETTLED', 'paid'] as const, ['FAILED', 'failed'] as const],
	...[['REFUNDED', 'reversed'] as const, ['REVERSED', 'reversed'] as const],
	...[['PENDING', 'under way'] as const, [undefined, 'under way'] as const],
])('a card payment with the status %s is %s', (status, what) => {
	const expression = fieldOf(example, 'Read the payment', 'what');
	expect(evaluate(expression, { $json: { status } })).toBe(what);
});

it('docs/outcomes.md says of each status of a card payment that the example knows what it means', () => {
	const page = readFileSync(path.resolve(__dirname, '../../../docs/outcomes.md'), 'utf8');
	const told = /A card payment is paid at .*?\n\n/s.exec(page)?.[0];
	const expression = fieldOf(example, 'Read the payment', 'what');
	const statuses = [...expression.matchAll(/([A-Z]+): '/g)].map(([, status]) => status);
	expect(statuses).toHaveLength(5);
	for (const status of statuses) expect(told).toContain(status);
});

it.each([
	['20.00 USD', { collectedAmount: '20.00', collectedCurrency: 'USD' }],
	['amount not told', {}],
])('tells what was collected: %s', (told, record) => {
	const $json = { paymentReference: 'CARD1', status: 'SUCCESS', ...record };
	const about = evaluate(fieldOf(example, 'Read the payment', 'about'), { $json });
	expect(about).toBe(`Card payment CARD1: ${told}, status SUCCESS`);
});

it.each([
	...[{}, null, 'INV204', { data: null }, { data: 'INV204' }],
	...[null, true, {}, ['INV204'], { toString: 'INV204' }].map((orderReference) => ({
		data: { orderReference },
	})),
])('nothing is looked up after a call with the body %j', (body) => {
	expect(lookedUp(body)).toBeUndefined();
});

it.each([
	[204, '204'],
	['INV204', 'INV204'],
	['4'.repeat(200), '4'.repeat(200)],
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
	[
		'an address that leads nowhere',
		{ httpStatus: 404, outcome: 'rejected', cause: 'settings' },
		true,
	],
	['it cannot be a reference', { outcome: 'invalid', cause: 'item' }, false],
	['the credential has no path for it', { outcome: 'invalid', cause: 'settings' }, true],
	['the service is silent', { outcome: 'unknown', cause: 'service' }, true],
])('the team is told of a look-up that failed: %s', (_, details, isTold) => {
	const $json = { error: 'Not looked up', details };
	expect(holds(example, 'Drop what was not found', { $json })).toBe(isTold);
});
