import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { httpRequest, json, TokenService } from '../support/tokenService';
import { expectGoodWording } from '../support/wording';

const credential = new CardBankPaymentsApi();

describe('getting a token before the first request', () => {
	it('asks the service, with one prefix on what it stores', async () => {
		const service = await new TokenService().start();
		service.answer = json(200, { token: 'abc' });
		const fresh = { baseUrl: service.baseUrl, tokenPath: '/generate-token' };
		const output = await credential.preAuthentication.call({ helpers: { httpRequest } }, fresh);
		await service.stop();
		expect(output).toEqual({ sessionToken: 'Bearer abc' });
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
	const statuses = rules.map(({ properties }) => Number((properties as { value: unknown }).value));

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
		expect([...statuses].sort()).toEqual([
			301, 302, 303, 307, 308, 401, 403, 404, 405, 500, 502, 503, 504,
		]);
	});

	it('passes on every other answer, since the token was then accepted', () => {
		expect(request.ignoreHttpStatusErrors).toEqual({ ignore: true, except: statuses });
	});

	it.each(
		rules.map(
			({ type, properties }) => [type, properties as { value: number; message: string }] as const,
		),
	)('says in good words what to do about %s %j', (type, { value, message }) => {
		expect(type).toBe('responseCode');
		expect(message).toMatch(new RegExp(`^[A-Z].{20,} \\(HTTP ${value}\\)$`));
		expectGoodWording(message);
	});

	it.each([
		[[301, 302, 303, 307, 308], /another address/],
		[[401, 403], /^Token refused/],
		[[404, 405], /third-parties/],
		[[500, 502, 503, 504], /cannot answer at present/],
	])('tells %j apart from the others', (group, text) => {
		const matching = rules.filter(({ properties }) =>
			text.test((properties as { message: string }).message),
		);
		expect(matching.map(({ properties }) => (properties as { value: unknown }).value)).toEqual(
			group,
		);
	});
});
