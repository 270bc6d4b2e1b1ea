import fc from 'fast-check';
import {
	DEFAULT_PATHS,
	PATH_LABELS,
	recordPath,
} from '../../../nodes/CardBankPayments/wire/pathField';
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

/** What the look-ups are asked about after a call with this body; undefined where they are not. */
function asked(body: unknown): unknown {
	const orderReference = evaluate(assignments.assignments[0]?.value ?? '', {
		$json: { body: body as object },
	}) as string;
	const passes = conditions.conditions.every(
		({ leftValue }) => evaluate(leftValue, { $json: { orderReference } }) === true,
	);
	return passes ? orderReference : undefined;
}
const askedAbout = (orderReference: unknown) => asked({ data: { orderReference } });

/** Whether the node can ask the service about a reference. */
function canBeAsked(reference: string): boolean {
	try {
		recordPath(DEFAULT_PATHS.payoutPath, asReference(reference), PATH_LABELS.payoutPath);
		return true;
	} catch {
		return false;
	}
}

/** What no order reference looks like, though the node would encode it and ask. */
const path = /(^|[/\\])\.{1,2}([/\\]|$)/;
const isSuspicious = (reference: string) => reference.includes('{{') || path.test(reference);

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

it.each([
	...['INV204', 'INV-204', 'INV/2026/204', 'order 204', 'Ü-204', '#204', '-204', '.204', '2.04.'],
	...['a', '4'.repeat(200), '100%', '{204}', '注文204', '😀'],
])('asks about the order reference %s', (reference) => {
	expect(askedAbout(reference)).toBe(reference);
	expect(asked({ orderReference: reference })).toBe(reference);
});

it('asks about a number as text', () => {
	expect(askedAbout(204)).toBe('204');
});

const unaskable: unknown[] = [
	...['', ' ', ' INV-204', 'INV-204 ', '\tINV-204', 'INV-\n204', 'INV-204\n', 'INV-\u200b204'],
	...['4'.repeat(201), '.', '..', '../tokens', 'a/../b', '..\\tokens', '{{ 6 * 7 }}', '\ud800'],
	...[null, undefined, true, {}, { a: 1 }, [], ['INV-204'], { toString: 'INV-204' }],
];

it.each(unaskable.map((reference) => [reference]))('does not ask about %p', (reference) => {
	expect(askedAbout(reference)).toBeUndefined();
});

it.each([[[]], [{}], [null], ['INV-204'], [{ data: null }], [{ data: 'INV-204' }]])(
	'does not ask after a call with the body %p',
	(body) => {
		expect(asked(body)).toBeUndefined();
	},
);

it('asks about whatever the node can ask about, and about nothing else', () => {
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
			const expected = canBeAsked(text) && !isSuspicious(text) && [...text].length <= 200;
			expect(askedAbout(text)).toBe(expected ? text : undefined);
		}),
		{ numRuns: 1_000 },
	);
});
