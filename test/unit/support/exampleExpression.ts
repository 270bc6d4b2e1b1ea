import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DateTime } from 'luxon';
import {
	Expression,
	ExpressionError,
	type IDataObject,
	type IWorkflowDataProxyData,
} from 'n8n-workflow';

const folder = path.resolve(__dirname, '../../../examples');

/** What an expression of an example sees. */
export interface Seen {
	$json: IDataObject;
	/** All items that the node is given; the one item by default. */
	all?: IDataObject[];
	/** Where the item stands among them; 0 by default. */
	$itemIndex?: number;
	/** The item of an earlier node that this one came from, or all its items, by the node's name. */
	earlier?: Record<string, IDataObject | IDataObject[]>;
	$now?: DateTime;
}

interface ExampleNode<Parameters> {
	name: string;
	parameters: Parameters;
	executeOnce?: boolean;
}

interface SetParameters {
	mode?: string;
	jsonOutput: string;
	assignments: { assignments: Array<{ name: string; value: string }> };
	includeOtherFields?: boolean;
}

/** A node of an example workflow, by the name of its file without the ending. */
function exampleNodeOf<Parameters>(example: string, node: string): ExampleNode<Parameters> {
	const text = readFileSync(path.join(folder, `${example}.json`), 'utf8');
	const { nodes } = JSON.parse(text) as { nodes: Array<ExampleNode<Parameters>> };
	const found = nodes.find(({ name }) => name === node);
	if (found === undefined) throw new Error(`${example} has no node ${node}`);
	return found;
}

/**
 * The parameters of a node of an example workflow.
 *
 * @param example name of its file, without the ending
 */
export const parametersOf = <Parameters>(example: string, node: string): Parameters =>
	exampleNodeOf<Parameters>(example, node).parameters;

/** What a Set node of an example makes of items, as n8n does, but that no type is converted. */
export function setBy(
	example: string,
	node: string,
	items: IDataObject[],
	seen: Omit<Seen, '$json' | 'all' | '$itemIndex'> = {},
): IDataObject[] {
	const { parameters, executeOnce = false } = exampleNodeOf<SetParameters>(example, node);
	const { mode, jsonOutput, assignments, includeOtherFields } = parameters;
	return (executeOnce ? items.slice(0, 1) : items).map(($json, $itemIndex) => {
		const value = (expression: string) =>
			evaluate(expression, { ...seen, $json, all: items, $itemIndex });
		if (mode === 'raw') return value(jsonOutput) as IDataObject;
		const made: IDataObject = structuredClone(includeOtherFields ? $json : {});
		for (const field of assignments.assignments) setAt(made, field.name, value(field.value));
		return made;
	});
}

/** n8n puts a field called `page.line` into an object `page`. */
function setAt(made: IDataObject, name: string, value: unknown): void {
	const [first = '', inner] = name.split('.');
	if (inner === undefined) made[first] = value as IDataObject;
	else made[first] = { ...(made[first] as IDataObject), [inner]: value as IDataObject };
}

interface Conditions {
	combinator: 'and' | 'or';
	conditions: Array<{ leftValue: string; operator: { type: string; operation: string } }>;
}

interface Deciding {
	conditions: Conditions;
	rules?: { values: Array<{ conditions: Conditions; outputKey: string }> };
}

function meets({ combinator, conditions }: Conditions, seen: Seen): boolean {
	const met = conditions.map(({ leftValue, operator }) => {
		if (`${operator.type} ${operator.operation}` !== 'boolean true')
			throw new Error(`${leftValue} is not asked whether it is true`);
		return evaluate(leftValue, seen) === true;
	});
	return combinator === 'and' ? met.every(Boolean) : met.some(Boolean);
}

/** Whether a Filter or an If lets an item through. */
export const holds = (example: string, node: string, seen: Seen): boolean =>
	meets(parametersOf<Deciding>(example, node).conditions, seen);

/** The output of a Switch by which an item leaves; undefined where there is none for it. */
export const outputOf = (example: string, node: string, seen: Seen): string | undefined =>
	parametersOf<Deciding>(example, node).rules!.values.find(({ conditions }) =>
		meets(conditions, seen),
	)?.outputKey;

interface WritingParameters {
	columns: { value: Record<string, string> };
	/** By default, n8n writes into each row in which one of them is true. */
	matchType?: 'allConditions' | 'anyCondition';
	filters: { conditions: Array<{ keyName: string; condition: string; keyValue: string }> };
}

/** What a node of an example writes for an item into a column of a table. */
export const writtenBy = (example: string, node: string, column: string, seen: Seen): unknown =>
	evaluate(parametersOf<WritingParameters>(example, node).columns.value[column]!, seen);

/** The conditions under which a node of an example writes into a row. */
export function onlyWhere(example: string, node: string, seen: Seen): unknown[][] {
	const { filters, matchType } = parametersOf<WritingParameters>(example, node);
	expect(matchType).toBe('allConditions');
	return filters.conditions.map(({ keyName, condition, keyValue }) => [
		...[keyName, condition, evaluate(keyValue, seen)],
	]);
}

/** The text of a parameter, such as the subject of an e-mail. */
export const textOf = (example: string, node: string, parameter: string, seen: Seen): string =>
	String(evaluate(parametersOf<Record<string, string>>(example, node)[parameter]!, seen));

/** Evaluates an expression of an example, as n8n does. */
export function evaluate(
	expression: string,
	{ $json, all = [$json], $itemIndex = 0, earlier = {}, $now = DateTime.now() }: Seen,
): unknown {
	const item = (json?: IDataObject) => ({ json });
	const data = {
		$json,
		$itemIndex,
		$now,
		DateTime,
		$input: {
			all: () => all.map(item),
			first: () => item(all[0]),
		},
		$: (node: string) => {
			const isExecuted = Object.hasOwn(earlier, node);
			const items = () => {
				// n8n swallows other errors of an expression, and shows this one.
				if (!isExecuted) throw new ExpressionError(`Nothing came from ${node}`);
				return [earlier[node]].flat().map(item);
			};
			return {
				isExecuted,
				first: () => items()[0],
				all: items,
				get item() {
					return items()[0];
				},
			};
		},
	};
	return new Expression('UTC').resolveSimpleParameterValue(
		expression,
		data as unknown as IWorkflowDataProxyData,
	);
}
