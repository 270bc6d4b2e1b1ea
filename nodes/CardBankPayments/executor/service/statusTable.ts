import type { Result } from '../common/payment';
import type { ServiceResponse } from './response';

/** What a response, or its absence, says of a payment; `says` is a sentence without a full stop. */
export type Verdict = Pick<Result, 'outcome' | 'says' | 'nextStep' | 'records'>;

export const ACCEPTED = { outcome: 'accepted', says: 'The service accepted the request' } as const;
export const unknown = (says: string): Verdict => ({ outcome: 'unknown', says });
const rejected = (says: string): Verdict => ({ outcome: 'rejected', says });

/** Raised before a connection stands, so no request can have left. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Raised while the server proves who it is; the request is sent only after that. */
const NOT_TRUSTED = new Set([
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const OUT_OF_TIME = new Set(['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT']);

/**
 * Statuses by which the request itself was not accepted (RFC 9110 and its kin). Left out, since the
 * money may have moved before them: 406 and 416 (the form of the response), 424 (another request),
 * 408, 499 and the like (a part in between gave up).
 */
const REFUSALS = new Set([
	...[400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 417],
	...[421, 422, 423, 425, 426, 428, 429, 431, 451],
]);

/** They ask to repeat this request at another address: it was not handled here. */
const MOVED = new Set([301, 307, 308]);
const POINTED = 'The service pointed to another address, which is never followed';

/**
 * The one place where the way that a response came back decides about a payment. The first line that
 * fits decides; what none names is unknown, because a wrong "rejected" invites a second payment and a
 * wrong "unknown" only a look-up. A response with a 2xx is read in `judgeSuccess.ts`.
 */
export function outcomeOfStatus({ status, code = '' }: ServiceResponse, waitMs?: number): Verdict {
	if (status === undefined) return outcomeOfCode(code);
	if (MOVED.has(status)) return rejected(POINTED);
	// A service that has done what was asked may send on to a page about it (302, 303).
	if (status >= 300 && status <= 399) return unknown(POINTED);
	// A 409 that names a time is a refusal for now.
	if (status === 409 && waitMs !== undefined) {
		return rejected('The service asks to send this request later');
	}
	// The service refuses an order reference that was used before.
	if (status === 409) {
		return { outcome: 'alreadySent', says: 'The service knows this order reference already' };
	}
	if (REFUSALS.has(status)) return rejected('The service refused the request');
	// It may have failed before or after the money moved.
	if (status >= 500 && status <= 599) {
		return unknown('The service failed while it handled the request');
	}
	return unknown(
		'The service answered with a status that does not say whether it did what was asked',
	);
}

function outcomeOfCode(code: string): Verdict {
	if (NEVER_CONNECTED.has(code)) return rejected('The service could not be reached');
	if (NOT_TRUSTED.has(code)) return rejected('The certificate of the service is not trusted');
	// Being slow says nothing about what the service did.
	if (OUT_OF_TIME.has(code)) return unknown('No complete response arrived in time');
	// The request may have arrived although the response did not.
	return unknown('The connection was lost before a response arrived');
}
