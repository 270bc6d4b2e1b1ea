import type { IContextObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../resources/operation';
import { operationError } from '../common/operationError';
import type { Item, Payment } from '../common/payment';
import { isCollection, isFixed, rawOf } from '../read/parameters';
import { optionNamed, type Settings } from '../read/settings';
import { isFromAgent, isFromBuilder } from './agentValues';

/** Decide who is paid, and what the amount is worth: 500 is not the same in TZS and in USD. */
const BENEFICIARY = ['accountNumber', 'accountName', 'bic', 'currency'];

/** More would fill the model's memory, and what it pays for reading. */
export const MOST_RECORDS = 1000;

/**
 * Refuses what the builder has not allowed an AI agent, and a payout that nothing would remember.
 * Values are allowed by their form: n8n has more ways to a value than can be listed.
 *
 * @throws NodeOperationError that says which setting is missing; nothing was sent then
 */
export function assertAgentMayRun(
	context: IExecuteFunctions,
	operation: Operation,
	settings: Settings,
	items: Item[],
): void {
	const isTool = isToolRun(context);
	const isPayout = operation.effect === 'payout';
	const rules: Rule[] = [
		...(isTool ? listRules(context, operation, items) : []),
		[
			isPayout && !hasExecution(context),
			'A payout is remembered in the execution of a workflow, and here n8n runs this node without one',
			'gives the agent a workflow with this node as its tool',
		],
		...(isTool && isPayout ? payoutRules(context, operation, settings) : []),
	];
	const refused = rules.find(([isRefused]) => isRefused);
	if (refused) throw operationError(context.getNode(), refused[1], `The builder ${refused[2]}.`);
}

/** What is refused, and what the builder does so that it is not. */
type Rule = [isRefused: boolean, what: string, hint: string];

function listRules(context: IExecuteFunctions, { response }: Operation, items: Item[]): Rule[] {
	return [
		[
			response.form === 'page' && rawOf(context, 'returnAll') === true,
			'An AI agent may not read a whole list',
			'turns Return All off, and sets Limit',
		],
		[
			items.some(({ payment }) => Number(payment?.limit) > MOST_RECORDS),
			`An AI agent may read at most ${MOST_RECORDS.toLocaleString('en')} records of a list`,
			'lowers Limit, or tells the agent to ask for fewer',
		],
	];
}

/** Whether the builder wants them, how much may leave, and what the agent may choose. */
function payoutRules(
	context: IExecuteFunctions,
	{ fields }: Operation,
	{ agentPayouts, maximumAmount, maximumPerDay }: Settings,
): Rule[] {
	const options = Object.entries(rawOf(context, 'options') as object).filter(([name]) =>
		optionNamed(name),
	);
	return [
		[
			agentPayouts === 'refuse',
			'An AI agent may not make payouts with this node',
			'allows it by the option Agent Payouts (a fixed value, not an expression), Maximum Amount and Maximum per Day',
		],
		...options.map(([name, value]): Rule => [
			!isFixed(value),
			`The option ${optionNamed(name).displayName} must be a fixed value when an AI agent makes payouts`,
			'gives every option of the node a fixed value',
		]),
		[
			maximumAmount === undefined,
			'An AI agent may only make payouts up to a Maximum Amount, and none is set',
			'adds the option Maximum Amount to the node',
		],
		// Each call is a run of its own: only what the service shows as paid holds for all of them.
		[
			maximumPerDay === undefined,
			'An AI agent may only make payouts up to a Maximum per Day, and none is set',
			'adds the option Maximum per Day to the node',
		],
		...valueRules(context, fields, agentPayouts === 'anyBeneficiary'),
	];
}

/** Whether the values that the agent must not choose have a form in which it cannot. */
function valueRules(
	context: IExecuteFunctions,
	fields: INodeProperties[],
	isToAnybody: boolean,
): Rule[] {
	const names = ['orderReference', ...(isToAnybody ? [] : BENEFICIARY)];
	const kept = names.map((name): [string, unknown] => [name, rawOf(context, name)]);
	const additional = rawOf(context, 'additionalFields');
	// One expression for all of them may hold anything, so it is checked like a field.
	const given = isCollection(additional) ? additional : { additionalFields: additional };
	if (!isToAnybody) kept.push(...Object.entries(given).filter(([name]) => name !== 'checksum'));
	const named = fields.flatMap((field) => [field, ...((field.options ?? []) as INodeProperties[])]);
	return kept.map(([name, value]) => {
		const isAllowed = isFromBuilder(value, context.getNode().name);
		const label = named.find((field) => field.name === name)?.displayName ?? name;
		return [
			!isAllowed && !(isToAnybody && isFromAgent(value)),
			`For an AI agent, ${label} must be one of: a fixed value; ${isToAnybody ? `{{ $fromAI('${name}') }}; ` : ''}{{ $('Node').first().json.${name} }}`,
			isToAnybody
				? 'enters it in this form: anything else can change from one retry to the next, and would pay again'
				: 'enters it in this form, or sets the option Agent Payouts to Allow to Any Beneficiary',
		];
	});
}

/** What an agent may read of a list that comes whole, which nobody can ask a part of. */
export function boundedFor(
	context: IExecuteFunctions,
	{ response }: Operation,
	payments: Payment[],
): Payment[] {
	if (response.form !== 'items' || !isToolRun(context)) return payments;
	return payments.map((payment) => ({ ...payment, limit: MOST_RECORDS }));
}

/** n8n's own agents run a node without a workflow, an execution or any place to remember something. */
function hasExecution(context: IExecuteFunctions): boolean {
	return Boolean(context.getExecutionId() ?? context.getWorkflow().id);
}

/** Where n8n keeps the node's memory of an execution; without one, nothing is remembered. */
export function rememberedIn(context: IExecuteFunctions): IContextObject {
	return hasExecution(context) ? context.getContext('node') : {};
}

/** Recent versions of n8n run a tool like any other node, under a type whose name ends in Tool. */
export function isToolRun(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;
}
