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

/** Shows nobody the key, and says in good words what to do. */
const refusal = async (changes = {}) => {
	const error = await rejectionOf(fetch(changes));
	expect(error).toBeInstanceOf(UserError);
	expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret-key');
	expect(error.cause).toBeUndefined();
	expectGoodWording(`${error.message}. ${error.description}`);
	return error.message.replace(`${service.host}/third-parties/generate-token`, 'HOST');
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

const checkPath = 'Check the Base URL, which usually ends in third-parties, and the Token Path';

it('a token is waited for half a minute, to its last byte', async () => {
	const says = 'The token endpoint at HOST did not answer in time. Check the Base URL';
	expect(await saidAfter(30_000, service, refusal)).toBe(says);
});

it.each([
	[401, 'Token refused: the service does not accept the client ID or the API key (HTTP 401)'],
	[403, 'Token refused: the service does not accept the client ID or the API key (HTTP 403)'],
	[404, `There is no token endpoint at HOST (HTTP 404). ${checkPath}`],
	[300, 'The token endpoint at HOST answered with HTTP 300 instead of a token'],
	[307, 'The token endpoint at HOST answered with HTTP 307 instead of a token'],
	[500, 'The token endpoint at HOST answered with HTTP 500 instead of a token'],
])('is explained for HTTP %i, whatever comes with it', async (status, text) => {
	service.answer = (response) => {
		response.setHeader('location', '/elsewhere');
		json(status, { token: 'Bearer abc', message: 'error with secret-key' })(response);
	};
	expect(await refusal()).toBe(text);
	// No redirect carries the key anywhere.
	expect(service.arrived).toHaveLength(1);
});

it.each<[Answer, string]>([
	[json(200, { success: false }), `answered without a token. ${checkPath}`],
	[json(299, { token: 'Bearer ' }), `answered without a token. ${checkPath}`],
	[json(200, null), `answered without a token. ${checkPath}`],
	[json(200, { token: 'x'.repeat(MAXIMUM_BODY_BYTES) }), `answered without a token. ${checkPath}`],
	[(response) => response.end('<html></html>'), `answered without a token. ${checkPath}`],
	[(response) => response.destroy(), 'cannot be reached. Check the Base URL'],
])('is explained for a response without a token (%#)', async (answer, text) => {
	service.answer = answer;
	expect(await refusal()).toBe(`The token endpoint at HOST ${text}`);
});
