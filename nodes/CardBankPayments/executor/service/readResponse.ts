import type { IDataObject } from 'n8n-workflow';
import type { ResponseRule } from '../../resources/operation';
import type { RecordKind } from '../../wire/pathField';
import { resultOf, type Payment, type Result } from '../common/payment';
import { isReference, judgeSuccess } from './judgeSuccess';
import { isJsonObject, isSuccess, quote, wordsIn, type ServiceResponse } from './response';
import { saysNo } from './saysNo';
import { ACCEPTED, outcomeOfStatus, type Verdict } from './statusTable';
import { waitAsked } from './waiting';

const ASK_BENEFICIARY =
	'Check Bank and Account Number, or ask the beneficiary for the name on the account';

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
	const { accountNumber } = payment.body ?? {};
	const told = outcome === 'accepted' ? says : quote(says, response, accountNumber);
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
	if (rule.form === 'fields' && rule.notFound && status === 404 && isJsonObject(body)) {
		return { outcome: 'notFound', says: rule.notFound, nextStep: ASK_BENEFICIARY };
	}
	return outcomeOfStatus(response, waitMs);
}

export interface LookUpReading {
	/** The service has records of it, says itself that it has none, or proves neither. */
	proves: 'known' | 'notKnown' | 'nothing';
	/** Those with the order reference; empty unless it is known. */
	records: IDataObject[];
	/** One sentence for the builder, e.g. `It was not found: Invalid or missing payout: INV7 (HTTP 404)`. */
	text: string;
}

/** Reads the response to a look-up of one payment. */
export function readLookUp(
	response: ServiceResponse,
	{ orderReference, body }: Payment,
	kind: RecordKind = 'payout',
): LookUpReading {
	const tell = (says: string) => quote(says, response, body?.accountNumber);
	const found = isSuccess(response) ? response.body : undefined;
	const records = recordsIn(found, orderReference);
	if (records.length > 0) return { proves: 'known', records, text: 'It was found' };
	// Every entry names an order reference, so none is the payment unnoticed.
	if (Array.isArray(found) && found.every((one) => isJsonObject(one) && 'orderReference' in one)) {
		return { proves: 'notKnown', records, text: 'It was not found' };
	}
	if (saysMissing(response, kind, orderReference)) {
		return { proves: 'notKnown', records, text: tell('It was not found') };
	}
	const why = response.code ?? response.tokenRefused;
	const text = tell('There was no clear response');
	return { proves: 'nothing', records, text: why === undefined ? text : `${text} (${why})` };
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
