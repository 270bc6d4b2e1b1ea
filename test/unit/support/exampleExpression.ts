import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DateTime } from 'luxon';
import { Expression, type IDataObject, type IWorkflowDataProxyData } from 'n8n-workflow';

const folder = path.resolve(__dirname, '../../../examples');

/** What an expression of an example sees. */
export interface Seen {
	$json: IDataObject;
	/** All items that the node is given; the one item by default. */
	all?: IDataObject[];
	/** The item of an earlier node that this one came from, or its first one, by the node's name. */
	earlier?: Record<string, IDataObject>;
}

/**
 * The parameters of a node of an example workflow.
 *
 * @param example name of its file, without the ending
 */
export function parametersOf<Parameters>(example: string, node: string): Parameters {
	const text = readFileSync(path.join(folder, `${example}.json`), 'utf8');
	const { nodes } = JSON.parse(text) as {
		nodes: Array<{ name: string; parameters: Parameters }>;
	};
	const found = nodes.find(({ name }) => name === node);
	if (found === undefined) throw new Error(`${example} has no node ${node}`);
	return found.parameters;
}

/** The expression by which a Set node of an example fills in a field. */
export function fieldOf(example: string, node: string, field: string): string {
	interface Parameters {
		assignments: { assignments: Array<{ name: string; value: string }> };
	}
	const { assignments } = parametersOf<Parameters>(example, node).assignments;
	return assignments.find(({ name }) => name === field)?.value ?? '';
}

/** Evaluates an expression of an example, as n8n does. */
export function evaluate(
	expression: string,
	{ $json, all = [$json], earlier = {} }: Seen,
): unknown {
	const data = {
		$json,
		DateTime,
		$input: { all: () => all.map((json) => ({ json })) },
		$: (node: string) => {
			if (!Object.hasOwn(earlier, node)) throw new Error(`Nothing came from ${node}`);
			const item = { json: earlier[node] };
			return { item, first: () => item };
		},
	};
	return new Expression('UTC').resolveSimpleParameterValue(
		expression,
		data as unknown as IWorkflowDataProxyData,
	);
}
