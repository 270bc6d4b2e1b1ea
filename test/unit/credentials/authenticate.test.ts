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
		['nothing', undefined],
		['null', null],
	])('leaves a body alone that is %s', async (_, body) => {
		const checksums = { ...stored, checksum: 'hmacSha256Json', checksumSecret: 'secret' };
		const request = { url: target, body } as IHttpRequestOptions;
		expect((await authenticate(checksums, request)).body).toBe(body);
	});

	it('switches off redirects, even where the request asks for them', async () => {
		const asked = { url: target, disableFollowRedirect: false };
		expect((await authenticate(stored, asked)).disableFollowRedirect).toBe(true);
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
	])('refuses %s before it touches the request', async (_, request) => {
		const before = structuredClone(request);
		await expect(authenticate(stored, request)).rejects.toThrow(
			'may only be used with addresses at https://api.example.com',
		);
		expect(request).toEqual(before);
	});

	it('refuses to send a token over plain http', async () => {
		const insecure = { ...stored, baseUrl: 'http://api.example.com' };
		await expect(authenticate(insecure, { url: 'http://api.example.com/x' })).rejects.toThrow(
			'https://',
		);
	});
});
