import type { ICredentialTestRequest } from 'n8n-workflow';
import { access } from '../sentences/access';
import { HEADERS, whyNot, type HttpResponse } from '../wire/exchange';
import { shownWords, wordsIn } from '../wire/words';
import { refusalOf } from './refusal';

/** n8n's test of the credential. Previewing methods moves no money and needs no data of the account. */
export const credentialTest = {
	request: {
		baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
		url: '/payments/preview-card-payment',
		method: 'POST',
		headers: HEADERS,
		body: { amount: '1.00', currency: 'USD', orderReference: 'CREDENTIALTEST' },
		// The same request has been answered before n8n's leaves, and `whyNotWorking` has decided by that.
		ignoreHttpStatusErrors: true,
	},
} satisfies ICredentialTestRequest;

/**
 * Why the credential does not work, by the response to the test's request; undefined where it does.
 *
 * @param address that was asked
 * @param token that must not be shown
 */
export function whyNotWorking(
	response: HttpResponse,
	address: string,
	token: string,
): string | undefined {
	const { status, body } = response;
	// The service refuses a checksum with a status that many other refusals have.
	if (status === 400 && wordsIn(body).some((text) => /\bchecksum\b/i.test(text))) {
		return access.test.checksum({ words: shownWords(wordsIn(body), { key: token }) });
	}
	// Any other refusal by the service says no to the test values at most: the token is good.
	const isPassed = status <= 299 || (status >= 400 && status <= 499);
	if (isPassed && !ABOUT_ACCESS.has(status) && Object(body) === body) return undefined;
	if (status === 401) {
		return access.test.token({ why: whyNot(response, access.did.wanted.json, { key: token }) });
	}
	const whole = access.whole(refusalOf(response, new URL(address), access.did.wanted.json, token));
	return status === 403 ? access.test.forbidden({ whole }) : whole;
}

/** Refusals with these statuses are about the account, the address or the moment, not about the test's values. */
const ABOUT_ACCESS = new Set([401, 403, 404, 405, 407, 408, 410, 425, 429]);

/** Whether a request is that of the test. */
export function isTestRequest(body: unknown): boolean {
	const { orderReference } = credentialTest.request.body;
	return (body as { orderReference?: unknown } | undefined)?.orderReference === orderReference;
}
