import type { IDataObject } from 'n8n-workflow';
import { lookUps } from '../../sentences/lookUps';
import type { RecordKind } from '../../wire/pathField';
import type { Payment } from '../common/payment';
import {
	hasSentence,
	isCut,
	isJsonObject,
	isSuccess,
	quote,
	type ServiceResponse,
} from './response';
import { isReference } from './success';

/** What a look-up of one payment has shown. */
export interface LookUpReading {
	/**
	 * The service has records of it, says itself that it has none, has no look-up at this address, or proves nothing.
	 */
	proves: 'known' | 'notKnown' | 'noLookUp' | 'nothing';
	/** Those with the order reference; empty unless it is known. */
	records: IDataObject[];
	/** A sentence for the builder: `It was not found: Invalid or missing payout: INV7 (HTTP 404)`. */
	text: string;
}

/**
 * Reads the response to a look-up. A payout that the service does not know is sent, so that only the two forms of its
 * documentation prove it: an empty list, or its sentence.
 */
export function readLookUp(
	response: ServiceResponse,
	{ orderReference, body }: Payment,
	kind: RecordKind,
): LookUpReading {
	const tell = (what: string) => quote(what, response, body?.accountNumber);
	const found = isSuccess(response) ? response.body : undefined;
	// A single record counts as a list of one.
	const records = [found]
		.flat()
		.filter(isJsonObject)
		.filter((record) => isReference(record.orderReference, orderReference));
	if (records.length > 0) return { proves: 'known', records, text: lookUps.found };
	if (Array.isArray(found) && found.length === 0) {
		return { proves: 'notKnown', records, text: lookUps.notFound };
	}
	if (saysMissing(response, kind, orderReference)) {
		return { proves: 'notKnown', records, text: tell(lookUps.notFound) };
	}
	const why = response.code ?? response.notLeft?.says;
	const proves = hasNoLookUp(response) ? 'noLookUp' : 'nothing';
	const text = tell(lookUps.unclear);
	return { proves, records, text: why === undefined ? text : `${text} (${why})` };
}

/**
 * A service with the three operations of the contract alone answers with its own 404, a page, or another object. One
 * that refuses the account (401, 403) or asks to wait may have look-ups, and JSON that was cut off may be the record.
 */
function hasNoLookUp(response: ServiceResponse): boolean {
	const { status = 0, body } = response;
	const isRefused = status >= 400 && status <= 499 && !SAYS_NOTHING_OF_IT.has(status);
	return !isCut(body) && (isRefused || isSuccess(response));
}

/** 401 and 403 refuse the account; 408, 425 and 429 mean "not now". */
const SAYS_NOTHING_OF_IT = new Set([401, 403, 408, 425, 429]);

/** `Invalid or missing payout: INV7`, as the service documents it; a proxy or a wrong path says another. */
function saysMissing(
	{ status, body }: ServiceResponse,
	kind: RecordKind,
	orderReference: string,
): boolean {
	const sentence = `Invalid or missing ${kind}`;
	const isOfUs = hasSentence(body, sentence) || hasSentence(body, `${sentence}: ${orderReference}`);
	return status === 404 && isOfUs;
}
