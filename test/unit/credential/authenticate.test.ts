import { Readable } from 'node:stream';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { bearer, boundToken } from '../../../nodes/CardBankPayments/credential/sessionToken';
import { rejectionOf } from '../support/wording';

const account: ICredentialDataDecryptedObject = {
	baseUrl: 'https://api.example.com/third-parties/',
	authentication: 'generateToken',
	tokenPath: '/generate-token',
	clientId: 'client-1',
	apiKey: 'secret-key',
	accessToken: 'pasted',
};
const sessionToken = boundToken('Bearer session', account);
const stored = { ...account, sessionToken };
const target = 'https://api.example.com/third-parties/payouts';

const authenticate = new CardBankPaymentsApi().authenticate as (
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

it.each<[object, string]>([
	[{}, 'Bearer session'],
	[{ authentication: 'accessToken', accessToken: ' Bearer pasted\n' }, 'Bearer pasted'],
	[{ authentication: 'accessToken', accessToken: ['x'] }, ''],
	// A token stays where nothing changed but how it is written, or what fetches none.
	[{ baseUrl: ' https://api.example.com/third-parties ' }, 'Bearer session'],
	[{ tokenPath: 'generate-token', clientId: ' client-1\n', payoutPath: '/x' }, 'Bearer session'],
])('signs with one prefix, or none, and no other Authorization: %j', async (changes, token) => {
	const headers = { aUTHORIZATION: 'Basic x', Authorization: 'Basic y', Accept: 'text/plain' };
	const request = await authenticate({ ...stored, ...changes }, { url: target, headers });
	expect(request.headers).toEqual({ Accept: 'text/plain', Authorization: token });
});

it.each([
	['was fetched for another client ID', { clientId: 'client-2' }],
	['was fetched with another API key', { apiKey: 'other-key' }],
	['was fetched at another Base URL', { baseUrl: 'https://api.example.com/other' }],
	['was fetched at another Token Path', { tokenPath: '/auth' }],
	['is missing', { sessionToken: '' }],
	['does not say what it was fetched with', { sessionToken: 'Bearer session' }],
	['is that of another proof', { sessionToken: sessionToken.replace('session', 'other') }],
	['is no text', { sessionToken: 5 }],
])('asks n8n to renew a token that %s, and signs nothing', async (_, changes) => {
	const request = { url: target, headers: {} };
	const error = await rejectionOf(authenticate({ ...stored, ...changes }, request));
	expect(error).toMatchObject({ response: { status: 401 } });
	expect(request).toEqual({ url: target, headers: {} });
});

it('lets n8n check a token first with which its older helper would pay again after any error', async () => {
	const request = { uri: target, method: 'POST' } as never;
	expect(await rejectionOf(authenticate({ ...stored }, request))).toMatchObject({
		response: { status: 401 },
	});
});

it('stores nothing with a token from which a key could be read or tried alone', () => {
	const [, proof] = /^Bearer session\.([0-9a-f]{64})$/.exec(sessionToken) ?? [];
	// Another token makes another proof of the same keys.
	expect(boundToken('Bearer other', account)).not.toContain(proof);
});

const checksums = { ...stored, checksum: 'hmacSha256Json', checksumSecret: 'secret' };

it('adds a checksum to the JSON of other nodes, and leaves other bodies alone', async () => {
	const signed = await authenticate(checksums, { url: target, body: { amount: '1' } });
	expect(signed.body).toEqual({ amount: '1', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) });
	const others = ['amount=1', [{ amount: '1' }], new URLSearchParams('a=1'), Readable.from(['x'])];
	for (const body of [...others, null]) {
		const request = { url: target, body } as IHttpRequestOptions;
		expect((await authenticate(checksums, request)).body).toBe(body);
	}
});

it.each([
	{ url: target, disableFollowRedirect: false, maxRedirects: 5 },
	{ uri: target, followRedirect: true, followAllRedirects: true, maxRedirects: 5 },
	{ uri: target, method: 'head' },
	{ baseURL: 'https://api.example.com/third-parties', url: '/payments' },
	{ baseURL: 'https://api.example.com' },
])('takes the address in each form, and switches off redirects: %j', async (request) => {
	const { url, uri } = request as { url?: string; uri?: string };
	expect(await authenticate(stored, request as never)).toMatchObject({
		...(url !== undefined && { url }),
		...(uri !== undefined && { uri }),
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
		maxRedirects: 0,
	});
});

const good = 'https://api.example.com';

it.each<[object, string]>([
	[{ url: 'https://evil.com/third-parties' }, good],
	[{ baseURL: target, url: 'https://evil.com/x' }, good],
	[{ baseURL: good, url: '@evil.com/x' }, good],
	[{ uri: 'https://evil.com/third-parties' }, good],
	[{}, good],
	[{ url: 'https://evil.com/x', uri: target }, good],
	[{ url: 'http://api.example.com/x' }, 'http://api.example.com'],
])('refuses %j before it touches the request', async (request, baseUrl) => {
	const before = structuredClone(request);
	await expect(
		authenticate({ ...stored, baseUrl }, request as IHttpRequestOptions),
	).rejects.toThrow(baseUrl === good ? `may only be used with addresses at ${good}` : 'https://');
	expect(request).toEqual(before);
});

it.each([
	['BEARER abc', 'Bearer abc'],
	['Bearer   bearer \t Bearer abc.def', 'Bearer abc.def'],
	[' \n abc\t\n', 'Bearer abc'],
	['Bearer\nabc', 'Bearer abc'],
	['bearerabc', 'Bearer bearerabc'],
	['abc bearer def', 'Bearer abc bearer def'],
	...[undefined, '   ', ' BEARER\n', 'Bearer Bearer', 42, ['Bearer abc']].map((none) => [none, '']),
])('a token has exactly one prefix, and what is none has none: %j', (token, signed) => {
	expect(bearer(token)).toBe(signed);
});
