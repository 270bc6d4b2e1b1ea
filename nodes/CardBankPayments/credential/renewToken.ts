import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { access } from '../sentences/access';
import { addressBelow } from '../wire/baseUrl';
import { withChecksum } from '../wire/checksum';
import { exchange, type Send } from '../wire/exchange';
import { credentialTest, isTestRequest, whyNotWorking } from './connectionCheck';
import { assertNotN8n1 } from './olderN8n';
import { boundToken, fetchToken, tokenFor } from './sessionToken';

/** n8n's HTTP Request node still sends in the older form, with `uri`. */
export type AnyRequest = Partial<IHttpRequestOptions> & { uri?: string };

/**
 * How far a token is checked: n8n may repeat the request (`due`, then `good`), or tests the credential (`test`, then
 * `tested`).
 */
type Check = 'due' | 'good' | 'test' | 'tested';

/** n8n reads credentials for one request only, and gives both functions here the same object. */
const checks = new WeakMap<ICredentialDataDecryptedObject, Check>();

/**
 * The token with which a request may leave. n8n's helper for the older form sends a request again after
 * any error, though it may have moved money. So its token is checked first: refused here, the request
 * leaves where n8n repeats nothing. So is that of the credential's test, of which n8n shows no more than a status.
 */
export function tokenToSignWith(
	credentials: ICredentialDataDecryptedObject,
	{ uri, method = 'GET', body }: AnyRequest,
): string {
	assertNotN8n1();
	const token = tokenFor(credentials);
	const check = checks.get(credentials);
	if (isTestRequest(body)) return check === 'tested' ? token : checkFirst(credentials, 'test');
	if (credentials.authentication === 'accessToken') return token;
	const isRepeated = uri !== undefined && !['GET', 'HEAD'].includes(method.toUpperCase());
	const isGood = token !== '' && (!isRepeated || check === 'good');
	return isGood ? token : checkFirst(credentials, 'due');
}

/** n8n takes this status for a refused token: it renews the token and signs once more. */
function checkFirst(credentials: ICredentialDataDecryptedObject, why: Check): never {
	checks.set(credentials, why);
	throw Object.assign(new UserError(access.noToken), { response: { status: 401 } });
}

/**
 * The token for n8n to store, where it asks for one: there is none, a request is to be sent again, or
 * the credential is tested. Nothing where the present one is good: n8n then leaves what went wrong as it is.
 *
 * @throws UserError where there is none, or the test fails, with the reason
 */
export async function renewedToken(
	send: Send,
	credentials: ICredentialDataDecryptedObject,
): Promise<{ sessionToken?: string }> {
	assertNotN8n1();
	const check = checks.get(credentials);
	const isPasted = credentials.authentication === 'accessToken';
	const isTest = check === 'test';
	if (check === 'good' || check === 'tested' || (isPasted && !isTest)) return {};
	let token = tokenFor(credentials);
	const ask = async () => await askService(send, credentials, token);
	let answer = token === '' ? undefined : await ask();
	if (!isPasted && (answer === undefined || answer.status === 401)) {
		token = await fetchToken(send, credentials);
		answer = isTest ? await ask() : undefined;
	} else if (check === undefined) return {};
	if (isTest) {
		const why = whyNotWorking(answer ?? (await ask()), testAddress(credentials), token);
		if (why !== undefined) throw new UserError(why);
	}
	checks.set(credentials, isTest ? 'tested' : 'good');
	return isPasted ? {} : { sessionToken: boundToken(token, credentials) };
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
