import fc from 'fast-check';
import { asReference } from '../../../nodes/CardBankPayments/wire/text';
import { evaluate, parametersOf } from '../support/exampleExpression';

interface SetParameters {
	assignments: { assignments: Array<{ value: string }> };
}
interface FilterParameters {
	conditions: {
		combinator: string;
		conditions: Array<{ leftValue: string; operator: { type: string; operation: string } }>;
	};
}

const example = 'payment-received';
const { assignments } = parametersOf<SetParameters>(example, 'Only the order reference');
const { conditions } = parametersOf<FilterParameters>(example, 'Could it be one of ours?');

/** What is looked up after a call with this body; undefined where nothing is. */
function lookedUp(body: unknown): unknown {
	const orderReference = evaluate(assignments.assignments[0]?.value ?? '', {
		$json: { body: body as object },
	}) as string;
	const passes = conditions.conditions.every(
		({ leftValue }) => evaluate(leftValue, { $json: { orderReference } }) === true,
	);
	return passes ? orderReference : undefined;
}

/** Whether the node takes a text, and it looks like an order reference. */
function isReference(text: string): boolean {
	if (text.includes('{{') || /(^|[/\\])\.{1,2}([/\\]|$)/.test(text)) return false;
	try {
		return [...asReference(text)].length <= 200;
	} catch {
		return false;
	}
}

it.each([
	...[['SUCCESS', 'paid'] as const, ['SETTLED', 'paid'] as const, ['FAILED', 'failed'] as const],
	...[['REFUNDED', 'reversed'] as const, ['REVERSED', 'reversed'] as const],
	...[['PENDING', 'under way'] as const, [undefined, 'under way'] as const],
])('a card payment with the status %s is %s', (status, what) => {
	const said = parametersOf<SetParameters>(example, 'What a payment says').assignments;
	const [, expression] = said.assignments.map(({ value }) => value);
	expect(evaluate(expression ?? '', { $json: { status } })).toBe(what);
});

it('every condition of the filter has to be true', () => {
	expect(conditions.combinator).toBe('and');
	for (const { operator } of conditions.conditions) {
		expect(operator).toMatchObject({ type: 'boolean', operation: 'true' });
	}
});

it.each(['INV204', 'INV/2026/204', 'order 204', '#204', '4'.repeat(200), '{204}', '注文204', 204])(
	'the order reference %s is looked up, wherever it stands',
	(orderReference) => {
		expect(lookedUp({ data: { orderReference } })).toBe(String(orderReference));
		expect(lookedUp({ orderReference })).toBe(String(orderReference));
	},
);

it.each([
	...[{}, null, 'INV-204', { data: null }, { data: 'INV-204' }],
	...['', 'INV-204 ', '4'.repeat(201), '..', 'a/../b', '..\\tokens', '{{ 6 * 7 }}', '\ud800'].map(
		(orderReference) => ({ orderReference }),
	),
	...[null, true, {}, ['INV-204'], { toString: 'INV-204' }].map((orderReference) => ({
		data: { orderReference },
	})),
])('nothing is looked up after a call with the body %j', (body) => {
	expect(lookedUp(body)).toBeUndefined();
});

it('what the node can look up is looked up, and nothing else', () => {
	const odd = fc.constantFrom(
		...['.', '/', '\\', '{', ' ', '-', '\u00a0', '\u200d', '\u2800', '\u3164', '\u034f', '\ud83d'],
	);
	const reference = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({ unit: 'grapheme', maxLength: 200 }),
		fc.string({ unit: fc.oneof(odd, fc.string({ minLength: 1, maxLength: 1 })), maxLength: 12 }),
	);
	fc.assert(
		fc.property(reference, (text) => {
			const expected = isReference(text) ? text : undefined;
			expect(lookedUp({ orderReference: text })).toBe(expected);
		}),
		{ numRuns: 1_000 },
	);
});
