import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { boundToken } from '../../../nodes/CardBankPayments/credential/sessionToken';
import { access } from '../../../nodes/CardBankPayments/sentences/access';
import { credential as credentialSays } from '../../../nodes/CardBankPayments/sentences/credential';
import { startSandbox, type Sandbox, type SettingsChange } from '../../../sandbox';
import { sandboxCredential } from '../../../workbench/engine/credentials';
import { pastedToken } from '../../../workbench/servers/sandboxClient';
import { inEditor } from '../support/editor';
import { httpRequest, json, listContext, useTokenService } from '../support/tokenService';
import { rejectionOf } from '../support/wording';

const credential = new CardBankPaymentsApi();
const { request } = credential.test;
const { did } = access;
const service = useTokenService(json(200, {}));

/** As n8n tests a credential: it asks for a token first, and once more where something says 401. */
async function test(stored: ICredentialDataDecryptedObject): Promise<unknown> {
	const helpers = { helpers: { httpRequest } };
	const data = { ...stored };
	Object.assign(data, await credential.preAuthentication.call(helpers, data));
	const authenticate = credential.authenticate as (
		...parts: unknown[]
	) => Promise<IHttpRequestOptions>;
	const { workflow, node } = inEditor({});
	const read = workflow.expression.getSimpleParameterValue.bind(workflow.expression);
	const base = String(read(node, request.baseURL, 'internal', { $credentials: stored }));
	const send = async () => {
		const options = { ...request, baseURL: undefined, url: `${base}${request.url}` };
		return await httpRequest(await authenticate(data, options));
	};
	return await send().catch(async (error: { response?: { status?: number } }) => {
		if (error.response?.status !== 401) throw error;
		Object.assign(data, await credential.preAuthentication.call(helpers, data));
		return await send();
	});
}

const pasted = { authentication: 'accessToken', accessToken: 'abc', sessionToken: '' };

/** Tests a credential with a token, at a service that answers so. */
async function testWith(status: number, body = '{}'): Promise<unknown> {
	service.answer = (response) => response.writeHead(status, { location: '/elsewhere' }).end(body);
	return await test({ baseUrl: ` ${service.baseUrl}// `, ...pasted });
}

// Any other response says no to the test values only: the token was accepted.
it.each([200, 299, 400, 402, 406, 409, 422, 428, 430, 499])(
	'the test of the credential succeeds on HTTP %i',
	async (status) => {
		await expect(testWith(status)).resolves.toBeDefined();
	},
);

it('of a checksum, only what is said under HTTP 400 is a refusal', async () => {
	await expect(testWith(200, '{"message":"Checksum taken"}')).resolves.toBeDefined();
});

type Case = keyof typeof access.refusal;

// What each says, and of which page or silence: fetchToken.test.ts.
it.each<[number, Case]>([
	...[300, 302, 308, 399, 404, 405].map((status): [number, Case] => [status, 'address']),
	[407, 'proxy'],
	...[408, 429, 500, 599].map((status): [number, Case] => [status, 'atPresent']),
])('the test of the credential does not succeed on HTTP %i: %s', async (status, which) => {
	const { message } = await rejectionOf(testWith(status));
	expect(service.arrived).toMatchObject([
		{ method: 'POST', path: '/third-parties/payments/preview-card-payment' },
	]);
	const { host, pathname } = new URL(`${service.baseUrl}${request.url}`);
	const why = did.gaveNoReason({ status });
	const told = access.refusal[which]({ host, address: `${host}${pathname}`, why });
	expect(message).toBe(access.whole(told));
});

it.each([
	[401, access.test.token({ why: did.gaveNoReason({ status: 401 }) })],
	[
		403,
		access.test.forbidden({
			whole: access.whole(access.refusal.account({ why: did.gaveNoReason({ status: 403 }) })),
		}),
	],
])('says more of HTTP %i than where a token is fetched', async (status, says) => {
	expect((await rejectionOf(testWith(status))).message).toBe(says);
});

it('counts the response that it has read itself, whatever n8n gets to the same request', async () => {
	const statuses = [200, 503];
	service.answer = (response) => response.writeHead(statuses.shift() ?? 500).end('{}');
	await expect(test({ baseUrl: service.baseUrl, ...pasted })).resolves.toBeDefined();
	expect(statuses).toEqual([]);
});

