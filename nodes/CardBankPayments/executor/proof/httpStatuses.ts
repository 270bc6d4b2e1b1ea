import { access } from '../../sentences/access';
import { nextSteps } from '../../sentences/nextSteps';
import { responses } from '../../sentences/responses';
import { PARTIAL_CONTENT } from '../../wire/exchange';
import { MAXIMUM_BODY_BYTES } from '../../wire/readBody';
import { wordsIn } from '../../wire/words';
import type { Verdict } from '../common/payment';
import { isCut, type ServiceResponse } from './response';
import { alreadySent, rejected, unknown } from './verdicts';

/**
 * Raised before a connection stands, so no request can have left: by the code, or by the call of the system that
 * failed, whatever its code. `EPROTO`: the port speaks plain HTTP.
 */
const NEVER_CONNECTED = new Set<unknown>([
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO', 'getaddrinfo', 'connect'],
]);

/** Node does not trust the certificate. The request is sent only once the server has proven who it is. */
const NOT_TRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_/;

const OUT_OF_TIME = new Set<unknown>(['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT']);

/** These refuse the request before anything is paid. */
const REFUSES_ITEM = new Set([400, 404, 405, 413, 415, 422]);

/**
 * Sentences that the service documents under 400 and 404, and that concern the account: "Insufficient balance" stops
 * every row. The second value is the next step; without one it is to top up.
 */
const ABOUT_ACCOUNT: Array<[sentence: RegExp, nextStep?: string]> = [
	[/\bchecksum\b/i, nextSteps.correctChecksum],
	[/\bInsufficient balance\b|\bNo balance account\b/i],
	[
		/\bno access to\b|\bValid Client ID\b|\bAccount has no (?:valid )?payment\b/i,
		access.nextSteps.checkAccess,
	],
];

/**
 * They ask to repeat the request at another address: here, nothing was done. A service that has done what was asked may
 * send on to a page about it, with 302 or 303.
 */
const MOVED = new Set([301, 307, 308]);

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
	if (status === 401) return rejected('account', access.tokenRefused);
	if (status === 403) return rejected('account', responses.refused);
	// The service refuses an order reference that was used before.
	if (status === 409 && usesReference) return alreadySent(responses.usedReference);
	if (status === 409 || status === 429) return rejected('service', responses.refused);
	// A company's proxy in front of n8n wants a password.
	if (status === 407) return rejected('settings', responses.refused);
	if (MOVED.has(status)) return rejected('settings', responses.elsewhere);
	if (REFUSES_ITEM.has(status)) {
		const words = wordsIn(body).join('. ');
		const ofAccount = ABOUT_ACCOUNT.find(([sentence]) => sentence.test(words));
		if (ofAccount) return rejected('account', responses.refused, ofAccount[1]);
		// For a wrong item the service documents a sentence: other words come from a wrong Base URL or path.
		const isElsewhere = status === 404 || status === 405;
		return rejected(isElsewhere ? 'settings' : 'item', responses.refused);
	}
	if (status === PARTIAL_CONTENT) return unknown(responses.part);
	// It may have failed before or after the money moved.
	if (status >= 500) return unknown(responses.failed);
	return unknown(responses.oddStatus);
}

/** Of a response whose end is missing, with whatever status it began. */
export function outcomeWithoutEnd({ code }: ServiceResponse): Verdict {
	return OUT_OF_TIME.has(code)
		? outcomeOfCode(code)
		: unknown(responses.cutOff({ megabytes: MAXIMUM_BODY_BYTES / 1e6 }));
}

function outcomeOfCode(code?: string, syscall?: string): Verdict {
	if (NEVER_CONNECTED.has(code) || NEVER_CONNECTED.has(syscall)) {
		return rejected('service', responses.unreachable);
	}
	if (NOT_TRUSTED.test(String(code))) return rejected('service', responses.notTrusted);
	// Being slow says nothing about what the service did.
	if (OUT_OF_TIME.has(code)) return unknown(responses.tooLate);
	// The request may have arrived although the response did not.
	return unknown(responses.lost);
}

/** Finds `Order reference already used`, or a field of that name. */
const FIELD = /\border[\s_-]?reference\b/i;

/**
 * Whether a refusal may speak of our order reference: somebody may have used it, whatever its status is, so the
 * service is asked. So it is after one whose body is missing, or is JSON that was cut off.
 */
export function isAboutReference(
	{ status = 0, body }: ServiceResponse,
	orderReference: string,
): boolean {
	// Without a status from 400 on, the service has not handled the request.
	if (status < 400 || orderReference === '') return false;
	if (isCut(body)) return true;
	const said = JSON.stringify(body);
	return FIELD.test(said) || said.includes(JSON.stringify(orderReference).slice(1, -1));
}
