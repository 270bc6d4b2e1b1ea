import type { IDataObject } from 'n8n-workflow';
import type { Effect } from '../shared/operation';

/** How an item ended. Every item ends with exactly one of these. */
export type Outcome = 'accepted' | 'rejected' | 'unknown' | 'notSent' | 'alreadySent' | 'invalid';

/** What came back for one request: an answer with its status, or the code of a broken connection. */
export interface Reply {
	/** HTTP status; absent when no answer arrived. */
	status?: number;
	/** Code of the network or TLS layer, e.g. `ECONNREFUSED`; absent when an answer arrived. */
	code?: string;
	/** Parsed JSON body, or text where the body is not JSON. */
	body?: unknown;
}

interface Row {
	when: (reply: Reply) => boolean;
	outcome: Outcome;
	/** What happened, one sentence for the builder without a full stop. */
	says: string;
	/** Why this is safe to conclude. */
	because: string;
}

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

const between =
	(from: number, to: number) =>
	({ status = 0 }: Reply) =>
		status >= from && status <= to;
const exactly =
	(expected: number) =>
	({ status }: Reply) =>
		status === expected;

/** Raised when the time for an answer is over. */
const OUT_OF_TIME = new Set(['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT']);

/**
 * The one place where a reply becomes an outcome. The first row that fits decides; what no row
 * names is unknown, because a wrong "refused" invites a second payment and a wrong "unknown" only
 * a look at the account.
 */
const TABLE: Row[] = [
	{
		when: (reply) => between(200, 299)(reply) && isJsonObject(reply.body),
		outcome: 'accepted',
		says: 'The service accepted the request',
		because: 'the service says so, in a form that can be read',
	},
	{
		when: between(200, 299),
		outcome: 'unknown',
		says: 'The service answered with something that cannot be read',
		because: 'the status says yes, but without a readable answer nobody can tell what was accepted',
	},
	{
		when: between(300, 399),
		outcome: 'rejected',
		says: 'The service pointed to another address, which is never followed',
		because: 'a redirect means that the request was not handled here',
	},
	{
		when: exactly(408),
		outcome: 'unknown',
		says: 'The service gave up waiting',
		because: 'the part that gave up may not be the part that moves the money',
	},
	{
		when: exactly(409),
		outcome: 'alreadySent',
		says: 'The service knows this order reference already',
		because: 'the service refuses an order reference that was used before',
	},
	{
		when: between(400, 499),
		outcome: 'rejected',
		says: 'The service refused the request',
		because: 'the service says that it did not accept this request as it is',
	},
	{
		when: ({ code = '' }) => NEVER_CONNECTED.has(code),
		outcome: 'rejected',
		says: 'The service could not be reached',
		because: 'no connection stood, so nothing can have left',
	},
	{
		when: ({ code = '' }) => NOT_TRUSTED.has(code),
		outcome: 'rejected',
		says: 'The certificate of the service is not trusted',
		because: 'the connection ended before the request was sent',
	},
	{
		when: between(500, 599),
		outcome: 'unknown',
		says: 'The service failed while it handled the request',
		because: 'it may have failed before or after the money moved',
	},
	{
		when: ({ code = '' }) => OUT_OF_TIME.has(code),
		outcome: 'unknown',
		says: 'No complete answer arrived in time',
		because: 'being slow says nothing about what the service did',
	},
];

const ANYTHING_ELSE: Row = {
	when: () => true,
	outcome: 'unknown',
	says: 'The connection was lost before an answer arrived',
	because: 'the request may have arrived although the answer did not',
};

/**
 * Decides the outcome of one request.
 *
 * @returns the outcome, and a sentence on what happened, without a full stop
 */
export function decideOutcome(reply: Reply): { outcome: Outcome; says: string } {
	const { outcome, says } = TABLE.find((row) => row.when(reply)) ?? ANYTHING_ELSE;
	return { outcome, says };
}

/**
 * Whether the same item may simply be sent once more.
 *
 * @param effect of the operation: an unknown card request moves no money and may be repeated
 */
export function isSafeToRetry(outcome: Outcome, effect: Effect): boolean {
	if (outcome === 'unknown') return effect !== 'payout';
	return outcome === 'rejected' || outcome === 'notSent' || outcome === 'invalid';
}

function isJsonObject(body: unknown): body is IDataObject {
	return typeof body === 'object' && body !== null && !Array.isArray(body);
}
