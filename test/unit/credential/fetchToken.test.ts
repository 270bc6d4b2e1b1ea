import { inspect } from 'node:util';
import { UserError } from 'n8n-workflow';
import { fetchToken } from '../../../nodes/CardBankPayments/credential/sessionToken';
import { access } from '../../../nodes/CardBankPayments/sentences/access';
import { credential } from '../../../nodes/CardBankPayments/sentences/credential';
import { MAXIMUM_BODY_BYTES } from '../../../nodes/CardBankPayments/wire/readBody';
import {
	httpRequest,
	json,
	saidAfter,
	useTokenService,
	type Responder,
} from '../support/tokenService';
import { rejectionOf } from '../support/wording';

const service = useTokenService(json(200, { success: true, token: 'bearer abc ' }));

const fetch = async (changes = {}) =>
	await fetchToken(httpRequest, {
		baseUrl: service.baseUrl,
		tokenPath: '/generate-token',
		clientId: 'client-1',
		apiKey: 'secret-key',
		...changes,
	});

const { did, refusal } = access;

/** What is refused, which shows nobody the key. */
const refused = async (changes = {}) => {
	const error = await rejectionOf(fetch(changes));
	expect(error).toBeInstanceOf(UserError);
	expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret-key');
	expect(inspect(error)).not.toContain('secret-key');
	expect(error.cause).toBeUndefined();
	// n8n's test of a credential would show its status in place of the message.
	expect('response' in error).toBe(false);
	return error;
};

type Case = keyof typeof refusal;
const whose: Record<Case, string> = {
	...{ account: 'account', keys: 'account', proxy: 'settings', page: 'settings' },
	...{ address: 'settings', atPresent: 'service', silent: 'service' },
};

/** That it is refused in this way, and for this reason. */
const expectRefused = async (which: Case, why: string) => {
	const address = `${service.host}/third-parties/generate-token`;
	const told = refusal[which]({ why, address, host: service.host });
	const error = await refused();
	expect(error.message).toBe(access.whole(told));
	expect(error).toMatchObject({ refusal: { whose: whose[which], ...told } });
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
	[undefined, '/'],
])('stays below the base URL with the token path %s', async (tokenPath, path) => {
	await fetch({ baseUrl: `${service.baseUrl}/ `, tokenPath, clientId: undefined });
	expect(service.arrived).toMatchObject([
		{ path: `/third-parties${path}`, headers: { 'client-id': '' } },
	]);
});

it('sends nothing to a base URL that is not safe', async () => {
	const baseUrl = service.baseUrl.replace('127.0.0.1', '0.0.0.0');
	expect((await refused({ baseUrl })).message).toBe(credential.baseUrl.notSecure.says);
	expect(service.arrived).toEqual([]);
});

it('a token is waited for half a minute, to its last byte', async () => {
	const said = await saidAfter(30_000, service, async () => (await refused()).message);
	const why = did.noResponse({ reason: did.tookTooLong });
	expect(said).toBe(access.whole(refusal.silent({ host: service.host, why })));
});

it.each<[number, Case]>([
	[401, 'keys'],
	...[402, 403, 422].map((status): [number, Case] => [status, 'account']),
	...[300, 307, 399, 404, 405, 410].map((status): [number, Case] => [status, 'address']),
	[407, 'proxy'],
	...[408, 425, 429, 500, 599].map((status): [number, Case] => [status, 'atPresent']),
])('is explained for HTTP %i, in the words of the service: %s', async (status, which) => {
	service.answer = (response) => {
		response.setHeader('location', '/elsewhere');
		json(status, { token: 'Bearer abc', errorMessage: 'Not with secret-key' })(response);
	};
	await expectRefused(which, did.says({ words: 'Not with …', status }));
	// No redirect carries the key anywhere.
	expect(service.arrived).toHaveLength(1);
	service.answer = (response) => response.writeHead(status).end();
	await expectRefused(which, did.gaveNoReason({ status }));
});

const signIn = '<title>Sign in to this network</title>';

it.each<[number, unknown, Case, string]>([
	[400, { message: 'Valid Client ID is required' }, 'keys', 'Valid Client ID is required'],
	[400, { message: 'Wrong credential' }, 'keys', 'Wrong credential'],
	[400, { errors: { headers: ['api-key is wrong'] } }, 'keys', 'headers: api-key is wrong'],
	[400, { message: 'Account suspended' }, 'account', 'Account suspended'],
	[200, { success: false, message: 'Account suspended' }, 'account', 'Account suspended'],
	[299, { message: 'Account closed' }, 'account', 'Account closed'],
	[400, '<title>Client portal</title>', 'page', 'Client portal'],
	[400, signIn, 'page', 'Sign in to this network'],
	[403, signIn, 'page', 'Sign in to this network'],
	[200, signIn, 'page', 'Sign in to this network'],
])('is explained for HTTP %i with %j: %s', async (status, body, which, words) => {
	service.answer = (response) =>
		response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
	const wanted = did.wanted.token;
	const why =
		status <= 299 ? did.answeredOtherwise({ wanted, words }) : did.says({ words, status });
	await expectRefused(which, why);
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
	await expectRefused('address', did.answeredWithout({ wanted: did.wanted.token }));
});

it('is explained in the words of the HTTP client when the connection breaks', async () => {
	service.answer = (response) => response.destroy();
	await expectRefused('silent', did.noResponse({ reason: 'socket hang up' }));
});

it('is not asked for again some seconds later where nobody is at the address', async () => {
	const error = await refused({ baseUrl: 'http://127.0.0.1:1/third-parties' });
	expect(error.message).toContain('ECONNREFUSED 127.0.0.1:1');
	expect(error).toMatchObject({ refusal: { whose: 'service', isPassing: false } });
});
