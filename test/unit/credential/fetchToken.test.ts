import { UserError, type IHttpRequestOptions } from 'n8n-workflow';
import { fetchToken } from '../../../nodes/CardBankPayments/credential/fetchToken';
import { dripping, httpRequest, json, silent, TokenService } from '../support/tokenService';
import { expectGoodWording, rejectionOf } from '../support/wording';

const service = new TokenService();

beforeAll(async () => await service.start());
afterAll(async () => await service.stop());
beforeEach(() => {
	service.arrived = [];
	service.answer = json(200, { success: true, token: 'Bearer abc' });
});

const credential = (changes = {}) => ({
	baseUrl: service.baseUrl,
	tokenPath: '/generate-token',
	clientId: 'client-1',
	apiKey: 'secret-key',
	...changes,
});

const fetch = async (changes = {}) => await fetchToken(httpRequest, credential(changes));

/** The options of the request as n8n gets them. */
async function options(changes = {}): Promise<IHttpRequestOptions> {
	const seen: IHttpRequestOptions[] = [];
	await fetchToken(async (request) => {
		seen.push(request);
		return await httpRequest({ ...request, headers: {} });
	}, credential(changes));
	return seen[0] as IHttpRequestOptions;
}

const refusal = async (changes = {}) => await rejectionOf(fetch(changes));

describe('fetching a token', () => {
	it('posts client ID and API key as headers, without a body', async () => {
		await fetch();
		expect(service.arrived).toHaveLength(1);
		expect(service.arrived[0]).toMatchObject({
			method: 'POST',
			path: '/third-parties/generate-token',
			headers: { 'client-id': 'client-1', 'api-key': 'secret-key', accept: 'application/json' },
			body: '',
		});
	});

	it.each([
		['a token path without its slash', '', 'auth/token', '/auth/token'],
		['a token path with two slashes', '', '//auth/token', '/auth/token'],
		['a token path that is missing', '', undefined, '/'],
		['a token path that looks like a host', '', '//evil.com/x', '/evil.com/x'],
		['a slash at the end of the base URL', '/ ', '/generate-token', '/generate-token'],
	])('stays below the base URL with %s', async (_, slash, tokenPath, path) => {
		await fetch({ baseUrl: `${service.baseUrl}${slash}`, tokenPath });
		expect(service.arrived.map((request) => request.path)).toEqual([`/third-parties${path}`]);
	});

	it('removes white space that was pasted around client ID and API key', async () => {
		const { headers } = await options({ clientId: ' client-1\n', apiKey: '\tsecret-key ' });
		expect(headers).toMatchObject({ 'client-id': 'client-1', 'api-key': 'secret-key' });
	});

	it('sends empty headers for missing values, never the word undefined', async () => {
		await fetch({ clientId: undefined, apiKey: null });
		expect(service.arrived[0]?.headers).toMatchObject({ 'client-id': '', 'api-key': '' });
	});

	it.each(['abc', 'Bearer abc', 'bearer abc '])('gives %p one prefix', async (token) => {
		service.answer = json(201, { token });
		expect(await fetch()).toBe('Bearer abc');
	});

	it('waits half a minute at most and follows no redirect', async () => {
		expect(await options()).toMatchObject({ timeout: 30_000, disableFollowRedirect: true });
	});

	it.each([
		['does not come', silent],
		['comes in byte by byte', dripping('{"token":"Bearer abc"}')],
	])('does not wait longer for a token that %s', async (_, slow) => {
		const time = new AbortController();
		const deadline = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
		service.answer = slow(() => time.abort());
		expect((await refusal()).message).toBe(
			`The token endpoint at ${service.host}/third-parties/generate-token did not answer in time. Check the Base URL`,
		);
		expect(deadline).toHaveBeenCalledWith(30_000);
		deadline.mockRestore();
	});

	it('does not carry the API key along a redirect', async () => {
		service.answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
		expect((await refusal()).message).toContain('HTTP 307');
		expect(service.arrived.map(({ path }) => path)).toEqual(['/third-parties/generate-token']);
	});

	it('sends nothing to a base URL that is not safe', async () => {
		const { message } = await refusal({ baseUrl: service.baseUrl.replace('127.0.0.1', '0.0.0.0') });
		expect(message).toContain('must start with https://');
		expect(service.arrived).toEqual([]);
	});
});

describe('a token that cannot be had', () => {
	const endpoint = () => `The token endpoint at ${service.host}/third-parties/generate-token`;
	const checkPath = 'Check the Base URL, which usually ends in third-parties, and the Token Path';

	it.each([401, 403])('is explained for HTTP %i as a refusal', async (status) => {
		service.answer = json(status, { token: 'Bearer abc' });
		const text = new RegExp(`^Token refused: .* client ID or the API key \\(HTTP ${status}\\)$`);
		expect((await refusal()).message).toMatch(text);
	});

	it('is explained for HTTP 404 as a wrong address', async () => {
		service.answer = json(404, { token: 'Bearer abc' });
		const there = `There is no t${endpoint().slice('The t'.length)}`;
		expect((await refusal()).message).toBe(`${there} (HTTP 404). ${checkPath}`);
	});

	it.each([300, 400, 402, 429, 500])(
		'is explained for HTTP %i, whatever token comes with it',
		async (status) => {
			service.answer = json(status, { token: 'Bearer abc' });
			const text = `${endpoint()} answered with HTTP ${status} instead of a token`;
			expect((await refusal()).message).toBe(text);
		},
	);

	it.each([
		['an object without one', json(200, { success: false })],
		['an empty one', json(200, { token: '' })],
		['nothing but the prefix', json(299, { token: 'Bearer ' })],
		['null', json(200, null)],
		['a web page', (response) => response.end('<html></html>')],
		['no body', (response) => response.writeHead(204).end()],
	] as Array<[string, TokenService['answer']]>)('is explained for %s', async (_, answer) => {
		service.answer = answer;
		expect((await refusal()).message).toBe(`${endpoint()} answered without a token. ${checkPath}`);
	});

	it('is explained when nobody answers', async () => {
		const gone = await new TokenService().start();
		const { host, baseUrl } = gone;
		await gone.stop();
		expect((await refusal({ baseUrl })).message).toBe(
			`The token endpoint at ${host}/third-parties/generate-token cannot be reached. Check the Base URL`,
		);
	});

	it('is explained when the connection breaks', async () => {
		service.answer = (response) => response.destroy();
		expect((await refusal()).message).toContain('cannot be reached');
	});

	it.each([0, 200, 401, 404, 500])(
		'never shows the API key or bad words (HTTP %i)',
		async (status) => {
			service.answer =
				status === 0
					? (response) => response.destroy()
					: json(status, { message: 'error with secret-key' });
			const error = await refusal();
			expect(error).toBeInstanceOf(UserError);
			expect(error.description).toBe(
				'Check Base URL, Client ID, API Key and Token Path of the credential.',
			);
			expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret-key');
			expect(error.cause).toBeUndefined();
			expectGoodWording(`${error.message}. ${error.description}`);
		},
	);
});
