import type { IDataObject } from 'n8n-workflow';
import type { RecordKind } from '../../resources/operation';
import type { Payment } from '../common/payment';
import { isReference } from './judgeAnswer';
import { quote, wordsIn } from './quote';
import { isJsonObject, isSuccess, type Reply } from './reply';
import { saysNo } from './saysNo';

/** What the response to a look-up says. */
export interface LookUpReading {
	/**
	 * `known`: the service has records of it. `notKnown`: the service itself says that it has none.
	 * `silence`: everything else, which proves nothing in either direction.
	 */
	answer: 'known' | 'notKnown' | 'silence';
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
	reply: Reply,
	payment: Payment,
	kind: RecordKind = 'payout',
): LookUpReading {
	const { orderReference, body } = payment;
	const text = quote(reply, body?.accountNumber);
	const records = isSuccess(reply) ? recordsIn(reply.body, orderReference) : [];
	if (records.length > 0) return { answer: 'known', records, text };
	if (isSuccess(reply) && isListOfRecords(reply.body)) {
		return { answer: 'notKnown', records, text: `${text}, without this order reference` };
	}
	if (saysMissing(reply, kind, orderReference)) return { answer: 'notKnown', records, text };
	const silence = reply.code === undefined ? 'no response' : `no response (${reply.code})`;
	return { answer: 'silence', records, text: text === '' ? silence : text };
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

/** A 404 of the service's own. A proxy's page, or a path that leads nowhere, says nothing of a payment. */
function saysMissing({ status, body }: Reply, kind: RecordKind, orderReference: string): boolean {
	if (status !== 404 || typeof body !== 'object') return false;
	const missing = missingOf(kind);
	return wordsIn(body).some((text) => missing.test(text.replaceAll(orderReference, '')));
}

/**
 * How services write that a payment does not exist, as far as that can only be meant of the payment:
 * `Invalid or missing payout: INV7`, `Payout with order reference INV7 was not found`. Only
 * the reference or another sentence may follow: "no payout service" does not count.
 */
function missingOf(noun: RecordKind): RegExp {
	const end = String.raw`[\s:"'\`()]*(?:$|[.,;])`;
	const reference = String.raw`(?:\s+(?:with|for|of|under)(?:\s+(?:the|this|that))?\s+order\s?reference)?`;
	const isNotThere = String.raw`(?:(?:was|is|were|could|can)\s*(?:not|n't)(?:\s+be)?\s+found|not\s+found|does\s*(?:not|n't)\s+exist)`;
	return new RegExp(
		[
			String.raw`\b(?:missing|unknown|no|no\s+such)\s+${noun}s?(?:\s+(?:was\s+)?found)?${reference}${end}`,
			String.raw`\b${noun}${reference}[\s:"'\`()]*\b${isNotThere}${end}`,
		].join('|'),
		'i',
	);
}
