import fc from 'fast-check';
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';
import { formatOf, isAmount } from '../../nodes/CardBankPayments/wire/bodyField';
import { isChoice } from '../../nodes/CardBankPayments/resources/shownFields';
import { isLimit, type OperationUnderTest } from './operations';

/** One way to fill in the node, and the item that reaches it. */
export interface Input {
	parameters: INodeParameters;
	item: IDataObject;
}

/** How one field is filled in: what the parameter holds, and what the item holds for it. */
interface Filled {
	parameter: NodeParameterValueType;
	item?: string | number;
}

/** Texts that have broken serializers, expressions and JavaScript objects. */
export const awkwardTexts = [
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

const cents = fc.oneof(
	fc.integer({ min: 1, max: 10_000 }),
	fc.integer({ min: 1, max: 100_000_000_000_000 }),
);

/** 1234.5 as the number, and as "1234.5", "1234.50" and "0001234.50". */
const amount = fc
	.tuple(cents, fc.constantFrom('number', 'shortest', 'twoPlaces', 'leadingZeros'))
	.map(([value, form]) => {
		const number = value / 100;
		if (form === 'number') return number;
		if (form === 'shortest') return String(number);
		return form === 'twoPlaces' ? number.toFixed(2) : `000${number.toFixed(2)}`;
	});

/** 2026-11-23, alone or with a time of day in some time zone. */
const day = fc
	.tuple(
		fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
		fc.constantFrom('', 'T00:00:00', 'T23:59:59.999+03:00', ' 12:00'),
	)
	.map(([date, time]) => `${date.toISOString().slice(0, 10)}${time}`);

function valueOf(field: INodeProperties): fc.Arbitrary<string | number> {
	if (field.type === 'dateTime') return day;
	if (isLimit(field)) return fc.integer({ min: 1, max: 250 });
	if (isAmount(field)) return amount.filter(isTakenBy(field));
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

/** Every way in which a builder can give a value: fixed, by an expression, by a resource locator. */
function filled(field: INodeProperties): fc.Arbitrary<Filled> {
	const expression = `={{ $json[${JSON.stringify(field.name)}] }}`;
	const plain = fc.tuple(valueOf(field), fc.boolean()).map(([value, fixed]): Filled =>
		// The editor takes what starts with this sign for an expression.
		fixed && !String(value).startsWith('=')
			? { parameter: value }
			: { parameter: expression, item: value },
	);
	if (field.type !== 'resourceLocator') return plain;
	const modes = (field.modes ?? []).map(({ name }) => name);
	return (
		fc
			.tuple(plain, fc.constantFrom(undefined, ...modes))
			// Without a mode, n8n takes a 0 for a field that was left out.
			.filter(([{ parameter }, mode]) => mode !== undefined || parameter !== 0)
			.map(([{ parameter, item }, mode]) => ({
				parameter:
					mode === undefined ? parameter : { __rl: true, mode, value: parameter as string },
				item,
			}))
	);
}

const filledFields = (fields: INodeProperties[]) =>
	Object.fromEntries(fields.map((field) => [field.name, filled(field)]));

/**
 * Valid inputs of an operation, generated from its definition alone. Fields that are hidden may hold
 * anything, too: the editor keeps what was typed before another choice was made.
 */
export function inputsOf(one: OperationUnderTest): fc.Arbitrary<Input> {
	const { chosen, operation, required, limit, hidden } = one;
	const limits = limit ? [limit] : [];
	const collections = operation.fields
		.filter(({ type }) => type === 'collection')
		.map(({ name, options }) => {
			const fields = filledFields(options as INodeProperties[]);
			return [name, fc.record(fields, { requiredKeys: [] })] as const;
		});
	const defaults = Object.fromEntries(
		operation.fields
			.filter(isChoice)
			.map((field) => [field.name, field.default as string | boolean]),
	);
	return fc
		.record({
			always: fc.record(filledFields(required)),
			left: fc.record(filledFields([...hidden, ...limits]), { requiredKeys: [] }),
			added: fc.record(Object.fromEntries(collections)),
			explicit: fc.constantFrom({}, defaults),
		})
		.map(({ always, left, added, explicit }) => {
			const typed = { ...parametersOf(left), ...parametersOf(always) };
			const parameters: INodeParameters = { ...explicit, ...chosen, ...typed };
			for (const [name, fields] of Object.entries(added)) parameters[name] = parametersOf(fields);
			return { parameters, item: itemOf([left, always, ...Object.values(added)]) };
		});
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

type FilledFields = Record<string, Filled | undefined>;

function parametersOf(fields: FilledFields): INodeParameters {
	return Object.fromEntries(
		Object.entries(fields).map(([name, one]) => [name, one?.parameter]),
	) as INodeParameters;
}

function itemOf(groups: FilledFields[]): IDataObject {
	const entries = groups.flatMap((fields) => Object.entries(fields));
	return Object.fromEntries(
		entries.flatMap(([name, one]) => (one?.item === undefined ? [] : [[name, one.item]])),
	);
}
