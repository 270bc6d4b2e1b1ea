import type { IContextObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../resources/operation';
import { agentRules } from '../../sentences/agentRules';
import { operationError } from '../common/operationError';
import type { Item, Payment } from '../common/payment';
import { isCollection, isFixed, rawOf } from '../read/parameters';
import { optionNamed, type Settings } from '../read/settings';
import { isFromAgent, isFromBuilder } from './agentValues';

/** Decide who is paid, and what the amount is worth: 500 is not the same in TZS and in USD. */
const BENEFICIARY = ['accountNumber', 'accountName', 'bic', 'currency'];

/** A longer list would fill the model's memory, and the builder pays for every word that it reads. */
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
		[isPayout && !hasExecution(context), agentRules.noExecution],
		...(isTool && isPayout ? payoutRules(context, operation, settings) : []),
	];
	const refusal = rules.find(([isRefused]) => isRefused)?.[1];
	if (refusal) throw operationError(context.getNode(), refusal.says, refusal.nextStep);
}

type Rule = [isRefused: boolean, refusal: { says: string; nextStep: string }];

function listRules(context: IExecuteFunctions, { response }: Operation, items: Item[]): Rule[] {
	const { wholeList, tooManyRecords } = agentRules;
	const most = MOST_RECORDS.toLocaleString('en');
	return [
		[response.form === 'page' && rawOf(context, 'returnAll') === true, wholeList],
		[items.some(({ payment }) => Number(payment?.limit) > MOST_RECORDS), tooManyRecords({ most })],
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
		[agentPayouts === 'refuse', agentRules.noPayouts],
		...options.map(([name, value]): Rule => [
			!isFixed(value),
			agentRules.fixedOption({ option: optionNamed(name).displayName }),
		]),
		[maximumAmount === undefined, agentRules.noMaximumAmount],
		// An agent may call 50 times, and Maximum Total begins anew in each call: the day's limit counts them together.
		[maximumPerDay === undefined, agentRules.noMaximumPerDay],
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
		const field = named.find((one) => one.name === name)?.displayName ?? name;
		const rule = isToAnybody ? agentRules.sameInEachRetry : agentRules.chosenByBuilder;
		return [!isAllowed && !(isToAnybody && isFromAgent(value)), rule({ field, name })];
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
