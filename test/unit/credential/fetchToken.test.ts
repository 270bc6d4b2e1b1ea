import { inspect } from 'node:util';
import { UserError } from 'n8n-workflow';
import { fetchToken, NoAccess } from '../../../nodes/CardBankPayments/credential/sessionToken';
import { MAXIMUM_BODY_BYTES } from '../../../nodes/CardBankPayments/wire/readBody';
import {
	httpRequest,
	json,
	saidAfter,
	useTokenService,
	type Responder,
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

/** Shows nobody the key, and says in good words what happened, then what to do. */
const refusal = async (changes = {}) => {
	const error = await rejectionOf(fetch(changes));
	expect(error).toBeInstanceOf(UserError);
	expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret-key');
	expect(inspect(error)).not.toContain('secret-key');
	expect(error.cause).toBeUndefined();
	expectGoodWording([error.message, error.description].filter(Boolean).join('. '));
	if (!(error instanceof NoAccess)) return error.message;
	expect(error.message).toBe(`${error.refusal.says}. ${error.refusal.nextStep}`);
	return error.message.replace(`${service.host}/third-parties`, 'service');
};

const refused = 'Client ID or API Key is not accepted. The service';
const copy =
	'In the dashboard, copy the Client ID and make a new API Key, which is shown only once. Write both into the credential';
const noEntry = 'The service does not let this account in. It';
const inDashboard =
	'Check that Client ID and API Key are right and not expired. In the dashboard, allow the IP address of n8n and tick the features';
const elsewhere = 'No access is given at service/generate-token. The service';
const baseUrl = 'Check Base URL in the credential, which ends in third-parties, and Token Path';
const passing = 'The service gives no access at present. It';
const later = 'Run it again in some minutes';

const byProxy = 'The proxy of n8n did not let the request through. It';
const between = 'No access is given at service/generate-token. Something in between';

/** Whose matter it is, by what is said first. */
const whose = new Map([
	[refused, 'account'],
	[noEntry, 'account'],
	[elsewhere, 'settings'],
	[between, 'settings'],
	[byProxy, 'settings'],
	[passing, 'service'],
]);

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
	[' /auth/token\n', '/auth/token'],
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
	expect(await saidAfter(30_000, service, refusal)).toBe(
		`The service at ${service.host} gave no response (it took too long). Check Base URL in the credential and the connection of n8n`,
	);
});

it.each<[number, string, string]>([
	[401, refused, copy],
	[402, noEntry, inDashboard],
	[403, noEntry, inDashboard],
	[422, noEntry, inDashboard],
	[300, elsewhere, baseUrl],
	[307, elsewhere, baseUrl],
	[399, elsewhere, baseUrl],
	[404, elsewhere, baseUrl],
	[405, elsewhere, baseUrl],
	[410, elsewhere, baseUrl],
	[407, byProxy, 'Ask who runs n8n for the password in HTTP_PROXY'],
	[408, passing, later],
	[425, passing, later],
	[429, passing, later],
	[500, passing, later],
	[599, passing, later],
])('is explained for HTTP %i in the words of the service: %s', async (status, says, nextStep) => {
	service.answer = (response) => {
		response.setHeader('location', '/elsewhere');
		json(status, { token: 'Bearer abc', errorMessage: 'Not with secret-key' })(response);
	};
	expect(await refusal()).toBe(`${says} says: Not with … (HTTP ${status}). ${nextStep}`);
	// No redirect carries the key anywhere.
	expect(service.arrived).toHaveLength(1);
	service.answer = (response) => response.writeHead(status).end();
	expect(await rejectionOf(fetch())).toMatchObject({ refusal: { whose: whose.get(says) } });
	expect(await refusal()).toBe(`${says} gave no reason (HTTP ${status}). ${nextStep}`);
});

it.each<[number, unknown, string, string]>([
	[400, { message: 'Valid Client ID is required' }, refused, copy],
	[400, { errors: { headers: ['api-key is wrong'] } }, refused, copy],
	[400, { message: 'Account suspended' }, noEntry, inDashboard],
	[200, { success: false, message: 'Account suspended' }, noEntry, inDashboard],
	[400, '<title>Sign in to this network</title>', between, baseUrl],
	[403, '<title>Sign in to this network</title>', between, baseUrl],
	[200, '<title>Sign in to this network</title>', between, baseUrl],
])('is explained for HTTP %i with %j: %s', async (status, body, says, nextStep) => {
	service.answer = (response) =>
		response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
	const message = await refusal();
	expect([message.startsWith(`${says} `), message.endsWith(`. ${nextStep}`)]).toEqual([true, true]);
	expect(message).toMatch(/Valid Client|api-key is|Account susp|Sign in to/);
	expect(await rejectionOf(fetch())).toMatchObject({ refusal: { whose: whose.get(says) } });
});

it.each<Responder>([
	json(200, { success: false }),
	json(299, { token: 'Bearer ' }),
	json(200, null),
	json(200, { token: 'x'.repeat(MAXIMUM_BODY_BYTES) }),
	// It may hold a token under another name.
	json(200, { access_token: 'opaque' }),
])('is explained for a response without a token (%#)', async (answer) => {
	service.answer = answer;
	expect(await refusal()).toBe(`${elsewhere} answered without an access token. ${baseUrl}`);
	expect(await rejectionOf(fetch())).toMatchObject({ refusal: { whose: 'settings' } });
});

it('is explained in the words of the HTTP client when the connection breaks', async () => {
	service.answer = (response) => response.destroy();
	expect(await refusal()).toBe(
		`The service at ${service.host} gave no response (socket hang up). Check Base URL in the credential and the connection of n8n`,
	);
	expect(await rejectionOf(fetch())).toMatchObject({ refusal: { whose: 'service' } });
});
