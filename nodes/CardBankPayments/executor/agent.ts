import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Effect } from '../shared/operation';
import { operationError } from './report';
import type { Settings } from './settings';

/**
 * Expressions through which an agent's own values reach a parameter when the node is a tool: by
 * name, as the item that the tool is called with, or by way of another parameter.
 */
const AGENT_VALUE =
	/\$fromAI|\$json|\$input|\$thisItem|\$tool|\$binary|\$items?\b|\$data|\$parameter|\$rawParameter|\$evaluateExpression|\$self/i;

/** Decide who is paid, and whether a repeat is told from a new payment. */
const PROTECTED_FIELDS = ['orderReference', 'accountNumber', 'accountName', 'bic'];

/**
 * Refuses a payout that an AI agent asks for, unless the builder has allowed it.
 *
 * @throws NodeOperationError that says which setting is missing; nothing was sent then
 */
export function assertAgentMayRun(
	context: IExecuteFunctions,
	effect: Effect,
	settings: Settings,
): void {
	if (effect !== 'payout' || !isToolRun(context)) return;
	const refuse = (what: string, hint: string) => operationError(context.getNode(), what, hint);

	const raw = (name: string) => context.getNodeParameter(name, 0, '', { rawExpressions: true });
	const options = raw('options') as IDataObject;
	const { agentPayouts } = settings;

	if (agentPayouts === 'refuse' || isExpression(options.agentPayouts)) {
		throw refuse(
			'An AI agent may not make payouts with this node. Nothing was sent.',
			'To allow it, the builder sets the option Agent Payouts (a fixed value, not an expression) and Maximum Amount.',
		);
	}
	if (settings.maximumAmount === undefined) {
		throw refuse(
			'An AI agent may only make payouts up to a Maximum Amount, and none is set. Nothing was sent.',
			'The builder adds the option Maximum Amount to the node.',
		);
	}
	if (
		typeof options === 'string' ||
		['maximumAmount', 'maximumTotal'].some((name) => fromAgent(options[name]))
	) {
		throw refuse(
			'The limits of a payout may not be filled in by an AI agent. Nothing was sent.',
			'The builder gives Maximum Amount and Maximum Total fixed values.',
		);
	}
	const open = PROTECTED_FIELDS.find((name) => fromAgent(raw(name)));
	if (agentPayouts === 'fixedBeneficiary' && open !== undefined) {
		throw refuse(
			`The parameter ${open} of a payout may not be filled in by an AI agent. Nothing was sent.`,
			'The builder fills it in from the workflow, or sets the option Agent Payouts to Allow to Any Beneficiary.',
		);
	}
}

/**
 * Whether an AI agent called the node. Recent versions of n8n run a tool like any other node, under
 * a type of its own whose name ends in Tool.
 */
function isToolRun(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;
}

function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}

function fromAgent(value: unknown): boolean {
	return AGENT_VALUE.test(JSON.stringify(value ?? ''));
}
