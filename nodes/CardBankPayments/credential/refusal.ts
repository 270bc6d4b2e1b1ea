import { access } from '../sentences/access';
import { whyNot, type HttpResponse } from '../wire/exchange';
import { wordsIn } from '../wire/words';

/** Why the service gives no access: whose matter that is, what happened, and what to do. */
export interface Refusal {
	whose: 'account' | 'settings' | 'service';
	says: string;
	nextStep: string;
	/** The service may give access some seconds later. */
	isPassing?: boolean;
}

/** Node says so of an address where nobody answers: asking again some seconds later would only make the run longer. */
const NOBODY_THERE = /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EPROTO)\b/;

/** A good account gets these at a busy moment, and access a little later. */
const AT_PRESENT = new Set([408, 425, 429]);

/** With these a server says that it has no operation at this address. */
const ELSEWHERE = new Set([404, 405, 410]);

/** As a service says it under 400, e.g. "Valid Client ID is required". */
const ABOUT_KEYS = /\b(?:client|keys?|credentials?)\b/i;

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
	const { refusal } = access;
	if (status === 0) {
		const isPassing = !NOBODY_THERE.test(String(body));
		return { whose: 'service', ...refusal.silent({ host, why }), isPassing };
	}
	if (status >= 500 || AT_PRESENT.has(status)) {
		return { whose: 'service', ...refusal.atPresent({ why }), isPassing: true };
	}
	if (status === 407) return { whose: 'settings', ...refusal.proxy({ why }) };
	if (status === 401 || (status === 400 && !isPage && ABOUT_KEYS.test(words))) {
		return { whose: 'account', ...refusal.keys({ why }) };
	}
	// "Account suspended" may come with a 200.
	const isNamed = status <= 299 && words !== '';
	if (isPage || ELSEWHERE.has(status) || (status <= 399 && !isNamed)) {
		const says = isPage ? refusal.page : refusal.address;
		return { whose: 'settings', ...says({ address: `${host}${pathname}`, why }) };
	}
	return { whose: 'account', ...refusal.account({ why }) };
}
