import { defaultSettings } from '../../sandbox';

const { clientId, apiKey, accessToken } = defaultSettings;

/** What a user fills in, and the choices that the editor stores with it. */
export const workingCredential = (baseUrl: string) => ({
	baseUrl,
	authentication: 'generateToken',
	clientId,
	apiKey,
	checksum: 'none',
});

/** What a credential stores to send the one token that a sandbox does not forget at a reset. */
export const pastedToken = { authentication: 'accessToken', accessToken };
const withPastedToken = { authorization: `Bearer ${pastedToken.accessToken}` };

/**
 * Asks a sandbox without the node, as the service's document has it.
 *
 * @returns the body of its answer
 * @throws {Error} where it refuses
 */
export async function post<Answer>(
	baseUrl: string,
	path: string,
	body?: object,
	headers: Record<string, string> = withPastedToken,
): Promise<Answer> {
	const answer = await fetch(baseUrl + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${await answer.text()}`);
	return (await answer.json()) as Answer;
}

/** A new token of a sandbox, with the word Bearer in front. */
export async function requestToken(baseUrl: string): Promise<string> {
	const keys = { 'client-id': clientId, 'api-key': apiKey };
	return (await post<{ token: string }>(baseUrl, '/generate-token', undefined, keys)).token;
}
