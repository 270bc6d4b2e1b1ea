import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { addressBelow } from '../wire/baseUrl';
import { withChecksum } from '../wire/checksum';
import { exchange, type HttpResponse, type Send } from '../wire/exchange';
import { credentialTest, isTestRequest, whyNotWorking } from './connectionCheck';
import { assertNotN8n1 } from './olderN8n';
import { boundToken, fetchToken, tokenFor } from './sessionToken';

/** n8n's HTTP Request node still sends in the older form, with `uri`. */
export type AnyRequest = Partial<IHttpRequestOptions> & { uri?: string };

/** n8n reads credentials for one request only, and gives both functions here the same object. */
const checks = new WeakMap<ICredentialDataDecryptedObject, Check | 'done'>();

/** Why a token has to be checked: n8n may repeat the request, or the credential is tested. */
type Check = 'due' | 'test';

/** What the service answered to the request of the credential's test, with the token that counts now. */
const answers = new WeakMap<ICredentialDataDecryptedObject, HttpResponse>();

/**
 * The token with which a request may leave. n8n's helper for the older form sends a request again after
 * any error, though it may have moved money. So its token is checked first: refused here, the request
 * leaves where n8n repeats nothing.
 */
export function tokenToSignWith(
	credentials: ICredentialDataDecryptedObject,
	{ uri, method = 'GET', body }: AnyRequest,
): string {
	assertNotN8n1();
	const token = tokenFor(credentials);
	if (isTestRequest(body)) return tokenToTestWith(credentials, token);
	if (credentials.authentication === 'accessToken') return token;
	const isRepeated = uri !== undefined && !['GET', 'HEAD'].includes(method.toUpperCase());
	const isUnchecked = isRepeated && checks.get(credentials) !== 'done';
	if (token !== '' && !isUnchecked) return token;
	throw checkFirst(credentials, 'due');
}

/** n8n itself shows no more of its test than a status, so the response has been read before. */
function tokenToTestWith(credentials: ICredentialDataDecryptedObject, token: string): string {
	const answer = answers.get(credentials);
	if (answer === undefined) throw checkFirst(credentials, 'test');
	const why = whyNotWorking(answer, testAddress(credentials), token);
	if (why !== undefined) throw new UserError(why);
	return token;
}

/** n8n takes this status for a refused token: it renews the token and signs once more. */
function checkFirst(credentials: ICredentialDataDecryptedObject, why: Check): Error {
	checks.set(credentials, why);
	const missing = 'There is no access token for this credential yet. Run the node again';
	return Object.assign(new UserError(missing), { response: { status: 401 } });
}

/**
 * The token for n8n to store, where it asks for one: there is none, a request is to be sent again, or
 * the credential is tested. Nothing where the present one is good: n8n then leaves what went wrong as it is.
 */
export async function renewedToken(
	send: Send,
	credentials: ICredentialDataDecryptedObject,
): Promise<{ sessionToken?: string }> {
	assertNotN8n1();
	const check = checks.get(credentials);
	const isPasted = credentials.authentication === 'accessToken';
	if (check === 'done' || (isPasted && check === undefined)) return {};
	const hasToken = isPasted || tokenFor(credentials) !== '';
	const answer = hasToken ? await askService(send, credentials, tokenFor(credentials)) : undefined;
	const isGood = answer !== undefined && answer.status !== 401;
	if (answer !== undefined && (isGood || isPasted)) answers.set(credentials, answer);
	if (isPasted || (isGood && check === undefined)) return {};
	let sessionToken = String(credentials.sessionToken);
	if (!isGood) {
		const token = await fetchToken(send, credentials);
		sessionToken = boundToken(token, credentials);
		// What counts for n8n's test is the answer to the new one.
		if (check === 'test') answers.set(credentials, await askService(send, credentials, token));
	}
	checks.set(credentials, 'done');
	return { sessionToken };
}

/** Sends the request of the credential's test, which moves no money. */
async function askService(send: Send, credentials: ICredentialDataDecryptedObject, token: string) {
	const { method, headers, body } = credentialTest.request;
	return await exchange(send, {
		method,
		url: testAddress(credentials),
		headers: { ...headers, Authorization: token },
		body: withChecksum(body, credentials),
	});
}

function testAddress({ baseUrl }: ICredentialDataDecryptedObject): string {
	return addressBelow(baseUrl, credentialTest.request.url);
}
