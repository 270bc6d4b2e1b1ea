import type {
	IDataObject,
	IHttpRequestOptions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import { valueAt } from '../../wire/valueAt';
import { isSafeToRetry } from '../common/outcome';
import type { EndedResult, Result, Payment } from '../common/payment';
import { adviceFor, describeResult } from './advice';
import { isMade } from './madeBefore';

/**
 * Turns results into output items: one for each input item, in their order, and one for each record
 * where the service gave several. Pure.
 *
 * @param kept paths of the values that are kept of a record; the whole record when absent
 * @param returnsMade whether a payout that was made before comes out as its record
 */
export function reportItems(
	results: EndedResult[],
	effect: Effect,
	kept?: readonly string[],
	returnsMade = false,
): INodeExecutionData[] {
	return results.flatMap((result) => {
		const jsons = result.failed
			? [errorJson(result, effect)]
			: returnsMade && isMade(result, effect)
				? recordJsons(result, kept).map((json) => ({ ...json, alreadySent: true }))
				: successJsons(result, effect, kept);
		// An object: n8n ignores a bare number here.
		return jsons.map((json) => ({ json, pairedItem: { item: result.index } }));
	});
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
	others: EndedResult[],
	effect: Effect,
): INodeExecutionData[] {
	const shownRequests = requests.map(({ payment, request }) => {
		const { method, url, headers, qs, body } = request;
		const shown = { method, url, headers, ...(qs && { query: qs }), ...(body && { body }) };
		return { json: { request: shown } as IDataObject, pairedItem: { item: payment.index } };
	});
	return [...shownRequests, ...reportItems(others, effect)].sort((a, b) => indexOf(a) - indexOf(b));
}

function indexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as IPairedItemData).item;
}

/** n8n takes an item for failed only if its json has these three keys and no other. */
function errorJson(result: Result, effect: Effect): IDataObject {
	const { title } = adviceFor(result, effect);
	return {
		error: title,
		message: describeResult(result, effect),
		details: details(result, effect),
	};
}

function details(result: Result, effect: Effect): IDataObject {
	const { outcome, orderReference, httpStatus, waitMs = 0, conflict, lookedUp } = result;
	return {
		outcome,
		orderReference: orderReference || null,
		safeToRetry: !conflict && isSafeToRetry(outcome, effect),
		nextStep: `${adviceFor(result, effect).nextStep}.`,
		...(httpStatus !== undefined && { httpStatus }),
		...(waitMs > 0 && { waitSeconds: Math.ceil(waitMs / 1000) }),
		...recordOf(result, effect),
		...(lookedUp && { lookedUp: { ...lookedUp } }),
	};
}

/** The service's own record, under the name of its kind. */
function recordOf({ records }: Result, effect: Effect): IDataObject {
	const [record] = records ?? [];
	return record === undefined ? {} : { [effect === 'payout' ? 'payout' : 'payment']: record };
}

function successJsons(
	result: Result,
	effect: Effect,
	kept: readonly string[] | undefined,
): IDataObject[] {
	if (result.outcome !== 'accepted' || result.records === undefined) {
		return [{ message: describeResult(result, effect), ...details(result, effect) }];
	}
	return recordJsons(result, kept);
}

function recordJsons({ records = [] }: Result, kept: readonly string[] | undefined): IDataObject[] {
	return records.map((record) => {
		if (kept !== undefined) return simplify(record, kept);
		if (!Object.hasOwn(record, 'error')) return record;
		// n8n would take an accepted payment with this key for a failed one and run the node again.
		const { error, ...rest } = record;
		return { ...rest, serviceError: error };
	});
}

/**
 * Keeps of a record only the named values, in one flat object.
 *
 * @param paths e.g. `beneficiary.accountName`; the last part becomes the key. What the record does
 *   not have is left out.
 */
export function simplify(record: IDataObject, paths: readonly string[]): IDataObject {
	const named = paths.map((path) => path.split('.'));
	return Object.fromEntries(
		named.flatMap((parts) => {
			const value = valueAt(record, parts);
			return value === undefined ? [] : [[parts.at(-1) as string, value as IDataObject]];
		}),
	);
}
