import type {
	IDataObject,
	IHttpRequestOptions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import { isSafeToRetry } from '../common/outcome';
import type { EndedItem, ItemResult, Payment } from '../common/payment';
import { adviceFor, describeResult } from './advice';
import { simplify } from './simplify';

/**
 * Turns results into output items: one for each input item, in their order, and one for each record
 * where the service gave several. Pure.
 *
 * @param kept paths of the values that are kept of an answer; the whole answer when absent
 */
export function reportItems(
	results: EndedItem[],
	effect: Effect,
	kept?: readonly string[],
): INodeExecutionData[] {
	return results.flatMap((result) =>
		(result.failed ? [errorJson(result, effect)] : successJsons(result, effect, kept)).map(
			(json) => ({
				json,
				// An object: n8n ignores a bare number here.
				pairedItem: { item: result.index },
			}),
		),
	);
}

/** The request of a payment as it would go out, without the Authorization header. */
export interface BuiltRequest {
	payment: Payment;
	request: IHttpRequestOptions;
}

/**
 * Output of a run that only validates: the request of each good item, and everything else as it ended.
 */
export function reportRequests(
	requests: BuiltRequest[],
	others: EndedItem[],
	effect: Effect,
): INodeExecutionData[] {
	const shownRequests = requests.map(({ payment, request: { method, url, headers, body } }) => ({
		json: { request: { method, url, headers, ...(body && { body }) } } as IDataObject,
		pairedItem: { item: payment.index },
	}));
	return [...shownRequests, ...reportItems(others, effect)].sort((a, b) => indexOf(a) - indexOf(b));
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
	const { outcome, orderReference, httpStatus, conflict, lookedUp } = result;
	return {
		outcome,
		orderReference: orderReference ?? null,
		safeToRetry: !conflict && isSafeToRetry(outcome, effect),
		nextStep: `${adviceFor(result, effect).nextStep}.`,
		...(httpStatus !== undefined && { httpStatus }),
		...recordOf(result),
		...(lookedUp && { lookedUp: { ...lookedUp } }),
	};
}

/** The service's own record, under the name of its kind. */
function recordOf({ record }: ItemResult): IDataObject {
	return record === undefined ? {} : { [record.kind]: record.content };
}

function successJsons(
	result: ItemResult,
	effect: Effect,
	kept: readonly string[] | undefined,
): IDataObject[] {
	if (result.answers === undefined) {
		return [{ message: describeResult(result, effect), ...details(result, effect) }];
	}
	return result.answers.map((answer) => {
		if (kept !== undefined) return simplify(answer, kept);
		if (!Object.hasOwn(answer, 'error')) return answer;
		// n8n would take an accepted payment with this key for a failed one and run the node again.
		const { error, ...rest } = answer;
		return { ...rest, serviceError: error };
	});
}
