import { UserError } from 'n8n-workflow';
import { fetchToken } from '../../../nodes/CardBankPayments/credential/sessionToken';
import { MAXIMUM_BODY_BYTES } from '../../../nodes/CardBankPayments/wire/readBody';
import {
	httpRequest,
	json,
	saidAfter,
	useTokenService,
	type Answer,
} from '../support/tokenService';
import { expectGoodWording, rejectionOf } from '../support/wording';

const service = useTokenService(json(200, { success: true, token: 'bearer abc ' }));

const fetch = async (changes = {}) =>
	await fetchToken(httpRequest, {
		baseUrl: service.baseUrl,
		tokenPath: '/generate-token',
		clientId: 'client-1',
		apiKey: 'secret-key',
		...changes,
	});

const advice =
	'Check the Base URL, which usually ends in third-parties, the Token Path, the Client ID and the API Key';

/** Shows nobody the key, and says in good words what to do. */
const refusal = async (changes = {}) => {
	const error = await rejectionOf(fetch(changes));
	expect(error).toBeInstanceOf(UserError);
	expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret-key');
	expect(error.cause).toBeUndefined();
	expectGoodWording([error.message, error.description].filter(Boolean).join('. '));
	const endpoint = `${service.host}/third-parties/generate-token`;
	const whole = new RegExp(`^The token endpoint at ${endpoint} (.*)\\. ${advice}$`);
	return error.message.replace(whole, '$1');
};

it('posts client ID and API key as headers, without a body or pasted white space', async () => {
	expect(await fetch({ clientId: ' client-1\n', apiKey: '\tsecret-key ' })).toBe('Bearer abc');
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
	['auth/token', '/auth/token'],
	['//evil.com/x', '/evil.com/x'],
	[undefined, '/'],
])('stays below the base URL with the token path %s', async (tokenPath, path) => {
	await fetch({ baseUrl: `${service.baseUrl}/ `, tokenPath, clientId: undefined });
	expect(service.arrived).toMatchObject([
		{ path: `/third-parties${path}`, headers: { 'client-id': '' } },
	]);
});

it('sends nothing to a base URL that is not safe', async () => {
	const baseUrl = service.baseUrl.replace('127.0.0.1', '0.0.0.0');
	expect(await refusal({ baseUrl })).toContain('must start with https://');
	expect(service.arrived).toEqual([]);
});

it('a token is waited for half a minute, to its last byte', async () => {
	expect(await saidAfter(30_000, service, refusal)).toBe('gave no response: it took too long');
});

it.each([
	[401, 'does not accept the client ID or the API key (HTTP 401)'],
	[403, 'does not accept the client ID or the API key (HTTP 403)'],
	[404, 'answered with HTTP 404'],
	[300, 'answered with HTTP 300'],
	[307, 'answered with HTTP 307'],
	[500, 'answered with HTTP 500'],
])('is explained for HTTP %i, whatever comes with it', async (status, text) => {
	service.answer = (response) => {
		response.setHeader('location', '/elsewhere');
		json(status, { token: 'Bearer abc', message: 'error with secret-key' })(response);
	};
	expect(await refusal()).toBe(text);
	// No redirect carries the key anywhere.
	expect(service.arrived).toHaveLength(1);
});

it.each<Answer>([
	json(200, { success: false }),
	json(299, { token: 'Bearer ' }),
	json(200, null),
	json(200, { token: 'x'.repeat(MAXIMUM_BODY_BYTES) }),
	(response) => response.end('<html></html>'),
])('is explained for a response without a token (%#)', async (answer) => {
	service.answer = answer;
	expect(await refusal()).toBe('answered without a token');
});

it('is explained in the words of the HTTP client when the connection breaks', async () => {
	service.answer = (response) => response.destroy();
	expect(await refusal()).toBe('gave no response: socket hang up');
});
