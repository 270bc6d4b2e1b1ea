import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../../resources/operation';
import { simplifiedValue } from '../../resources/simplified';
import { valueAt } from '../../wire/valueAt';
import { operationError } from '../common/operationError';
import { describeResult, isSafeToRetry, titleOf } from './advice';
import type { EndedResult } from './endedResult';
import { nextStepFor } from './nextStep';

/** How the builder wants the items. */
interface Shape {
	/** What is kept of each record; the whole when absent. */
	kept?: Operation['simplified'];
	/** Whether what was already sent comes out as its record, where it has not failed. */
	returnsPayout?: boolean;
	/** Whether an item names the input item that it came from. */
	isPaired?: (result: EndedResult) => boolean;
}

/** Turns results into output items, in their order: one for each, or one for each record. Pure. */
export function reportItems(
	results: EndedResult[],
	{ kept, returnsPayout = false, isPaired = () => true }: Shape = {},
): INodeExecutionData[] {
	return results.flatMap((result) => {
		const { index, outcome, failed, records } = result;
		const comesOut = !failed && (outcome === 'accepted' || returnsPayout);
		const jsons =
			comesOut && records
				? records.map((record) => recordJson(record, outcome === 'alreadySent', kept))
				: [outcomeJson(result)];
		// An object: n8n ignores a bare number here.
		return jsons.map((json) => ({
			json,
			...(isPaired(result) && { pairedItem: { item: index } }),
		}));
	});
}

/** n8n takes an item for failed only if its json has exactly the keys error, message and details. */
function outcomeJson(result: EndedResult): IDataObject {
	const { outcome, effect, cause, httpStatus, records, lookedUp, request } = result;
	const waitMs = result.leftAloneMs ?? result.waitMs ?? 0;
	const { at, times, answer } = lookedUp ?? {};
	const record = records?.[0];
	const message = describeResult(result);
	const nextStep = nextStepFor(result);
	const orderReference = result.orderReference || null;
	const told = { outcome, orderReference, nextStep: `${nextStep}.` };
	if (request !== undefined) return { ...told, message, request };
	const details = {
		...told,
		safeToRetry: isSafeToRetry(result),
		cause,
		...(httpStatus !== undefined && { httpStatus }),
		...(waitMs > 0 && { waitSeconds: Math.ceil(waitMs / 1000) }),
		...(record && { [effect === 'payout' ? 'payout' : 'payment']: record }),
		...(lookedUp && { lookedUp: { at, times, answer } }),
	};
	return result.failed ? { error: titleOf(result), message, details } : { message, ...details };
}

/** Keys that the record does not have are left out. */
function recordJson(record: IDataObject, alreadySent: boolean, kept: Shape['kept']): IDataObject {
	const named = kept?.flatMap((path): Array<[string, unknown]> => {
		const keys = path.split('.');
		const key = String(keys.at(-1));
		const value = valueAt(record, keys);
		return value === undefined ? [] : [[key, simplifiedValue(key, value)]];
	});
	// n8n would take an accepted payment with this key for a failed one and run the node again.
	const { error, ...rest } = record;
	const whole = error === undefined ? record : { ...rest, serviceError: error };
	const json = (named ? Object.fromEntries(named) : whole) as IDataObject;
	return alreadySent ? { ...json, alreadySent } : json;
}

/**
 * Marks error items for n8n before 2.36, which may send them to the success output. Not enumerable: from a
 * copy that keeps the property, n8n would put its message in the place of all details.
 */
export function markErrorItems(items: INodeExecutionData[], node: INode): INodeExecutionData[] {
	for (const item of items) {
		const { error, message } = item.json;
		// Only an item that failed has this key. One without pairing is put out as it is, and need not be marked.
		if (error === undefined || item.pairedItem === undefined) continue;
		const value = operationError(node, String(error), String(message));
		Object.defineProperty(item, 'error', { value, enumerable: false });
	}
	return items;
}
