import type { IDataObject, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Effect } from '../shared/operation';
import { isSafeToRetry } from './outcome';
import type { BuildRequest } from './request';
import { simplify } from './simplify';
import { adviceFor, describeResult, listReferences } from './texts';
import type { ItemResult, Payment } from './types';

/** How many items a message describes one by one; more would only freeze the editor. */
const DESCRIBED_ITEMS = 1000;

/**
 * Turns results into output items, one for each input item, in their order. Pure.
 *
 * @param isFailure decides which results come out as error items
 * @param kept paths of the values that are kept of an answer; the whole answer when absent
 */
export function reportItems(
	results: ItemResult[],
	effect: Effect,
	isFailure: (result: ItemResult) => boolean,
	kept?: readonly string[],
): INodeExecutionData[] {
	return results.map((result) => ({
		json: isFailure(result) ? errorJson(result, effect) : successJson(result, effect, kept),
		// An object: n8n ignores a bare number here.
		pairedItem: { item: result.index },
	}));
}

/**
 * Output of a run that only validates: the request of each good item as it would go out, without
 * the Authorization header.
 */
export function reportRequests(
	payments: Payment[],
	buildRequest: BuildRequest,
	invalid: ItemResult[],
	effect: Effect,
): INodeExecutionData[] {
	const shownRequests = payments.map((payment) => {
		const { method, url, headers, body } = buildRequest(payment);
		return {
			json: { request: { method, url, headers, body } } as IDataObject,
			pairedItem: { item: payment.index },
		};
	});
	return [...shownRequests, ...reportItems(invalid, effect, () => true)].sort(
		(a, b) => indexOf(a) - indexOf(b),
	);
}

function indexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as IPairedItemData).item;
}

/** n8n takes an item for failed only if its json has these three keys and no other. */
function errorJson(result: ItemResult, effect: Effect): IDataObject {
	const { title } = adviceFor(result, effect);
	return {
		error: title,
		message: describeResult(result, effect),
		details: details(result, effect),
	};
}

function details(result: ItemResult, effect: Effect): IDataObject {
	const { outcome, orderReference, httpStatus, conflict } = result;
	return {
		outcome,
		orderReference: orderReference ?? null,
		safeToRetry: !conflict && isSafeToRetry(outcome, effect),
		nextStep: `${adviceFor(result, effect).nextStep}.`,
		...(httpStatus !== undefined && { httpStatus }),
	};
}

function successJson(
	result: ItemResult,
	effect: Effect,
	kept: readonly string[] | undefined,
): IDataObject {
	if (result.answer === undefined) {
		return { message: describeResult(result, effect), ...details(result, effect) };
	}
	if (kept !== undefined) return simplify(result.answer, kept);
	if (!Object.hasOwn(result.answer, 'error')) return result.answer;
	// n8n would take an accepted payment with this key for a failed one and run the node again.
	const { error, ...answer } = result.answer;
	return { ...answer, serviceError: error };
}

/** Otherwise every further run would stop at the same item, and the others would never be paid. */
const PASS_THROUGH =
	'To go on with the others, set the option When Already Sent to Pass the Item Through.';

/**
 * The error of a run that was stopped, naming the item that stopped it, and in its description
 * every payment that was accepted, is unknown or was not sent.
 */
export function stoppedRun(
	node: INode,
	results: ItemResult[],
	effect: Effect,
	isFailure: (result: ItemResult) => boolean,
): NodeOperationError {
	const invalid = results.filter(({ outcome }) => outcome === 'invalid');
	const cause = results.find((result) => isFailure(result) && result.outcome !== 'notSent');
	const failed = cause ?? (results.find(isFailure) as ItemResult);
	const nextStep = `${adviceFor(failed, effect).nextStep}.`;
	const nothingSent = results.every(
		({ outcome, conflict }) => (outcome === 'invalid' && !conflict) || outcome === 'notSent',
	);
	const needsCorrection = failed.outcome === 'invalid' && nothingSent;
	const message = needsCorrection
		? `Nothing was sent: ${howMany(invalid, results)} a correction. ${describeResult(failed, effect)}`
		: describeResult(failed, effect);
	const paragraphs = [
		// The only one stands in the message already.
		...(invalid.some((result) => result !== failed) ? [describeEach(invalid, effect)] : []),
		nextStep,
		...(failed.outcome === 'alreadySent' && results.some(({ outcome }) => outcome === 'notSent')
			? [PASS_THROUGH]
			: []),
		...(needsCorrection ? [] : summary(results)),
	];
	return operationError(node, message, paragraphs.join('<br/>'), failed.index);
}

function howMany(some: ItemResult[], all: ItemResult[]): string {
	if (all.length === 1) return 'the item needs';
	return `${some.length} of ${all.length} items ${some.length === 1 ? 'needs' : 'need'}`;
}

function describeEach(results: ItemResult[], effect: Effect): string {
	const lines = results.slice(0, DESCRIBED_ITEMS).map((result) => describeResult(result, effect));
	const more = results.length - lines.length;
	return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('<br/>');
}

function summary(results: ItemResult[]): string[] {
	const groups: Array<[string, ItemResult['outcome']]> = [
		['Accepted', 'accepted'],
		['Unknown, look these up', 'unknown'],
		['Refused', 'rejected'],
		['Already sent before', 'alreadySent'],
		['Not valid', 'invalid'],
		['Not sent', 'notSent'],
	];
	return groups.flatMap(([label, outcome]) => {
		const group = results.filter((result) => result.outcome === outcome);
		return group.length === 0 ? [] : [`${label} (${group.length}): ${listReferences(group)}.`];
	});
}

/** An error with exactly these texts, whatever they contain. */
export function operationError(
	node: INode,
	message: string,
	description: string,
	itemIndex?: number,
): NodeOperationError {
	const error = new NodeOperationError(node, 'Stopped', { description, itemIndex });
	// n8n replaces messages in which it finds the name of a network error (an order reference may
	// contain one), for timeouts by the advice to use Retry On Fail.
	error.message = message;
	error.messages = [];
	return error;
}
