import type { IDataObject } from 'n8n-workflow';
import type { RecordKind } from '../../wire/pathField';
import type { Payment } from '../common/payment';
import { isReference } from './judgeSuccess';
import { isJsonObject, isSuccess, quote, wordsIn, type ServiceResponse } from './response';
import { saysNo } from './saysNo';

/** What the response to a look-up says. */
export interface LookUpReading {
	/**
	 * `known`: the service has records of it. `notKnown`: the service itself says that it has none.
	 * `nothing`: everything else, which proves nothing in either direction.
	 */
	proves: 'known' | 'notKnown' | 'nothing';
	/** Those with the order reference; empty unless it is known. */
	records: IDataObject[];
	/** The response, for the builder, e.g. `HTTP 404: Invalid or missing payout: INV7`. */
	text: string;
}

/**
 * Reads the response to a look-up of one payment.
 *
 * @param kind of the records that were asked for
 */
export function readLookUp(
	response: ServiceResponse,
	{ orderReference, body }: Payment,
	kind: RecordKind = 'payout',
): LookUpReading {
	const text = quote(response, body?.accountNumber);
	const records = isSuccess(response) ? recordsIn(response.body, orderReference) : [];
	if (records.length > 0) return { proves: 'known', records, text };
	if (isSuccess(response) && isListOfRecords(response.body)) {
		return { proves: 'notKnown', records, text: `${text}, without this order reference` };
	}
	if (saysMissing(response, kind, orderReference)) return { proves: 'notKnown', records, text };
	const why = response.code ?? response.tokenRefused;
	const none = why === undefined ? 'no response' : `no response (${why})`;
	return { proves: 'nothing', records, text: text || none };
}

/** Those with this order reference; a single record counts as a list of one. */
function recordsIn(body: unknown, orderReference: string): IDataObject[] {
	// A body that says no is no record; its status is that of the payment.
	if (isJsonObject(body) && saysNo({ ...body, status: undefined }) !== undefined) return [];
	const entries: unknown[] = Array.isArray(body) ? body : [body];
	return entries
		.filter(isJsonObject)
		.filter((record) => isReference(record.orderReference, orderReference));
}

/** Whether every entry names an order reference, so that none is the payment unnoticed. */
function isListOfRecords(body: unknown): boolean {
	return Array.isArray(body) && body.every((one) => isJsonObject(one) && 'orderReference' in one);
}

/**
 * Whether the service itself writes that a payment does not exist, as far as that can only be meant of
 * the payment: `Invalid or missing payout: INV7`, `Payout with order reference INV7 was not found`. Only
 * the reference or another sentence may follow: "no payout service" does not count. A proxy's page, or a
 * path that leads nowhere, says nothing of a payment.
 */
function saysMissing(
	{ status, body }: ServiceResponse,
	kind: RecordKind,
	orderReference: string,
): boolean {
	if (status !== 404 || typeof body !== 'object') return false;
	const missing = new RegExp(
		`\\b(?:(?:missing|unknown|no|no such) ${kind}(?: found)?|${kind} (?:(?:was|is) )?(?:not found|does not exist)) ?(?:$|[.,;])`,
		'i',
	);
	return wordsIn(body).some((words) => {
		const withoutReference = words.replaceAll(orderReference, '');
		const bare = withoutReference.replace(/\b(?:with|for) order reference\b|[\s:"'`()]+/gi, ' ');
		return missing.test(bare.replaceAll(/ +/g, ' '));
	});
}
