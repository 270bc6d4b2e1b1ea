import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { normalizeBaseUrl } from '../wire/baseUrl';
import { withChecksum } from '../wire/checksum';
import { answerOf, withinTime } from '../wire/exchange';
import { credentialTest } from './connectionCheck';
import { fetchToken } from './fetchToken';
import { boundToken, tokenFor } from './sessionToken';
import { keepExpressions } from './typedValues';

type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

/** n8n's HTTP Request node still sends in the older form, with `uri`. */
export type AnyRequest = Partial<IHttpRequestOptions> & { uri?: string };

/** The request of another node waits as long for the question as for its token. */
const QUESTION_TIMEOUT_MS = 30_000;

/**
 * How far n8n is with a request, by the credentials that it reads for that request alone and gives to
 * both functions here: whether the token is still to be checked, or has been.
 */
const checks = new WeakMap<ICredentialDataDecryptedObject, 'due' | 'done'>();

/** n8n takes this status for a refused token: it renews the token and signs once more. */
class TokenMissing extends UserError {
	readonly response = { status: 401 };
}

/**
 * The token with which a request may leave.
 *
 * n8n's helper for the older form sends a request again after whatever went wrong, and lets nobody see
 * what. Such a request may have moved money. So the check of its token comes first: refused here, the
 * request leaves from the place after which n8n sends nothing any more.
 *
 * @throws TokenMissing where the token is to be fetched or checked first
 */
export function tokenToSignWith(
	credentials: ICredentialDataDecryptedObject,
	{ uri, method = 'GET' }: AnyRequest,
): string {
	const token = tokenFor(credentials);
	if (credentials.authentication === 'accessToken') return token;
	const isRepeated = uri !== undefined && !['GET', 'HEAD'].includes(method.toUpperCase());
	const isUnchecked = isRepeated && checks.get(credentials) !== 'done';
	if (token !== '' && !isUnchecked) return token;
	if (isUnchecked) checks.set(credentials, 'due');
	throw new TokenMissing('There is no access token for this credential yet. Run the node again');
}

/**
 * The token for n8n to store, where it asks for one: there is none, a request is to be sent again, or
 * the credential is tested.
 *
 * @returns nothing where the present token is good: n8n then leaves what went wrong as it is
 */
export async function renewedToken(
	httpRequest: HttpRequest,
	credentials: ICredentialDataDecryptedObject,
): Promise<{ sessionToken?: string }> {
	const check = checks.get(credentials);
	if (credentials.authentication === 'accessToken' || check === 'done') return {};
	const isGood = tokenFor(credentials) !== '' && !(await isRefused(httpRequest, credentials));
	if (isGood && check === undefined) return {};
	const sessionToken = isGood
		? String(credentials.sessionToken)
		: boundToken(await fetchToken(httpRequest, credentials), credentials);
	checks.set(credentials, 'done');
	keepExpressions(credentials);
	return { sessionToken };
}

/** Asks what the test of the credential asks, which moves no money. */
async function isRefused(
	httpRequest: HttpRequest,
	credentials: ICredentialDataDecryptedObject,
): Promise<boolean> {
	const { method, url, headers, body } = credentialTest.request;
	const answer = await httpRequest({
		method,
		url: `${normalizeBaseUrl(credentials.baseUrl)}${url}`,
		headers: { ...headers, Authorization: tokenFor(credentials) },
		body: withChecksum(body as IDataObject, credentials),
		...withinTime(QUESTION_TIMEOUT_MS),
	}).then(answerOf, () => undefined);
	return answer?.status === 401;
}
