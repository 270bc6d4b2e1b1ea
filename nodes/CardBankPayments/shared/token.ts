import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { normalizeBaseUrl, parseSecureBaseUrl } from './baseUrl';
import { bearer } from './bearer';

/** A token endpoint answers at once or not at all; the first payment waits for it. */
const TOKEN_TIMEOUT_MS = 30_000;

type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

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
	httpRequest: HttpRequest,
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	const base = parseSecureBaseUrl(credentials.baseUrl);
	const url = `${normalizeBaseUrl(credentials.baseUrl)}/${String(credentials.tokenPath ?? '').replace(/^\/+/, '')}`;
	const response = (await httpRequest({
		method: 'POST',
		url,
		headers: {
			'client-id': String(credentials.clientId ?? '').trim(),
			'api-key': String(credentials.apiKey ?? '').trim(),
			Accept: 'application/json',
		},
		json: true,
		timeout: TOKEN_TIMEOUT_MS,
		// A redirect would carry the API key to an address that nobody has checked.
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	}).catch(() => ({ statusCode: 0 }))) as Partial<IN8nHttpFullResponse>;

	const token = bearer((response.body as { token?: unknown } | undefined)?.token);
	const status = response.statusCode ?? 0;
	if (status >= 200 && status < 300 && token !== '') return token;
	throw new UserError(whyNoToken(status, base.host), {
		description: 'Check Base URL, Client ID, API Key and Token Path of the credential.',
	});
}

function whyNoToken(status: number, host: string): string {
	if (status === 0) return `The token endpoint at ${host} cannot be reached`;
	if (status === 401 || status === 403) {
		return `Token refused: the service does not accept the client ID or the API key (HTTP ${status})`;
	}
	if (status === 404) {
		return `There is no token endpoint at this address (HTTP 404). The Base URL usually ends in third-parties`;
	}
	if (status >= 200 && status < 300) {
		return 'The token endpoint answered without a token. The Base URL usually ends in third-parties';
	}
	return `The token endpoint answered with HTTP ${status} instead of a token`;
}
