import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import { createBankPayout } from '../../resources/payout/createBankPayout';
import { operationError } from '../common/operationError';
import { labelOf } from '../read/optionFormats';
import { isCollection, isFixed } from '../read/rawParameter';
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
	if (effect !== 'payout' || !isToolRun(context)) return;
	const node = context.getNode();
	const refuse = (what: string, hint: string) => operationError(node, what, hint);
	const raw = (name: string): unknown =>
		context.getNodeParameter(name, 0, '', { rawExpressions: true });

	const options = raw('options');
	const { agentPayouts } = settings;
	if (agentPayouts === 'refuse' || (isCollection(options) && !isFixed(options.agentPayouts))) {
		throw refuse(
			'An AI agent may not make payouts with this node. Nothing was sent.',
			'To allow it, the builder sets the option Agent Payouts (a fixed value, not an expression) and Maximum Amount.',
		);
	}
	if (!isFixed(options)) {
		throw refuse(
			`${nameOfExpression(options)} may not be filled in by an AI agent, nor hold any other expression. Nothing was sent.`,
			'The builder gives every option of the node a fixed value.',
		);
	}
	if (settings.maximumAmount === undefined) {
		throw refuse(
			'An AI agent may only make payouts up to a Maximum Amount, and none is set. Nothing was sent.',
			'The builder adds the option Maximum Amount to the node.',
		);
	}

	const reference = raw(REFERENCE);
	const isKept = (value: unknown) => isFromBuilder(value, node.name);
	if (agentPayouts === 'anyBeneficiary') {
		if (isKept(reference) || isFromAgent(reference)) return;
		throw refuse(
			`The parameter ${labelOfField(REFERENCE)} of a payout takes, for an AI agent, a fixed value, {{ $fromAI('${REFERENCE}') }} and nothing around it, or ${formFor(REFERENCE)}. Nothing was sent.`,
			'The builder enters it in this form. Anything else can change from one try to the next, and would pay again.',
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
		`The parameter ${labelOfField(open)} of a payout may not be filled in by an AI agent. It takes a fixed value or ${formFor(open)}, and nothing around it. Nothing was sent.`,
		'The builder enters it in this form, or sets the option Agent Payouts to Allow to Any Beneficiary.',
	);
}

/**
 * Whether an AI agent called the node. Recent versions of n8n run a tool like any other node, under
 * a type of its own whose name ends in Tool.
 */
export function isToolRun(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;
}

/** The form in which a parameter takes its value from another node. */
function formFor(name: string): string {
	return `a value of another node in the form {{ $('Node').first().json.${name} }}`;
}

/** What the editor calls a parameter of a payout. */
function labelOfField(name: string): string {
	const fields = createBankPayout.fields.flatMap((field) => [field, ...(field.options ?? [])]);
	return (fields.find((field) => field.name === name) as INodeProperties).displayName;
}

function nameOfExpression(options: unknown): string {
	if (!isCollection(options)) return 'The list of options';
	const name = Object.keys(options).find((one) => !isFixed(options[one])) ?? '';
	return `The option ${labelOf(name)}`;
}
