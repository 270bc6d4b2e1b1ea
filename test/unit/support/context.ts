import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

/** Values of expressions, by the expression's text: what n8n would make of it for each item. */
export type Expressions = Record<string, (index: number) => unknown>;

export interface NodeUnderTest {
	/** Parameters as the builder typed them; text that starts with `=` is an expression. */
	parameters?: Record<string, unknown>;
	expressions?: Expressions;
	/** The json of the input items. */
	items?: IDataObject[];
	type?: string;
	/** Unset in a workflow that was never saved. */
	workflowId?: string | null;
	/** Unset where n8n runs the node by itself, for its own agents. */
	executionId?: string | null;
	helpers?: Partial<IExecuteFunctions['helpers']>;
	isToolExecution?: () => boolean;
}

export const node: INode = {
	id: 'node-1',
	name: 'Payments',
	type: 'n8n-nodes-card-bank-payments.cardBankPayments',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The few things of n8n's execution context that the pure parts look at. */
export function contextOf(settings: NodeUnderTest): IExecuteFunctions {
	const { expressions = {}, type = node.type } = settings;
	const { workflowId = 'workflow-1', executionId = 'execution-1' } = settings;
	const parameters = { operation: 'createBankPayout', ...settings.parameters };
	const context = {
		getNode: () => ({ ...node, type }),
		getWorkflow: () => ({ id: workflowId ?? undefined, active: true }),
		getExecutionId: () => executionId ?? undefined,
		getInputData: () => (settings.items ?? []).map((json) => ({ json })),
		helpers: settings.helpers,
		isToolExecution: settings.isToolExecution,
		evaluateExpression: (expression: string, index: number) => expressions[expression]?.(index),
		getNodeParameter(
			name: string,
			index: number,
			fallback?: unknown,
			options?: { rawExpressions?: boolean; extractValue?: boolean },
		) {
			const raw = rawOf(parameters, name, fallback);
			if (options?.rawExpressions) return raw;
			const value = evaluateParameter(raw, expressions, index);
			return options?.extractValue ? (value as { value: unknown }).value : value;
		},
	};
	return context as unknown as IExecuteFunctions;
}

/** n8n takes a path as well, e.g. `options.timeout`. */
function rawOf(parameters: unknown, path: string, fallback: unknown): unknown {
	const step = (value: unknown, key: string) =>
		(value as Record<string, unknown> | undefined)?.[key];
	return path.split('.').reduce(step, parameters) ?? fallback;
}

function evaluateParameter(raw: unknown, expressions: Expressions, index: number): unknown {
	if (typeof raw === 'string' && raw.startsWith('=')) return expressions[raw]?.(index);
	if (typeof raw !== 'object' || raw === null) return raw;
	return Object.fromEntries(
		Object.entries(raw).map(([key, value]) => [key, evaluateParameter(value, expressions, index)]),
	);
}
