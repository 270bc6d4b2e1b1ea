/**
 * A new token of the sandbox, with the word Bearer in front.
 *
 * @param baseUrl of the sandbox
 */
export async function generateToken(baseUrl: string, clientId = 'sandbox-client'): Promise<string> {
	const answer = await fetch(`${baseUrl}/generate-token`, {
		method: 'POST',
		headers: { 'client-id': clientId, 'api-key': 'sandbox-key' },
	});
	return ((await answer.json()) as { token: string }).token;
}
