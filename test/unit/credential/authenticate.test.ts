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

const headersOf = async (changes: object, request: object = { url: target }) =>
	(await authenticate({ ...stored, ...changes }, request as IHttpRequestOptions)).headers;

describe('authenticating a request', () => {
	it.each([
		[{}, 'Bearer session'],
		[{ sessionToken: 'session' }, 'Bearer session'],
		[{ sessionToken: '' }, ''],
		[{ authentication: undefined }, 'Bearer session'],
		[{ authentication: 'accessToken' }, 'Bearer pasted'],
		[{ authentication: 'accessToken', accessToken: ' Bearer pasted\n' }, 'Bearer pasted'],
		...[5, true, { token: 'session' }, ['session']].map((token) => [{ sessionToken: token }, '']),
	] as Array<[object, string]>)(
		'sets the token with one prefix, or none: %j',
		async (changes, token) => {
			expect(await headersOf(changes)).toEqual({ Authorization: token });
		},
	);

	it.each(['Authorization', 'authorization', 'AUTHORIZATION', 'aUTHORIZATION'])(
		'keeps the other headers, and replaces %s, so that only one token goes out',
		async (name) => {
			const headers = { [name]: 'Basic x', Authorization: 'Basic y', Accept: 'text/plain' };
			const request = await authenticate(stored, { url: target, headers, body: { a: 1 } });
			expect(request).toMatchObject({ url: target, body: { a: 1 } });
			expect(request.headers).toEqual({ Accept: 'text/plain', Authorization: 'Bearer session' });
		},
	);

	const checksums = { ...stored, checksum: 'hmacSha256Json', checksumSecret: 'secret' };
	const amount = '1';

	it.each([
		[
			'adds one',
			checksums,
			{ amount },
			{ amount, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) },
		],
		['keeps a typed one', checksums, { amount, checksum: 'x' }, { amount, checksum: 'x' }],
		['adds none where they are off', { ...checksums, checksum: 'none' }, { amount }, { amount }],
	])('cares for the checksum of a body: %s', async (_, credentials, body, expected) => {
		expect((await authenticate(credentials, { url: target, body })).body).toEqual(expected);
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

	it.each([
		['under the older name that n8n’s HTTP Request node uses', { uri: target }],
		[
			'in two parts, as n8n’s routing engine gives it',
			{ baseURL: 'https://api.example.com/third-parties', url: '/payouts' },
		],
	])('takes the address %s', async (_, request) => {
		expect(await authenticate(stored, request as never)).toMatchObject(request);
		expect(await headersOf({}, request)).toEqual({ Authorization: 'Bearer session' });
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
