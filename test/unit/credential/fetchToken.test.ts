import { UserError } from 'n8n-workflow';
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

const fetch = async (changes = {}) =>
	await fetchToken(httpRequest, {
		baseUrl: service.baseUrl,
		tokenPath: '/generate-token',
		clientId: 'client-1',
		apiKey: 'secret-key',
		...changes,
	});

/** Shows nobody the key, and says in good words what to do. */
const refusal = async (changes = {}) => {
	const error = await rejectionOf(fetch(changes));
	expect(error).toBeInstanceOf(UserError);
	expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret-key');
	expect(error.cause).toBeUndefined();
	expectGoodWording(`${error.message}. ${error.description}`);
	return error.message;
};

describe('fetching a token', () => {
	it('posts client ID and API key as headers, without a body or pasted white space', async () => {
		await fetch({ clientId: ' client-1\n', apiKey: '\tsecret-key ' });
		expect(service.arrived).toMatchObject([
			{
				method: 'POST',
				path: '/third-parties/generate-token',
				headers: { 'client-id': 'client-1', 'api-key': 'secret-key', accept: 'application/json' },
				body: '',
			},
		]);
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

	it('sends empty headers for missing values, never the word undefined', async () => {
		await fetch({ clientId: undefined, apiKey: null });
		expect(service.arrived[0]?.headers).toMatchObject({ 'client-id': '', 'api-key': '' });
	});

	it('gives a token one prefix', async () => {
		service.answer = json(201, { token: 'bearer abc ' });
		expect(await fetch()).toBe('Bearer abc');
	});

	it('sends nothing to a base URL that is not safe', async () => {
		const baseUrl = service.baseUrl.replace('127.0.0.1', '0.0.0.0');
		expect(await refusal({ baseUrl })).toContain('must start with https://');
		expect(service.arrived).toEqual([]);
	});
});

describe('a token that cannot be had', () => {
	const endpoint = () => `The token endpoint at ${service.host}/third-parties/generate-token`;
	const checkPath = 'Check the Base URL, which usually ends in third-parties, and the Token Path';

	it.each([
		['does not come', silent],
		['comes in byte by byte', dripping('{"token":"Bearer abc"}')],
	])('is not waited for longer than half a minute where it %s', async (_, slow) => {
		const time = new AbortController();
		const deadline = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
		service.answer = slow(() => time.abort());
		expect(await refusal()).toBe(`${endpoint()} did not answer in time. Check the Base URL`);
		expect(deadline).toHaveBeenCalledWith(30_000);
		deadline.mockRestore();
	});

	it.each([
		[401, 'Token refused: the service does not accept the client ID or the API key (HTTP 401)'],
		[403, 'Token refused: the service does not accept the client ID or the API key (HTTP 403)'],
		[404, `There is no token endpoint at HOST (HTTP 404). ${checkPath}`],
		...[300, 307, 400, 402, 429, 500].map((status): [number, string] => [
			status,
			`The token endpoint at HOST answered with HTTP ${status} instead of a token`,
		]),
	])('is explained for HTTP %i, whatever comes with it', async (status, text) => {
		service.answer = (response) => {
			response.setHeader('location', '/elsewhere');
			json(status, { token: 'Bearer abc', message: 'error with secret-key' })(response);
		};
		const place = `${service.host}/third-parties/generate-token`;
		expect(await refusal()).toBe(text.replace('HOST', place));
		// No redirect carries the key anywhere.
		expect(service.arrived).toHaveLength(1);
	});

	it.each([
		['an object without one', json(200, { success: false })],
		['an empty one', json(200, { token: '' })],
		['nothing but the prefix', json(299, { token: 'Bearer ' })],
		['null', json(200, null)],
		['a web page', (response) => response.end('<html></html>')],
		['no body', (response) => response.writeHead(204).end()],
	] as Array<[string, TokenService['answer']]>)('is explained for %s', async (_, answer) => {
		service.answer = answer;
		expect(await refusal()).toBe(`${endpoint()} answered without a token. ${checkPath}`);
	});

	it('is explained when nobody answers, or the connection breaks', async () => {
		service.answer = (response) => response.destroy();
		expect(await refusal()).toBe(`${endpoint()} cannot be reached. Check the Base URL`);
		const gone = await new TokenService().start();
		const { baseUrl } = gone;
		await gone.stop();
		expect(await refusal({ baseUrl })).toContain('cannot be reached');
	});
});
