import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { formatOf, type WireFormat } from '../../wire/field';
import { describeValue } from '../../wire/shown';
import { asIdentifier, asNumberText, asReference, isInexact } from '../../wire/text';
import { emptyParts, inexactPart, isBlank, partAt, type Path, type Sources } from './columns';
import { placeNamed } from './parameters';

/** What names one thing names another one without a part of it; a name without its middle is still a name. */
const NAMES_ONE_THING = new Set<WireFormat>([asReference, asIdentifier, asNumberText]);

/** Where values become one: not beside a text, as in `+ '.' +`, nor where a plus belongs to a regular expression. */
const JOINT =
	/(?<=[\w)\]]\s*)(?<!\\\w)(?:(?<=\s)\+(?=\s+[\w$(])|(?<!\s)\+(?=\w|\$[\w(])|\}\}\{\{(?=\s*[\w$(]))/g;

/** What an expression takes from somewhere, by its name. */
type Part = [name: string, value: unknown];

/**
 * Checks that the value of an item was put together right.
 *
 * @throws UserError where a part is empty that must not be, or has lost digits, or an amount is no sum
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
	const { parts, paths, others } = needsParts ? sources : { parts: [], paths: [], others: [] };
	const sum = field.name === 'amount' ? asSum(raw) : undefined;
	const evaluate = (expression: string, index: number) =>
		context.evaluateExpression(expression, index);
	return (index, value) => {
		const { json = {} } = inputs[index] ?? {};
		const given = others.map((one): Part => [one, evaluate(`{{${one}}}`, index)]);
		const partsAt = (at: Path[]) => at.map((path): Part => [path.join('.'), partAt(json, path)]);
		const namesOf = (of: Part[], is: (part: unknown) => boolean) =>
			of.filter(([, part]) => is(part)).map(([name]) => name);
		const empty = namesOf([...partsAt(parts), ...given], isBlank);
		if (empty.length > 0) throw new UserError(emptyParts(empty));
		// Made text, a number that has lost digits looks like any other text.
		const [inexact] = namesOf([...partsAt(paths), ...given], isInexact);
		if (inexact !== undefined && typeof value === 'string') {
			throw new UserError(inexactPart(inexact));
		}
		if (sum !== undefined && isAnother(() => evaluate(sum, index), value)) {
			throw new UserError(
				`is ${describeValue(value)}, one text behind another; to add them, write Number() around each`,
			);
		}
	};
}

/** Whether adding gives another amount. */
function isAnother(add: () => unknown, value: unknown): boolean {
	try {
		const added = add();
		return !isBlank(added) && Math.abs(Number(added) - Number(value)) >= 0.01;
	} catch {
		// A text has no round(), and 1e+2 no other sign: that proves nothing.
		return false;
	}
}

/** The same expression, in which texts are added as numbers: `+` makes 1500005000 of 150000 and 5000. */
export function asSum(raw: unknown): string | undefined {
	const text = String(raw);
	// A number has no methods of a text, such as trim().
	const sum = text.replace(JOINT, '- -').replace(/- -[^()]*\)(?=\.)/g, '$&.toString()');
	return text.startsWith('=') && sum !== text ? sum.slice(1) : undefined;
}
