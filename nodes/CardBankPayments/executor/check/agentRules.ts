import type { IContextObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import { createBankPayout } from '../../resources/payout/createBankPayout';
import { operationError } from '../common/operationError';
import { labelOf } from '../read/optionReader';
import { isCollection, isFixed } from '../read/parameters';
import type { Settings } from '../read/settings';
import { isFromAgent, isFromBuilder } from './agentValues';

/** Decides whether a repeat is told from a new payment. */
const REFERENCE = 'orderReference';

/** Decide who is paid, and what the amount is worth: 500 is not the same in TZS and in USD. */
const BENEFICIARY = ['accountNumber', 'accountName', 'bic', 'currency'];

/**
 * Refuses a payout that an AI agent asks for, unless the builder has allowed it.
 *
 * What the builder keeps is allowed by its form. Whatever is not a fixed value or one plain reference
 * is taken for the agent's: n8n has more ways to a value than anybody could list, and for a tool it
 * resolves some of them against the agent's calls.
 *
 * @throws NodeOperationError that says which setting is missing; nothing was sent then
 */
export function assertAgentMayRun(
	context: IExecuteFunctions,
	effect: Effect,
	settings: Settings,
): void {
	if (effect !== 'payout') return;
	const node = context.getNode();
	const refuse = (what: string, hint: string) =>
		operationError(node, `${what}. Nothing was sent.`, hint);
	if (!hasExecution(context)) {
		throw refuse(
			'A payout needs an execution of a workflow, in which it is remembered, and here n8n runs this node without one',
			'The builder gives the agent a workflow with this node as its tool.',
		);
	}
	if (!isToolRun(context)) return;
	const raw = (name: string): unknown =>
		context.getNodeParameter(name, 0, '', { rawExpressions: true });

	const options = raw('options') as Record<string, unknown>;
	const { agentPayouts } = settings;
	if (agentPayouts === 'refuse') {
		throw refuse(
			'An AI agent may not make payouts with this node',
			'To allow it, the builder sets the option Agent Payouts (a fixed value, not an expression) and Maximum Amount.',
		);
	}
	const expression = Object.keys(options).find((name) => !isFixed(options[name]));
	if (expression !== undefined) {
		throw refuse(
			`The option ${labelOf(expression)} must be a fixed value when an AI agent makes payouts`,
			'The builder gives every option of the node a fixed value.',
		);
	}
	if (settings.maximumAmount === undefined) {
		throw refuse(
			'An AI agent may only make payouts up to a Maximum Amount, and none is set',
			'The builder adds the option Maximum Amount to the node.',
		);
	}

	const reference = raw(REFERENCE);
	const isKept = (value: unknown) => isFromBuilder(value, node.name);
	if (agentPayouts === 'anyBeneficiary') {
		if (isKept(reference) || isFromAgent(reference)) return;
		throw refuse(
			`For an AI agent, ${labelOfField(REFERENCE)} must be one of: a fixed value; {{ $fromAI('${REFERENCE}') }}; ${formFor(REFERENCE)}`,
			'The builder enters it in this form. Anything else can change from one retry to the next, and would pay again.',
		);
	}
	const additional = raw('additionalFields');
	const kept = {
		[REFERENCE]: reference,
		...Object.fromEntries(BENEFICIARY.map((name) => [name, raw(name)])),
		...(isCollection(additional)
			? { accountCurrency: additional.accountCurrency }
			: { additionalFields: additional }),
	};
	const open = Object.keys(kept).find((name) => !isKept(kept[name as keyof typeof kept]));
	if (open === undefined) return;
	throw refuse(
		`For an AI agent, ${labelOfField(open)} must be one of: a fixed value; ${formFor(open)}`,
		'The builder enters it in this form, or sets the option Agent Payouts to Allow to Any Beneficiary.',
	);
}

/** n8n's own agents run a node without a workflow, an execution or any place to remember something. */
function hasExecution(context: IExecuteFunctions): boolean {
	return Boolean(context.getExecutionId() ?? context.getWorkflow().id);
}

/**
 * A list may have any number of records, and an agent reads them all.
 *
 * @throws NodeOperationError where an agent would read a list without a limit
 */
export function assertAgentReadsUpToLimit(context: IExecuteFunctions): void {
	if (!isToolRun(context) || context.getNodeParameter('returnAll', 0, false) !== true) return;
	throw operationError(
		context.getNode(),
		'An AI agent may not read a whole list. Nothing was sent.',
		'The builder turns Return All off, and sets Limit.',
	);
}

/** Where n8n keeps what the node remembers of an execution; questions do without one. */
export function rememberedIn(context: IExecuteFunctions): IContextObject {
	return hasExecution(context) ? context.getContext('node') : {};
}

/**
 * Whether an AI agent called the node. Recent versions of n8n run a tool like any other node, under
 * a type of its own whose name ends in Tool.
 */
export function isToolRun(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;
}

/** How a parameter takes its value from another node. */
function formFor(name: string): string {
	return `{{ $('Node').first().json.${name} }}`;
}

/** What the editor calls a parameter of a payout. */
function labelOfField(name: string): string {
	const fields = createBankPayout.fields.flatMap((field) => [field, ...(field.options ?? [])]);
	return (fields.find((field) => field.name === name) as INodeProperties).displayName;
}
