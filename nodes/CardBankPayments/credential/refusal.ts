import { CHECK_BASE_URL } from '../wire/baseUrl';
import { CHECK_ACCESS, whyNot, type HttpResponse } from '../wire/exchange';
import { wordsIn } from '../wire/words';

/** Why the service gives no access: whose matter that is, what happened, and what to do. */
export interface Refusal {
	whose: 'account' | 'settings' | 'service';
	says: string;
	nextStep: string;
	/** Some seconds later it may be otherwise. */
	isPassing?: boolean;
}

/** Nobody is at this address, as Node says it: that will be so some seconds later, too. */
const NOBODY_THERE = /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EPROTO)\b/;

/** These pass, of an account that is good. */
const AT_PRESENT = new Set([408, 425, 429]);

/** There is no operation at this address. */
const ELSEWHERE = new Set([404, 405, 410]);

/** As a service says it under 400, e.g. "Valid Client ID is required". */
const ABOUT_KEYS = /\bclient\b|\bkeys?\b|\bcredentials?\b/i;

/**
 * By the status, and by whether a page has answered: all that the service says is JSON.
 *
 * @param wanted what it did not give
 * @param secret key or token, which must not be shown
 */
export function refusalOf(
	response: HttpResponse,
	{ host, pathname }: URL,
	wanted: string,
	secret: unknown,
): Refusal {
	const { status, body } = response;
	const why = whyNot(response, wanted, { key: secret });
	const words = wordsIn(body).join('. ');
	const isPage = typeof body === 'string' && body !== '';
	if (status === 0) {
		return {
			whose: 'service',
			says: `The service at ${host} ${why}`,
			nextStep: 'Check Base URL in the credential and the connection of n8n',
			isPassing: !NOBODY_THERE.test(String(body)),
		};
	}
	if (status >= 500 || AT_PRESENT.has(status)) {
		return {
			whose: 'service',
			says: `The service gives no access at present. It ${why}`,
			nextStep: 'Run it again in some minutes',
			isPassing: true,
		};
	}
	if (status === 407) {
		return {
			whose: 'settings',
			says: `The proxy of n8n did not let the request through. It ${why}`,
			nextStep: 'Ask who runs n8n for the password in HTTP_PROXY',
		};
	}
	if (status === 401 || (status === 400 && !isPage && ABOUT_KEYS.test(words))) {
		return {
			whose: 'account',
			says: `Client ID or API Key is not accepted. The service ${why}`,
			nextStep:
				'In the dashboard, copy the Client ID and make a new API Key, which is shown only once. Write both into the credential',
		};
	}
	// "Account suspended" may come with a 200.
	const isNamed = status <= 299 && words !== '';
	if (isPage || ELSEWHERE.has(status) || (status <= 399 && !isNamed)) {
		const what = isPage ? 'Something in between' : 'The service';
		return {
			whose: 'settings',
			says: `No access is given at ${host}${pathname}. ${what} ${why}`,
			nextStep: `${CHECK_BASE_URL}, and Token Path`,
		};
	}
	return {
		whose: 'account',
		says: `The service does not let this account in. It ${why}`,
		nextStep: CHECK_ACCESS,
	};
}
