import { ASK_CHECKSUM } from '../../wire/checksum';
import { CHECK_ACCESS, PARTIAL_CONTENT, TOKEN_REFUSED } from '../../wire/exchange';
import { MAXIMUM_BODY_BYTES } from '../../wire/readBody';
import { textsIn } from '../../wire/valueAt';
import type { Verdict } from '../common/payment';
import { alone, wordsIn, type ServiceResponse } from './response';
import { alreadySent, rejected, unknown } from './verdicts';

/**
 * Raised before a connection stands, so no request can have left: by the code, or by the call of the system that
 * failed, whatever its code. `EPROTO`: the port speaks plain HTTP.
 */
const NEVER_CONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EPROTO|getaddrinfo|connect)$/;

/** So begins what Node says of a certificate. The request is sent only once the server has proven who it is. */
const NOT_TRUSTED =
	/^(?:CERT_|CRL_|DEPTH_ZERO_|ERR_TLS_CERT_|ERROR_IN_C|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_|SELF_SIGNED_|UNABLE_TO_)/;

const OUT_OF_TIME = new Set<unknown>(['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT']);

/**
 * Statuses by which the request itself was not accepted (RFC 9110 and its kin). Left out, since the
 * money may have moved before them: 406 and 416 (the form of the response), 424 (another request),
 * 408, 499 and the like (a part in between gave up).
 */
const REFUSES_ITEM = new Set([
	...[400, 404, 405, 410, 411, 412, 413, 414, 415, 417],
	...[421, 422, 423, 426, 428, 431, 451],
]);

/** A service that has nothing at an address mostly names it, as in `Cannot POST /payouts`. */
const NAMES_PATH = /[\s":]\/[\w-]/;

/** Whether there is no operation at this address: that is no matter of one item. A page is nobody's reason for one. */
const isElsewhere = (status: number, body: unknown, words: string) =>
	status === 405 ||
	(status === 404 &&
		(Object(body) !== body || words === '' || NAMES_PATH.test(JSON.stringify(body))));

/** Who calls has not paid, or may not: no item would fare better. */
const REFUSES_ACCOUNT = new Set([402, 403]);

/** The proxy of n8n. */
const REFUSED_BY_PROXY = 407;

/** For now, whoever asks. */
const REFUSES_NOW = new Set([409, 425, 429]);

/**
 * The service documents these sentences, under 400 and 404, each with what to do unless it is to top up: no item
 * would fare better.
 */
const ABOUT_ACCOUNT: Array<[sentence: RegExp, nextStep?: string]> = [
	[/\bchecksum\b/i, `${ASK_CHECKSUM}, and leave Checksum out of Additional Fields`],
	[/\bInsufficient balance\b|\bNo balance account\b/i],
	[/\bno access to\b|\bValid Client ID\b|\bAccount has no (?:valid )?payment\b/i, CHECK_ACCESS],
];

/** They ask to repeat this request at another address: it was not handled here. */
const MOVED = new Set([301, 307, 308]);
const POINTED = 'The service pointed to another address, which is never followed';

export const REFUSED = 'The service refused the request';

/**
 * The one place where the way that a response came back decides about a payment. The first line that
 * fits decides; what none names is unknown, because a wrong "rejected" invites a second payment and a
 * wrong "unknown" only a look-up. A response with a 2xx is read in `success.ts`.
 *
 * @param usesReference whether the request carries an order reference, which alone can be one that was used before
 */
export function outcomeOfStatus(
	{ status, code, syscall, body }: ServiceResponse,
	usesReference = true,
): Verdict {
	if (status === undefined) return outcomeOfCode(code, syscall);
	if (status === PARTIAL_CONTENT) return unknown('The service gave only a part of its response');
	if (MOVED.has(status)) return rejected('settings', POINTED);
	// A service that has done what was asked may send on to a page about it (302, 303).
	if (status >= 300 && status <= 399) return unknown(POINTED);
	// The service refuses an order reference that was used before.
	if (status === 409 && usesReference) {
		return alreadySent('The service knows this order reference already');
	}
	if (status === 401) return rejected('account', `The ${TOKEN_REFUSED}`);
	if (REFUSES_ACCOUNT.has(status)) return rejected('account', REFUSED);
	if (status === REFUSED_BY_PROXY) return rejected('settings', REFUSED);
	if (REFUSES_NOW.has(status)) return rejected('service', REFUSED);
	if (REFUSES_ITEM.has(status)) {
		const words = wordsIn(body).join('. ');
		const ofAccount = ABOUT_ACCOUNT.find(([sentence]) => sentence.test(words));
		if (ofAccount) return rejected('account', REFUSED, ofAccount[1]);
		return rejected(isElsewhere(status, body, words) ? 'settings' : 'item', REFUSED);
	}
	// It may have failed before or after the money moved.
	if (status >= 500 && status <= 599) {
		return unknown('The service failed while it handled the request');
	}
	return unknown(
		'The service answered with a status that does not say whether it did what was asked',
	);
}

/** Of a response whose end is missing, with whatever status it began. */
export function outcomeWithoutEnd({ code }: ServiceResponse): Verdict {
	return OUT_OF_TIME.has(code)
		? outcomeOfCode(code)
		: unknown(`The response was cut off, or is longer than ${MAXIMUM_BODY_BYTES / 1e6} MB`);
}

function outcomeOfCode(code = '', syscall = ''): Verdict {
	if ([code, syscall].some((one) => NEVER_CONNECTED.test(one))) {
		return rejected('service', 'The service could not be reached');
	}
	if (NOT_TRUSTED.test(code)) {
		return rejected('service', 'The certificate of the service is not trusted');
	}
	// Being slow says nothing about what the service did.
	if (OUT_OF_TIME.has(code)) return unknown('No complete response arrived in time');
	// The request may have arrived although the response did not.
	return unknown('The connection was lost before a response arrived');
}

/** The field as the service and its kin write it, e.g. `Order reference already used`, or as a key. */
const FIELD = /\border[\s_-]?reference\b/i;

/**
 * Whether a refusal speaks of our order reference, or of the field. Somebody may have used it, whatever its
 * status and its words are, so the payment is looked up.
 */
export function isAboutReference(
	{ status = 0, body }: ServiceResponse,
	orderReference: string,
): boolean {
	// Without a status from 400 on, the service has not handled the request. Of a body that was cut off, as of JSON
	// that stays text, nobody knows what it names.
	const isCut = body === undefined || (typeof body === 'string' && /^\s*[[{]/.test(body));
	if (status < 400 || isCut) return status >= 400;
	const own = alone(orderReference);
	return orderReference !== '' && textsIn(body).some((each) => FIELD.test(each) || own.test(each));
}
