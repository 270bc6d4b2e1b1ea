import { Readable } from 'node:stream';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';

const credential = new CardBankPaymentsApi();

const stored: ICredentialDataDecryptedObject = {
	baseUrl: 'https://api.example.com/third-parties/',
	authentication: 'generateToken',
	sessionToken: 'Bearer session',
	accessToken: 'pasted',
};
const target = 'https://api.example.com/third-parties/payouts';

type Authenticate = (
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;
const authenticate = credential.authenticate as Authenticate;

describe('authenticating a request', () => {
	it.each([
		['generateToken', {}, 'Bearer session'],
		['generateToken', { sessionToken: 'session' }, 'Bearer session'],
		['generateToken', { sessionToken: '' }, ''],
		['accessToken', {}, 'Bearer pasted'],
		['accessToken', { accessToken: ' Bearer pasted\n' }, 'Bearer pasted'],
	])('sets the token with one prefix (%s, %j)', async (authentication, changes, expected) => {
		const request = await authenticate({ ...stored, authentication, ...changes }, { url: target });
		expect(request.headers).toEqual({ Authorization: expected });
	});

	it('takes a credential without a way to get tokens for one that generates them', async () => {
		const request = await authenticate(
			{ ...stored, authentication: undefined as never },
			{ url: target },
		);
		expect(request.headers?.Authorization).toBe('Bearer session');
	});

	it('keeps the other headers, and replaces an Authorization header', async () => {
		const headers = { Accept: 'application/json', Authorization: 'Basic x' };
		const request = await authenticate(stored, { url: target, headers, body: { a: 1 } });
		expect(request).toMatchObject({ url: target, body: { a: 1 } });
		expect(request.headers).toEqual({
			Accept: 'application/json',
			Authorization: 'Bearer session',
		});
	});

	it.each(['authorization', 'AUTHORIZATION', 'aUTHORIZATION'])(
		'replaces the header %s, so that only one token goes out',
		async (name) => {
			const headers = { [name]: 'Basic x', Authorization: 'Basic y', Accept: 'text/plain' };
			const request = await authenticate(stored, { url: target, headers });
			expect(request.headers).toEqual({ Accept: 'text/plain', Authorization: 'Bearer session' });
		},
	);

	it.each([5, true, { token: 'session' }, ['session']])(
		'sends no token when what is stored is not text: %j',
		async (sessionToken) => {
			const odd = { ...stored, sessionToken } as ICredentialDataDecryptedObject;
			const request = await authenticate(odd, { url: target });
			expect(request.headers).toEqual({ Authorization: '' });
		},
	);

	it('adds the checksum to a body that has none, where checksums are on', async () => {
		const checksums = { ...stored, checksum: 'hmacSha256Json', checksumSecret: 'secret' };
		const ask = async (body: IHttpRequestOptions['body'], credentials = checksums) =>
			(await authenticate(credentials, { url: target, body })).body;
		expect(await ask({ amount: '1' })).toEqual({
			amount: '1',
			checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
		expect(await ask({ amount: '1', checksum: 'typed' })).toEqual({
			amount: '1',
			checksum: 'typed',
		});
		expect(await ask({ amount: '1' }, { ...checksums, checksum: 'none' })).toEqual({ amount: '1' });
	});

	it.each([
		['text', 'amount=1'],
		['a list', [{ amount: '1' }]],
		['bytes', Buffer.from('x')],
		['a form', new URLSearchParams({ amount: '1' })],
		['a form with files', new FormData()],
		['a stream', Readable.from(['x'])],
		['an object of a class', new Date(0)],
		['nothing', undefined],
		['null', null],
	])('leaves a body alone that is %s', async (_, body) => {
		const checksums = { ...stored, checksum: 'hmacSha256Json', checksumSecret: 'secret' };
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

	it('takes the address under the older name that n8n’s HTTP Request node uses', async () => {
		const request = await authenticate(stored, { uri: target } as never);
		expect(request).toMatchObject({ uri: target, headers: { Authorization: 'Bearer session' } });
	});

	it('takes the address in two parts, as n8n’s routing engine gives it', async () => {
		const baseURL = 'https://api.example.com/third-parties';
		const request = await authenticate(stored, { baseURL, url: '/payouts' });
		expect(request.headers?.Authorization).toBe('Bearer session');
	});

	it.each([
		['another host', { url: 'https://evil.com/third-parties' }],
		['another scheme', { url: 'http://api.example.com/x' }],
		['another port', { url: 'https://api.example.com:444/x' }],
		['another host as base', { baseURL: 'https://evil.com', url: '/x' }],
		['an absolute address beside a good base', { baseURL: target, url: 'https://evil.com/x' }],
		['a host behind a user name', { baseURL: 'https://api.example.com', url: '@evil.com/x' }],
		['a path alone', { url: '/payouts' }],
		['another host under the older name', { uri: 'https://evil.com/third-parties' }],
		['a path alone under the older name', { uri: '/payouts' }],
		['no address at all', {}],
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

	it('refuses another host beside a good address under the older name', async () => {
		const request = { url: 'https://evil.com/x', uri: target };
		await expect(authenticate(stored, request)).rejects.toThrow('may only be used with addresses');
	});

	it('refuses a base URL with a user name or password before it touches the request', async () => {
		const baseUrl = 'https://user:secret@api.example.com/third-parties';
		const request = { url: target };
		await expect(authenticate({ ...stored, baseUrl }, request)).rejects.toThrow(
			'must not contain a user name or password',
		);
		expect(request).toEqual({ url: target });
	});

	it('refuses to send a token over plain http', async () => {
		const insecure = { ...stored, baseUrl: 'http://api.example.com' };
		await expect(authenticate(insecure, { url: 'http://api.example.com/x' })).rejects.toThrow(
			'https://',
		);
	});
});
