import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { formatOf, type WireFormat } from '../../wire/field';
import { describeValue } from '../../wire/shown';
import { asIdentifier, asNumberText, asReference, isInexact } from '../../wire/text';
import { emptyParts, inexactPart, isBlank, partAt, type Path, type Sources } from './columns';
import { placeNamed } from './parameters';

/** What names one thing names another one without a part of it; a name without its middle is still a name. */
const NAMES_ONE_THING = new Set<WireFormat>([asReference, asIdentifier, asNumberText]);

/** Texts and regular expressions, whose signs are not those of the expression: `$json["Basic + Bonus"]`. */
const QUOTED =
	/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<=[(,={]\s*)\/(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\//;

/** Where values become one: not beside a text, as in `+ '.' +`, nor where a plus belongs to a regular expression. */
const JOINT =
	/(?<=[\w)\]]\s*)(?<!\\\w)(?:(?<=\s)\+(?=\s+[\w$(])|(?<!\s)\+(?=[\w(]|\$[\w(])|\}\}\{\{(?=\s*[\w$(]))/;

const QUOTED_OR_JOINT = new RegExp(`(${QUOTED.source})|${JOINT.source}`, 'g');

/** What an expression takes from somewhere, by its name. */
type Part = [name: string, value: unknown];

/**
 * Checks that the value of an item was put together right.
 *
 * @throws UserError where a part is empty that must not be, or has lost digits, or an amount is {@link MISREAD}
 */
export type PartsCheck = (index: number, value: unknown) => void;

/**
 * Of what an expression makes of several parts. `SAL202612` without the number of the employee is another
 * reference, and JavaScript adds the texts 150000 and 5000 to 1500005000.
 *
 * @param raw the parameter as the builder typed it
 */
export function partsCheckOf(
	context: IExecuteFunctions,
	field: INodeProperties,
	raw: unknown,
	sources: Sources,
): PartsCheck {
	const inputs = context.getInputData();
	// The parts of a collection may be those of any of its fields; a place has no parts.
	const needsParts =
		field.type !== 'collection' &&
		NAMES_ONE_THING.has(formatOf(field)) &&
		placeNamed(raw) === undefined;
	const none: Sources = { ...sources, paths: [], parts: [], others: [], computed: [] };
	const { paths, parts, others, computed } = needsParts ? sources : none;
	const misread = field.name === 'amount' ? MISREAD : [];
	const readings = misread.map(([otherwise, says]) => [otherwise(raw), says] as const);
	const evaluate = (expression: string, index: number) =>
		context.evaluateExpression(expression, index);
	return (index, value) => {
		const { json = {} } = inputs[index] ?? {};
		const evaluated = (one: string): Part => [one, evaluate(`{{${one}}}`, index)];
		const given = others.map(evaluated);
		const partsAt = (at: Path[]) => at.map((path): Part => [path.join('.'), partAt(json, path)]);
		const namesOf = (of: Part[], is: (part: unknown) => boolean) =>
			of.filter(([, part]) => is(part)).map(([name]) => name);
		// A column that is empty says more than what was computed from it.
		const columns = namesOf([...partsAt(parts), ...given], isBlank);
		const empty = columns.length > 0 ? columns : namesOf(computed.map(evaluated), isBlank);
		if (empty.length > 0) throw new UserError(emptyParts(empty));
		// Made text, a number that has lost digits looks like any other text.
		const [inexact] = namesOf([...partsAt(paths), ...given], isInexact);
		if (inexact !== undefined && typeof value === 'string') {
			throw new UserError(inexactPart(inexact));
		}
		for (const [reading, says] of readings) {
			if (reading === undefined || !isAnother(() => evaluate(reading, index), value)) continue;
			throw new UserError(`is ${describeValue(value)}, ${says}`);
		}
	};
}

/** Whether another reading of its expression gives another amount. */
function isAnother(read: () => unknown, value: unknown): boolean {
	try {
		const other = read();
		return !isBlank(other) && Math.abs(Number(other) - Number(value)) >= 0.01;
	} catch {
		// A text has no round(), and 1e+2 no other sign: that proves nothing.
		return false;
	}
}

/** The expression of an amount in another reading; undefined where there is none. */
const inOtherWords =
	(rewrite: (text: string) => string) =>
	(raw: unknown): string | undefined => {
		const text = String(raw);
		const other = rewrite(text);
		return text.startsWith('=') && other !== text ? other.slice(1) : undefined;
	};

/** Texts are added as numbers: `+` makes 1500005000 of 150000 and 5000. */
export const asSum = inOtherWords((text) =>
	// A number has no methods of a text, such as trim().
	text
		.replace(QUOTED_OR_JOINT, (_, quoted?: string) => quoted ?? '- -')
		.replace(/- -[^()]*\)(?=\.)/g, '$&.toString()'),
);

/**
 * Digits behind a separator, at which JavaScript ends a number: no amount is below zero, so this one is none. Behind
 * white space they are thousands, or, as in `2 10kg bags`, another number.
 */
const NONE_IF_CUT = String.raw`replace(/^\s*\d+(?:\.\d+\.\d|(?:\.\d+)?(?:[,'’]\d|[,'’]?\s+\d{3}(?!\d))).*/, '-1')`;

/** No number is cut at its separators: `parseFloat` makes 1 of 1,500.00. */
export const asWhole = inOtherWords((text) =>
	text
		.replace(
			/(?<![\w$.])(?:Number\.)?(parse(?:Float|Int))(?![\w$])/g,
			(_, parse: string) => `((text) => ${parse}(String(text).${NONE_IF_CUT}))`,
		)
		.replace(/(?<=\.)to(?:Float|Int|WholeNumber)\(/g, (call) => `${NONE_IF_CUT}.${call}`),
);

/** What takes a sign out of a text, such as `.replace(/\D/g, '')`. */
const REMOVAL =
	/\.(replace(?:All)?\((?:(['"]).\2|\/(?:\\.|\[[^\]]+\]|[^[\\/])[+*]?\/\w*),\s*(?:''|"")\s*\))/g;

/** Whoever goes on to divide by 100 means cents. */
const FROM_CENTS = /\/\s*100\b|\*\s*0?\.01\b/;

/** Cents stay behind their separator: without its comma, 1500,50 is 150050. */
export const asCents = inOtherWords((text) =>
	FROM_CENTS.test(text)
		? text
		: text.replace(
				REMOVAL,
				String.raw`.split(/(?<=\d)[.,](?=\d{1,2}\D*$$)/).map((part) => part.$1).join('.')`,
			),
);

/** What an expression makes of amounts and nobody means, by the reading that gives another one. */
const MISREAD = [
	[asSum, 'one text behind another; to add them, write Number() around each'],
	[
		asWhole,
		// No code: without its commas, 1500,50 is 150050.
		'the beginning of a longer number; remove what separates its thousands, and put a dot before its cents, e.g. 1500.50',
	],
	[asCents, 'which counts the cents as whole money; keep a dot before them, e.g. 1500.50'],
] as const;
