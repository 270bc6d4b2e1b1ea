import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { parseSecureBaseUrl } from '../wire/baseUrl';
import { answerOf, withinTime } from '../wire/exchange';
import { bearer, tokenSourceOf } from './sessionToken';

/** A token endpoint answers at once or not at all; the first payment waits for it. */
const TOKEN_TIMEOUT_MS = 30_000;

const CHECK_ADDRESS = 'Check the Base URL, which usually ends in third-parties, and the Token Path';

/**
 * Asks the service for an access token with the client ID and the API key.
 *
 * The service's document does not show this endpoint: path and headers are the ones that the
 * service publishes, and the path is a setting of the credential.
 *
 * @returns the token with exactly one `Bearer ` prefix
 * @throws UserError with a text for the builder; it carries neither key nor request, since n8n
 * stores what is thrown here
 */
export async function fetchToken(
	httpRequest: IHttpRequestHelper['helpers']['httpRequest'],
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	const base = parseSecureBaseUrl(credentials.baseUrl);
	const { baseUrl, tokenPath, clientId, apiKey } = tokenSourceOf(credentials);
	const url = `${baseUrl}/${tokenPath}`;
	const { deadline, ...options } = withinTime(TOKEN_TIMEOUT_MS);
	const { status, body } = await httpRequest({
		method: 'POST',
		url,
		headers: { 'client-id': clientId, 'api-key': apiKey, Accept: 'application/json' },
		...options,
	}).then(answerOf, () => ({ status: 0, body: undefined }));

	const token = bearer((body as { token?: unknown } | null | undefined)?.token);
	if (status < 300 && token !== '') return token;
	const endpoint = `token endpoint at ${base.host}${new URL(url).pathname}`;
	throw new UserError(
		deadline.aborted
			? `The ${endpoint} did not answer in time. Check the Base URL`
			: whyNoToken(status, endpoint),
		{ description: 'Check Base URL, Client ID, API Key and Token Path of the credential.' },
	);
}

/** Where n8n tests a credential it shows this and nothing else, so it names what to look at. */
function whyNoToken(status: number, endpoint: string): string {
	if (status === 0) return `The ${endpoint} cannot be reached. Check the Base URL`;
	if (status === 401 || status === 403) {
		return `Token refused: the service does not accept the client ID or the API key (HTTP ${status})`;
	}
	if (status === 404) return `There is no ${endpoint} (HTTP 404). ${CHECK_ADDRESS}`;
	if (status < 300) return `The ${endpoint} answered without a token. ${CHECK_ADDRESS}`;
	return `The ${endpoint} answered with HTTP ${status} instead of a token`;
}
