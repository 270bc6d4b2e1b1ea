import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { boundToken } from '../../../nodes/CardBankPayments/credential/sessionToken';
import { httpRequest, json, TokenService } from '../support/tokenService';
import { expectGoodWording, rejectionOf } from '../support/wording';

const credential = new CardBankPaymentsApi();

describe('getting a token before the first request', () => {
	it('asks the service, with one prefix on what it stores', async () => {
		const service = await new TokenService().start();
		service.answer = json(200, { token: 'abc' });
		const fresh = { baseUrl: service.baseUrl, tokenPath: '/generate-token' };
		const output = await credential.preAuthentication.call({ helpers: { httpRequest } }, fresh);
		await service.stop();
		expect(output).toEqual({ sessionToken: boundToken('Bearer abc', fresh) });
		expect(service.arrived.map(({ path }) => path)).toEqual(['/third-parties/generate-token']);
	});

	it('asks nobody when the token is pasted', async () => {
		const helpers = {
			httpRequest: async () => await Promise.reject(new Error('a request was made')),
		};
		const pasted = { authentication: 'accessToken' };
		expect(await credential.preAuthentication.call({ helpers }, pasted)).toEqual({});
	});
});

describe('testing the credential', () => {
	const { request, rules = [] } = credential.test;
	const messages = rules.map(({ properties }): [status: number, message: string] => {
		const { value, message } = properties as { value: number; message: string };
		return [value, message];
	});
	const statuses = messages.map(([status]) => status);

	it('previews a card payment, which moves no money', () => {
		expect(request).toMatchObject({
			url: '/payments/preview-card-payment',
			method: 'POST',
			json: true,
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
			body: { amount: '1.00', currency: 'USD', orderReference: 'CREDENTIALTEST' },
		});
		expect(request.baseURL).toContain('$credentials.baseUrl');
	});

	it('does not pass on a redirect, a refused token, a wrong address or a service that is down', () => {
		expect(statuses).toEqual([
			...Array.from({ length: 100 }, (_, index) => 300 + index),
			...[401, 403],
			...[404, 405],
			...[408, 429],
			...Array.from({ length: 100 }, (_, index) => 500 + index),
		]);
	});

	it.each([400, 402, 409, 422])('passes on %i, which says no to the test values only', (status) => {
		expect(statuses).not.toContain(status);
	});

	it('passes on every other answer, since the token was then accepted', () => {
		expect(request.ignoreHttpStatusErrors).toEqual({ ignore: true, except: statuses });
	});

	it('says in good words what to do about each of them', () => {
		expect(new Set(rules.map(({ type }) => type))).toEqual(new Set(['responseCode']));
		for (const [value, message] of messages) {
			expect(message).toMatch(new RegExp(`^[A-Z].{20,} \\(HTTP ${value}\\)$`));
			expectGoodWording(message);
		}
	});

	it.each([
		[statuses.filter((status) => status >= 300 && status < 400), /another address/],
		[[401], /^Token refused: generate a new access token, or check client ID and API key/],
		[[403], /^Token refused: the account may not/],
		[[404, 405], /third-parties/],
		[statuses.filter((status) => [408, 429].includes(status) || status > 499), /at present/],
	])('tells %j apart from the others', (group, text) => {
		expect(messages.filter(([, message]) => text.test(message)).map(([value]) => value)).toEqual(
			group,
		);
	});
});

describe('testing the credential against a real server', () => {
	const service = new TokenService();
	beforeAll(async () => await service.start());
	afterAll(async () => await service.stop());

	/** Makes the request of the test as n8n makes it; n8n looks at the rules when it rejects. */
	async function ask(status: number): Promise<unknown> {
		service.answer = (response) => response.writeHead(status, { location: '/elsewhere' }).end('{}');
		const { url, method, headers, body, json: asJson } = credential.test.request;
		const { ignoreHttpStatusErrors } = credential.test.request;
		const { baseUrl } = service;
		const stored = { baseUrl, sessionToken: boundToken('Bearer abc', { baseUrl }) };
		const request = { url: `${service.baseUrl}${url}`, method, headers, body, json: asJson };
		const authenticate = credential.authenticate as (...parts: unknown[]) => Promise<object>;
		const options = await authenticate(stored, { ...request, ignoreHttpStatusErrors });
		return await httpRequest(options as Parameters<typeof httpRequest>[0]);
	}

	it.each([200, 201, 400, 402, 409, 422])('succeeds on HTTP %i', async (status) => {
		await expect(ask(status)).resolves.toBeDefined();
	});

	it.each([
		300, 301, 302, 303, 304, 305, 307, 308, 399, 401, 403, 404, 405, 408, 429, 500, 501, 502, 503,
		504, 520, 599,
	])('does not succeed on HTTP %i, and follows it nowhere', async (status) => {
		service.arrived = [];
		const error = await rejectionOf(ask(status));
		expect(error).toMatchObject({ response: { status } });
		expect(service.arrived.map(({ path }) => path)).toEqual([
			'/third-parties/payments/preview-card-payment',
		]);
	});
});
