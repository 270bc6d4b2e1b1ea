import type { IDataObject } from 'n8n-workflow';
import type { ResponseRule } from '../../resources/operation';
import type { RecordKind } from '../../wire/pathField';
import { resultOf, type Payment, type Result } from '../common/payment';
import { isReference, judgeSuccess } from './judgeSuccess';
import { isJsonObject, isSuccess, quote, wordsIn, type ServiceResponse } from './response';
import { saysNo } from './saysNo';
import { ACCEPTED, outcomeOfStatus, type Verdict } from './statusTable';
import { waitAsked } from './waiting';

/** How a payment ended, by the response to it; `now` is in milliseconds since 1970. */
export function readResponse(
	payment: Payment,
	response: ServiceResponse,
	rule: ResponseRule,
	now: number,
): Result {
	const { tokenRefused, status: httpStatus } = response;
	if (tokenRefused !== undefined) {
		return { ...resultOf(payment, 'rejected', tokenRefused), httpStatus, endsRun: true };
	}
	const waitMs = waitAsked(response, now);
	const { outcome, says, ...more } = verdictOf(response, rule, payment, waitMs);
	const quoted = outcome === 'accepted' ? '' : quote(response, payment.body?.accountNumber);
	const told = quoted === '' ? says : `${says} (${quoted})`;
	return { ...resultOf(payment, outcome, told), ...more, httpStatus, waitMs };
}

function verdictOf(
	response: ServiceResponse,
	rule: ResponseRule,
	payment: Payment,
	waitMs?: number,
): Verdict {
	const { status, body } = response;
	if (rule.form === 'records') {
		const { proves, records } = readLookUp(response, payment, rule.kind);
		if (proves === 'known') return { ...ACCEPTED, records };
		const says = `The service knows no ${rule.kind} with this order reference`;
		if (proves === 'notKnown') return { outcome: 'notFound', says };
	}
	if (isSuccess(response)) return judgeSuccess(body, rule, payment);
	// A page of markup, or text, is not the service's own.
	const notFound = 'notFound' in rule ? rule.notFound : undefined;
	if (notFound && status === 404 && isJsonObject(body)) {
		const { sentence, says, nextStep } = notFound;
		if (wordsIn(body).includes(sentence)) return { outcome: 'notFound', says, nextStep };
	}
	return outcomeOfStatus(response, waitMs);
}

export interface LookUpReading {
	/** The service has records of it, says itself that it has none, or proves neither. */
	proves: 'known' | 'notKnown' | 'nothing';
	/** Those with the order reference; empty unless it is known. */
	records: IDataObject[];
	/** The response, for the builder, e.g. `HTTP 404: Invalid or missing payout: INV7`. */
	text: string;
}

/** Reads the response to a look-up of one payment. */
export function readLookUp(
	response: ServiceResponse,
	{ orderReference, body }: Payment,
	kind: RecordKind = 'payout',
): LookUpReading {
	const text = quote(response, body?.accountNumber);
	const found = isSuccess(response) ? response.body : undefined;
	const records = recordsIn(found, orderReference);
	if (records.length > 0) return { proves: 'known', records, text };
	// Every entry names an order reference, so none is the payment unnoticed.
	if (Array.isArray(found) && found.every((one) => isJsonObject(one) && 'orderReference' in one)) {
		return { proves: 'notKnown', records, text: `${text}, without this order reference` };
	}
	if (saysMissing(response, kind, orderReference)) return { proves: 'notKnown', records, text };
	const why = response.code ?? response.tokenRefused;
	return { proves: 'nothing', records, text: text || `no response${why ? ` (${why})` : ''}` };
}

/** Those with this order reference; a single record counts as a list of one. */
function recordsIn(body: unknown, orderReference: string): IDataObject[] {
	// A body that says no is no record; its status is that of the payment.
	if (isJsonObject(body) && saysNo({ ...body, status: undefined }) !== undefined) return [];
	const records = [body].flat().filter(isJsonObject);
	return records.filter((record) => isReference(record.orderReference, orderReference));
}

/**
 * Whether the service itself writes that a payment does not exist: `Invalid or missing payout: INV7`,
 * `Payout with order reference INV7 was not found`. Only the reference or another sentence may
 * follow: "no payout service" does not count, nor a proxy's page, nor a path that leads nowhere.
 */
function saysMissing(
	{ status, body }: ServiceResponse,
	kind: RecordKind,
	orderReference: string,
): boolean {
	if (status !== 404 || typeof body !== 'object') return false;
	const reference = String.raw`(?:\s+(?:with|for)\s+order\s+reference)?`;
	const missing = new RegExp(
		String.raw`\b(?:(?:missing|unknown|no|no\s+such)\s+${kind}(?:\s+found)?${reference}|${kind}${reference}[\s"']+(?:(?:was|is)\s+)?(?:not\s+found|does\s+not\s+exist))[\s:"'\`()]*(?:$|[.,;])`,
		'i',
	);
	return wordsIn(body).some((words) => missing.test(words.replaceAll(orderReference, '')));
}