it('is green with a stored token that is refused, where the service gives a new one', async () => {
	const stored = { baseUrl: service.baseUrl, authentication: 'generateToken' };
	const [refused, token] = ['Bearer old', 'Bearer new'];
	service.answer = (response) => {
		const { path = '', headers } = service.arrived.at(-1)!;
		const status = headers.authorization === refused ? 401 : 200;
		json(status, path.endsWith('/generate-token') ? { token } : {})(response);
	};
	const account = { ...stored, tokenPath: '/generate-token', clientId: 'client-1', apiKey: 'key' };
	const sessionToken = boundToken(refused, account);
	await expect(test({ ...account, sessionToken })).resolves.toBeDefined();
});

it('leaves n8n nothing to send a request again with, where the stored token is good', async () => {
	const account = { baseUrl: service.baseUrl, authentication: 'generateToken' };
	const sessionToken = boundToken('Bearer abc', account);
	const helpers = { helpers: { httpRequest } };
	const renewed = credential.preAuthentication.call(helpers, { ...account, sessionToken });
	expect(await renewed).toEqual({});
	expect(service.arrived).toHaveLength(1);
});

it('asks for a token alone, where none is stored', async () => {
	service.answer = json(200, { token: 'Bearer abc' });
	const account = { baseUrl: service.baseUrl, authentication: 'generateToken' };
	const helpers = { helpers: { httpRequest } };
	const sessionToken = boundToken('Bearer abc', account);
	expect(await credential.preAuthentication.call(helpers, account)).toEqual({ sessionToken });
	expect(service.arrived).toHaveLength(1);
});

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox()));
afterAll(async () => await sandbox.close());

async function testAt(settings: SettingsChange, changes: object = {}) {
	await sandbox.control.reset(settings);
	const { stored } = sandboxCredential(sandbox.baseUrl, changes as never);
	const tested = test(stored);
	const ended = await tested.then(
		() => undefined,
		(error: Error) => error.message,
	);
	const { requests, tokensIssued } = await sandbox.control.ledger();
	return { ended, requests, tokensIssued };
}

const signed = { checksum: 'hmacSha256Json', checksumSecret: 'right' };

describe.each([{}, pastedToken])('the test of a credential, with %j', (how) => {
	it('is green where the service takes what it sends', async () => {
		expect((await testAt({}, how)).ended).toBeUndefined();
		const { ended, tokensIssued } = await testAt(signed as never, { ...how, ...signed });
		expect([ended, tokensIssued]).toEqual([undefined, how === pastedToken ? 0 : 1]);
	});

	it.each([
		[{ checksum: 'none' }],
		[{ ...signed, checksumSecret: 'wrong' }],
		[{ ...signed, checksum: 'hmacSha256Values' }],
	])(
		'is not green where the service speaks of the checksum, and names the settings: %j',
		async (mine) => {
			const { ended } = await testAt(signed as never, { ...how, ...mine });
			const is = mine.checksum === 'none' ? 'missing' : 'wrong';
			const words = `The checksum of the payload is ${is}`;
			expect(ended).toBe(access.test.checksum({ words }));
		},
	);

	it('is not green without the secret', async () => {
		const { ended } = await testAt({}, { ...how, ...signed, checksumSecret: ' ' });
		expect(ended).toBe(credentialSays.noChecksumSecret);
	});
});

it.each(['<html></html>', '', '{"activeMethods": ['])(
	'is not green where no service answers, but HTTP 200 with %j',
	async (body) => {
		service.answer = (response) => response.end(body);
		await expect(test({ baseUrl: service.baseUrl, ...pasted })).rejects.toThrow(
			did.answeredWithout({ wanted: did.wanted.json }),
		);
	},
);

it.each([
	[403, 'IP 10.0.0.7 is not whitelisted'],
	[400, 'The checksum is wrong'],
])('repeats what the service says with HTTP %i, without the token', async (status, words) => {
	service.answer = json(status, { message: `${words}; abc-def-ghi` });
	const accessToken = 'abc-def-ghi';
	const { message } = await rejectionOf(test({ baseUrl: service.baseUrl, ...pasted, accessToken }));
	expect(message).toContain(words);
	expect(message).not.toContain('abc-def');
});

it('is no matter for other requests: they are sent once', async () => {
	const context = listContext({ baseUrl: service.baseUrl, ...pasted });
	const body = { amount: '1.00', currency: 'USD', orderReference: 'INV-1' };
	const url = `${service.baseUrl}${request.url}`;
	await context.helpers.httpRequestWithAuthentication.call(context, credential.name, {
		...{ method: 'POST', url, body, json: true },
	});
	expect(service.arrived).toHaveLength(1);
});
