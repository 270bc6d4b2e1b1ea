import type { ICredentialTestRequest } from 'n8n-workflow';
import { ASK_CHECKSUM } from '../wire/checksum';
import { CHECK_ACCESS, requestDefaults, whyNot, type HttpResponse } from '../wire/exchange';
import { allWords, shownWords } from '../wire/words';

/** n8n's test of the credential. Previewing methods moves no money and needs no data of the account. */
export const credentialTest = {
	request: {
		baseURL: requestDefaults.baseURL,
		url: '/payments/preview-card-payment',
		method: 'POST',
		headers: requestDefaults.headers,
		body: { amount: '1.00', currency: 'USD', orderReference: 'CREDENTIALTEST' },
		json: true,
		// The same request has been answered before n8n's leaves, and `whyNotWorking` has decided by that.
		ignoreHttpStatusErrors: true,
	},
} satisfies ICredentialTestRequest;

/** All that the service says is JSON. A page or nothing comes from elsewhere, with any status. */
const NOT_THE_SERVICE =
	'Something else than the service answers at this address. Check Base URL: it ends in third-parties';

/** The service refuses a checksum with a status that many other refusals have. */
const CHECKSUM_REFUSED = `Access was given, but the service refuses the checksum. ${ASK_CHECKSUM}`;

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
	const { status } = response;
	const { host, pathname } = new URL(address);
	if (status === 0) {
		return `The service at ${host} ${whyNot(response, 'JSON')}. Check Base URL and the connection of n8n`;
	}
	const words = allWords(response.body, status);
	const message = messageOf(response, words);
	if (message === undefined) return undefined;
	const isElsewhere = status <= 399 || status === 404 || status === 405;
	const said = isElsewhere ? `${host}${pathname}` : shownWords(words, { key: token });
	return `${message} (HTTP ${status}${said && `: ${said}`})`;
}

/** What the test says to a response; any other says no to the test values at most: the token is good. */
function messageOf({ status, body }: HttpResponse, words: string[]): string | undefined {
	if (status >= 300 && status <= 399) {
		return 'The service points to another address. Check Base URL: it ends in third-parties';
	}
	if (status === 401) {
		return 'Access was refused. Paste a new access token, or copy the Client ID and make a new API Key in the dashboard';
	}
	if (status === 403) {
		return `The service does not let this account in. ${CHECK_ACCESS}. An account without card payments may still make payouts`;
	}
	if (status === 404 || status === 405) {
		return 'Nothing was found at this address. Check Base URL: it ends in third-parties';
	}
	if (status === 408 || status === 429 || status >= 500) {
		return 'The service is reachable, but cannot answer at present. Test again in some minutes';
	}
	if (status === 400 && words.some((one) => /\bchecksum\b/i.test(one))) return CHECKSUM_REFUSED;
	return Object(body) === body ? undefined : NOT_THE_SERVICE;
}

/** Whether a request is that of the test. */
export function isTestRequest(body: unknown): boolean {
	const { orderReference } = credentialTest.request.body;
	return (body as { orderReference?: unknown } | undefined)?.orderReference === orderReference;
}
