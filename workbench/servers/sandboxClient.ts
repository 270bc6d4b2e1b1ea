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

/**
 * Asks a sandbox without the node, as the service's document has it.
 *
 * @throws {Error} where it refuses
 */
export async function post(baseUrl: string, path: string, body: object): Promise<void> {
	const answer = await fetch(baseUrl + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${await answer.text()}`);
}
