import type { Outcome } from '../common/outcome';
import type { Reply } from './reply';

/** Each row of the table says first why it is safe to conclude. */
interface Row {
	when: (reply: Reply) => boolean;
	outcome: Outcome;
	/** What happened, one sentence for the builder without a full stop. */
	says: string;
}

/** Raised before a connection stands, so no request can have left. */
const NEVER_CONNECTED = new Set<string | undefined>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Raised while the server proves who it is; the request is sent only after that. */
const NOT_TRUSTED = new Set<string | undefined>([
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Raised when the time for a response is over. */
const OUT_OF_TIME = new Set<string | undefined>(['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT']);

/**
 * Statuses that say of the request itself that it was not accepted, by RFC 9110 and its kin. Left
 * out on purpose: 406 and 416 are about the form of the response, 424 about another request, 499 and
 * the like are a gateway's own; each of them may come after the money has moved.
 */
const REFUSALS = new Set([
	...[400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 417],
	...[421, 422, 423, 425, 426, 428, 429, 431, 451],
]);

/** "Send this request to another address", with the same method: it was not handled here. */
const MOVED = new Set([301, 307, 308]);

const between =
	(from: number, to: number) =>
	({ status = 0 }: Reply) =>
		status >= from && status <= to;
const oneOf =
	(statuses: Set<number>) =>
	({ status = 0 }: Reply) =>
		statuses.has(status);
const exactly = (status: number) => oneOf(new Set([status]));

/**
 * The one place where the way that a response came back decides about a payment. The first row that
 * fits decides; what no row names is unknown, because a wrong "rejected" invites a second payment and a
 * wrong "unknown" only a look-up. A response with a 2xx is read in `judgeAnswer.ts`.
 */
const TABLE: Row[] = [
	{
		// These three ask for the same request at another address: it was not handled here.
		when: oneOf(MOVED),
		outcome: 'rejected',
		says: 'The service pointed to another address, which is never followed',
	},
	{
		// A service that has done what was asked may send on to a page about it (302, 303).
		when: between(300, 399),
		outcome: 'unknown',
		says: 'The service pointed to another address, which is never followed',
	},
	{
		// The service refuses an order reference that was used before.
		when: exactly(409),
		outcome: 'alreadySent',
		says: 'The service knows this order reference already',
	},
	{
		// The service says that it did not accept this request as it is.
		when: oneOf(REFUSALS),
		outcome: 'rejected',
		says: 'The service refused the request',
	},
	{
		// The part that gave up may not be the part that moves the money.
		when: exactly(408),
		outcome: 'unknown',
		says: 'The service gave up waiting',
	},
	{
		// A part in between may answer so after the service has carried out the request.
		when: between(400, 499),
		outcome: 'unknown',
		says: 'The service answered with a status that does not say whether it did what was asked',
	},
	{
		// No connection stood, so nothing can have left.
		when: ({ code }) => NEVER_CONNECTED.has(code),
		outcome: 'rejected',
		says: 'The service could not be reached',
	},
	{
		// The connection ended before the request was sent.
		when: ({ code }) => NOT_TRUSTED.has(code),
		outcome: 'rejected',
		says: 'The certificate of the service is not trusted',
	},
	{
		// It may have failed before or after the money moved.
		when: between(500, 599),
		outcome: 'unknown',
		says: 'The service failed while it handled the request',
	},
	{
		// Being slow says nothing about what the service did.
		when: ({ code }) => OUT_OF_TIME.has(code),
		outcome: 'unknown',
		says: 'No complete response arrived in time',
	},
	{
		// What is not in any standard proves nothing.
		when: ({ status }) => status !== undefined,
		outcome: 'unknown',
		says: 'The service answered with an unknown status',
	},
	{
		// The request may have arrived although the response did not.
		when: () => true,
		outcome: 'unknown',
		says: 'The connection was lost before a response arrived',
	},
];

/**
 * What a response that is no 2xx says about its payment.
 *
 * @returns the outcome, and a sentence on what happened, without a full stop
 */
export function outcomeOfStatus(reply: Reply): { outcome: Outcome; says: string } {
	const { outcome, says } = TABLE.find((row) => row.when(reply)) as Row;
	return { outcome, says };
}

/** Whether the status is a 2xx. */
export const isSuccess = between(200, 299);
