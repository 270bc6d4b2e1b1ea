import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { boundToken } from '../../../nodes/CardBankPayments/credential/sessionToken';
import { httpRequest, json, TokenService } from '../support/tokenService';
import { expectGoodWording, rejectionOf } from '../support/wording';

const credential = new CardBankPaymentsApi();
const service = new TokenService();
beforeAll(async () => await service.start());
afterAll(async () => await service.stop());
beforeEach(() => (service.arrived = []));

it('a token is fetched before the first request, and none where it is pasted', async () => {
	service.answer = json(200, { token: 'abc' });
	const fresh = { baseUrl: service.baseUrl, tokenPath: '/generate-token' };
	const renew = async (stored: object) =>
		await credential.preAuthentication.call({ helpers: { httpRequest } }, { ...fresh, ...stored });
	expect(await renew({ authentication: 'accessToken' })).toEqual({});
	expect(service.arrived).toEqual([]);
	expect(await renew({})).toEqual({ sessionToken: boundToken('Bearer abc', fresh) });
	expect(service.arrived.map(({ path }) => path)).toEqual(['/third-parties/generate-token']);
});

describe('testing the credential', () => {
	const { request, rules = [] } = credential.test;
	const messages = new Map(
		rules.map(({ properties }) => {
			const { value, message } = properties as { value: number; message: string };
			return [value, message] as const;
		}),
	);

	it('says in good words what to do about each status that speaks against it, and no other', () => {
		const textFor = (status: number) => {
			if (status >= 300 && status < 400) return /another address/;
			if (status === 401) return /^Token refused: generate a new access token, or check client ID/;
			if (status === 403) return /^Token refused: the account may not/;
			if (status === 404 || status === 405) return /third-parties/;
			return [408, 429].includes(status) || status >= 500 ? /at present/ : undefined;
		};
		for (let status = 100; status < 600; status++) {
			const text = textFor(status);
			const message = messages.get(status);
			// Any other response says no to the test values only: the token was accepted.
			if (text === undefined) expect([status, message]).toEqual([status, undefined]);
			else {
				expect(message).toMatch(text);
				expect(message).toContain(`(HTTP ${status})`);
				expectGoodWording(String(message));
			}
		}
	});

	/** Makes the request of the test as n8n makes it; n8n looks at the rules when it rejects. */
	async function ask(status: number): Promise<unknown> {
		service.answer = (response) => response.writeHead(status, { location: '/elsewhere' }).end('{}');
		const options = { ...request, baseURL: undefined };
		const { baseUrl } = service;
		const stored = { baseUrl, sessionToken: boundToken('Bearer abc', { baseUrl }) };
		const authenticate = credential.authenticate as (...parts: unknown[]) => Promise<object>;
		const signed = await authenticate(stored, { ...options, url: `${baseUrl}${options.url}` });
		return await httpRequest(signed as Parameters<typeof httpRequest>[0]);
	}

	it.each([200, 400, 402, 409, 422])('succeeds on HTTP %i', async (status) => {
		await expect(ask(status)).resolves.toBeDefined();
	});

	it.each([300, 302, 308, 401, 403, 404, 405, 408, 429, 500, 599])(
		'does not succeed on HTTP %i, and moves no money',
		async (status) => {
			expect(await rejectionOf(ask(status))).toMatchObject({ response: { status } });
			expect(service.arrived).toMatchObject([
				{ method: 'POST', path: '/third-parties/payments/preview-card-payment' },
			]);
		},
	);
});
