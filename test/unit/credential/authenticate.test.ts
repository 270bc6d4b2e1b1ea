import { Readable } from 'node:stream';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { boundToken } from '../../../nodes/CardBankPayments/credential/sessionToken';
import { rejectionOf } from '../support/wording';

const credential = new CardBankPaymentsApi();

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

type Authenticate = (
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;
const authenticate = credential.authenticate as Authenticate;

const headersOf = async (changes: object, request: object = { url: target }) =>
	(await authenticate({ ...stored, ...changes }, request as IHttpRequestOptions)).headers;

describe('authenticating a request', () => {
	it.each<[object, string]>([
		[{}, 'Bearer session'],
		[{ authentication: 'accessToken', accessToken: ' Bearer pasted\n' }, 'Bearer pasted'],
		[{ authentication: 'accessToken', accessToken: ['x'] }, ''],
	])('sets the token with one prefix, or none: %j', async (changes, token) => {
		expect(await headersOf(changes)).toEqual({ Authorization: token });
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

	it.each([
		['a slash and white space', { baseUrl: ' https://api.example.com/third-parties ' }],
		['the slash of the Token Path', { tokenPath: 'generate-token' }],
		['white space in what was pasted', { clientId: ' client-1\n', apiKey: '\tsecret-key ' }],
		['settings that fetch no token', { checksum: 'hmacSha256Json', payoutPath: '/x' }],
	])('keeps a token where nothing changed but %s', async (_, changes) => {
		expect(await headersOf(changes)).toEqual({ Authorization: 'Bearer session' });
	});

	it('stores nothing with a token from which a key could be read or tried alone', () => {
		const [, proof] = /^Bearer session\.([0-9a-f]{64})$/.exec(sessionToken) ?? [];
		// Another token makes another proof of the same keys.
		expect(boundToken('Bearer other', account)).not.toContain(proof);
	});

	it('keeps the other headers, and replaces the token’s, so that only one goes out', async () => {
		const headers = { aUTHORIZATION: 'Basic x', Authorization: 'Basic y', Accept: 'text/plain' };
		const request = await authenticate(stored, { url: target, headers, body: { a: 1 } });
		expect(request).toMatchObject({ url: target, body: { a: 1 } });
		expect(request.headers).toEqual({ Accept: 'text/plain', Authorization: 'Bearer session' });
	});

	const checksums = { ...stored, checksum: 'hmacSha256Json', checksumSecret: 'secret' };

	it.each<[string, ICredentialDataDecryptedObject, object, object]>([
		['adds one', checksums, {}, { checksum: expect.stringMatching(/^[0-9a-f]{64}$/) }],
		['keeps a typed one', checksums, { checksum: 'x' }, { checksum: 'x' }],
		['adds none where they are off', { ...checksums, checksum: 'none' }, {}, {}],
	])('cares for the checksum of a body: %s', async (_, credentials, more, expected) => {
		const body = { amount: '1', ...more };
		const request = await authenticate(credentials, { url: target, body });
		expect(request.body).toEqual({ amount: '1', ...expected });
	});

	it.each([
		['text', 'amount=1'],
		['a list', [{ amount: '1' }]],
		['a form', new URLSearchParams({ amount: '1' })],
		['a stream', Readable.from(['x'])],
		['null', null],
	])('leaves a body alone that is %s', async (_, body) => {
		const request = { url: target, body } as IHttpRequestOptions;
		expect((await authenticate(checksums, request)).body).toBe(body);
	});

	it('switches off redirects in the words of both forms, even where the request asks for them', async () => {
		const newer = { url: target, disableFollowRedirect: false, maxRedirects: 5 };
		const older = { uri: target, followRedirect: true, followAllRedirects: true, maxRedirects: 5 };
		for (const asked of [newer, older as unknown as IHttpRequestOptions]) {
			expect(await authenticate(stored, asked)).toMatchObject({
				disableFollowRedirect: true,
				followRedirect: false,
				followAllRedirects: false,
				maxRedirects: 0,
			});
		}
	});

	it.each([{ uri: target }, { baseURL: 'https://api.example.com/third-parties', url: '/payouts' }])(
		'takes the address in n8n’s other form: %j',
		async (request) => {
			expect(await authenticate(stored, request as never)).toMatchObject(request);
			expect(await headersOf({}, request)).toEqual({ Authorization: 'Bearer session' });
		},
	);

	it.each([
		['another host', { url: 'https://evil.com/third-parties' }],
		['another scheme', { url: 'http://api.example.com/x' }],
		['another port', { url: 'https://api.example.com:444/x' }],
		['another host as base', { baseURL: 'https://evil.com', url: '/x' }],
		['an absolute address beside a good base', { baseURL: target, url: 'https://evil.com/x' }],
		['a host behind a user name', { baseURL: 'https://api.example.com', url: '@evil.com/x' }],
		['a path alone', { url: '/payouts' }],
		['another host under the older name', { uri: 'https://evil.com/third-parties' }],
		['no address at all', {}],
		[
			'another host beside a good address under the older name',
			{ url: 'https://evil.com/x', uri: target },
		],
	] as Array<[string, IHttpRequestOptions]>)(
		'refuses %s before it touches the request',
		async (_, request) => {
			const before = structuredClone(request);
			await expect(authenticate(stored, request)).rejects.toThrow(
				'may only be used with addresses at https://api.example.com',
			);
			expect(request).toEqual(before);
		},
	);

	it.each([
		['https://user:secret@api.example.com', 'must not contain a user name or password'],
		['http://api.example.com', 'https://'],
	])('refuses the base URL %s before it touches the request', async (baseUrl, reason) => {
		const request = { url: 'http://api.example.com/x' };
		await expect(authenticate({ ...stored, baseUrl }, request)).rejects.toThrow(reason);
		expect(request).toEqual({ url: 'http://api.example.com/x' });
	});
});
