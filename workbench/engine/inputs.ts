import fc from 'fast-check';
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { formatOf } from '../../nodes/CardBankPayments/wire/field';
import { isChoice } from '../../nodes/CardBankPayments/resources/shownFields';
import { isLimit, type OperationUnderTest } from './operations';

/** One way to fill in the node, and the item that reaches it. */
export interface Input {
	parameters: INodeParameters;
	item: IDataObject;
}

/** Texts that have broken serializers, expressions and JavaScript objects. */
const awkwardTexts = [
	...['0150123456789', '007', '1e3', 'true', 'null', '__proto__', 'constructor'],
	...['a/b\\c?d=e&f#g%20', `O'Neil "Bob" & Söhne <b>`, '漢字 العربية 😀'],
	...['{{ $json.amount }}', '=not an expression', '${amount}'],
	...['line\u2028separator', 'नाम\u200cक्\u200dष', '\ud800'],
];

const text = fc.oneof(
	fc.constantFrom(...awkwardTexts),
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
	fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{0,18}[A-Z0-9]$/),
	fc.maxSafeInteger(),
);

/** 1234.5 as the number, and as "1234.5", "1234.50" and "0001234.50". */
const amount = fc
	.tuple(
		fc.integer({ min: 1, max: 100_000_000_000_000 }),
		fc.constantFrom(
			(value: number) => value,
			(value: number) => String(value),
			(value: number) => value.toFixed(2),
			(value: number) => `000${value.toFixed(2)}`,
		),
	)
	.map(([cents, form]) => form(cents / 100));

/** 2026-11-23, alone or with a time of day in some time zone; no list ends before it begins. */
const dayFor = ({ name }: INodeProperties) => {
	const [min = '', max = ''] =
		name === 'endDate' ? ['2026-01-01', '2030-12-31'] : ['2020-01-01', '2025-12-31'];
	return fc
		.tuple(
			fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }),
			fc.constantFrom('', 'T00:00:00', 'T23:59:59.999+03:00', ' 12:00'),
		)
		.map(([date, time]) => `${date.toISOString().slice(0, 10)}${time}`);
};

function valueOf(field: INodeProperties): fc.Arbitrary<string | number> {
	if (field.type === 'dateTime') return dayFor(field);
	if (isLimit(field)) return fc.integer({ min: 1, max: 250 });
	if (field.name === 'amount') return amount.filter(isTakenBy(field));
	if (field.type !== 'options') return text.filter(isTakenBy(field));
	const choices = (field.options as INodePropertyOptions[]).map(({ value }) => value as string);
	return fc.constantFrom(...choices);
}

/** Values that a field refuses are tested elsewhere. */
const isTakenBy = (field: INodeProperties) => (value: string | number) => {
	try {
		return formatOf(field)(value) !== '';
	} catch {
		return false;
	}
};

/**
 * Every way in which a builder can give a value: fixed, by an expression, by a resource locator.
 */
function filled(field: INodeProperties): fc.Arbitrary<Input> {
	const modes = (field.modes ?? []).map(({ name }) => name);
	return fc
		.tuple(valueOf(field), fc.boolean(), fc.constantFrom(undefined, ...modes))
		.map(([value, isFixed, mode]) => {
			// The editor takes what starts with this sign for an expression.
			// Without a mode, n8n takes a 0 in a locator for a field that was left out.
			const isLeftOut = value === 0 && modes.length > 0 && mode === undefined;
			const isTyped = isFixed && !isLeftOut && !String(value).startsWith('=');
			const typed = isTyped ? value : `={{ $json[${JSON.stringify(field.name)}] }}`;
			const parameter = mode === undefined ? typed : { __rl: true, mode, value: typed };
			const item = isTyped ? {} : { [field.name]: value };
			return { parameters: { [field.name]: parameter }, item };
		});
}

/** Some of these fields filled in, or all that are required. */
const filledIn = (fields: INodeProperties[], requiredKeys?: []) =>
	fc
		.record(Object.fromEntries(fields.map((one) => [one.name, filled(one)])), { requiredKeys })
		.map((given) => together(Object.values(given) as Input[]));

const together = (parts: Input[]): Input => ({
	parameters: Object.assign({}, ...parts.map(({ parameters }) => parameters)),
	item: Object.assign({}, ...parts.map(({ item }) => item)),
});

/**
 * Valid inputs of an operation, generated from its definition alone. Fields that are hidden may hold
 * anything, too: the editor keeps what was typed before another choice was made.
 */
export function inputsOf(one: OperationUnderTest): fc.Arbitrary<Input> {
	const { chosen, operation, required, optional, unsent } = one;
	const single = optional.filter((field) => operation.fields.includes(field));
	const collections = operation.fields
		.filter(({ type }) => type === 'collection')
		.map(({ name, options }) =>
			filledIn(options as INodeProperties[], []).map(({ parameters, item }) => ({
				parameters: { [name]: parameters },
				item,
			})),
		);
	const defaults = operation.fields
		.filter(isChoice)
		.map((field) => [field.name, field.default as string | boolean]);
	return fc
		.tuple(
			fc
				.constantFrom({}, Object.fromEntries(defaults))
				.map((parameters) => ({ parameters, item: {} })),
			filledIn(unsent, []),
			fc.constant({ parameters: chosen, item: {} }),
			filledIn(required),
			filledIn(single, []),
			...collections,
		)
		.map(together);
}

/** Paths as a credential may hold them, for look-ups. */
export const pathTemplates = fc.constantFrom(
	// Saved before there were such settings.
	undefined,
	'/payouts/{orderReference}',
	'/payments/{orderReference}',
	'look-up/{orderReference}/status?all=1',
	'//orders?reference={orderReference}',
);
