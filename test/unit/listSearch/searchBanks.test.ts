import { NodeOperationError } from 'n8n-workflow';
import { boundToken } from '../../../nodes/CardBankPayments/credential/sessionToken';
import { searchBanks } from '../../../nodes/CardBankPayments/listSearch/searchBanks';
import { json, listContext, saidAfter, useTokenService } from '../support/tokenService';
import { expectGoodWording, rejectionOf } from '../support/wording';

const banks = [
	{ name: 'CRDB Bank', value: 'crdb', bic: 'CORUTZTZ' },
	{ name: 'NMB Bank', value: 'nmb', bic: ' NMIBTZTZ ' },
];
const crdb = { name: 'CRDB Bank (CORUTZTZ)', value: 'CORUTZTZ' };
const nmb = { name: 'NMB Bank (NMIBTZTZ)', value: 'NMIBTZTZ' };

const service = useTokenService(json(200, banks));

const search = async (filter?: string, changes = {}) => {
	const stored = { baseUrl: service.baseUrl, authentication: 'accessToken', accessToken: 'abc' };
	const context = listContext({ ...stored, banksPath: '/list/banks', ...changes });
	return (await searchBanks.call(context, filter)).results;
};

/** Why there is no list; the editor shows no more than the message, so it says what always works. */
async function refusal(changes = {}): Promise<string> {
	const error = await rejectionOf(search(undefined, changes));
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.description).toContain('the Banks Path of the credential, /list/banks.');
	expectGoodWording(`${error.message}. ${error.description}`);
	const [, reason] =
		/^The list of banks cannot be loaded: (.*)\. Choose By BIC instead, or test the credential and check its Banks Path$/.exec(
			error.message,
		) ?? [];
	return String(reason);
}

it.each([
	['v2/banks', '/third-parties/v2/banks'],
	['//evil.com/x', '/third-parties/evil.com/x'],
	['/banks?country=TZ', '/third-parties/banks?country=TZ'],
])('the banks path %s is asked with the token, below the base URL', async (banksPath, path) => {
	await search('', { banksPath, baseUrl: `${service.baseUrl}/ ` });
	const headers = { authorization: 'Bearer abc', accept: 'application/json' };
	expect(service.arrived).toMatchObject([{ method: 'GET', path, headers, body: '' }]);
});

it.each([
	['part of a name', 'RDB', [crdb]],
	['part of a BIC in lower case', 'nmib', [nmb]],
	['white space around it', ' nmb\t', [nmb]],
	['nothing', undefined, [crdb, nmb]],
	['what no bank has', 'N.B', []],
])('banks are found by %s', async (_, filter, found) => {
	expect(await search(filter)).toEqual(found);
	service.answer = json(200, { success: true, data: banks });
	expect(await search(filter)).toEqual(found);
});

it('a bank may have no name, but not without a BIC, and shows nothing that cannot be seen', async () => {
	const bics = [undefined, ' ', 5, 'EVIL<b>ZZ', 'EVIL\u202eZZ', 'x'.repeat(201)];
	const odd = [null, 5, 'CORUTZTZ', [], ...bics.map((bic) => ({ name: 'Bank', bic }))];
	const named = ['', '<img src=x>\u202eBank\u001b[31m', 'x'.repeat(500)];
	service.answer = json(200, [...odd, ...named.map((name) => ({ name, bic: 'ZZ' }))]);
	expect((await search()).map(({ name }) => name)).toEqual([
		'Bank (ZZ)',
		'img src=x Bank [31m (ZZ)',
		`${'x'.repeat(200)}… (ZZ)`,
	]);
});

describe('a list that cannot be loaded', () => {
	it.each([
		[404, { msg: 'No such list' }, 'says: No such list (HTTP 404)'],
		[429, { message: 'abc is too fast' }, 'says: … is too fast (HTTP 429)'],
		[403, undefined, 'gave no reason (HTTP 403)'],
		[302, '', 'gave no reason (HTTP 302)'],
		[503, '<title>Down</title>', 'says: Down (HTTP 503)'],
	])('is explained for HTTP %i with %j', async (status, body, reason) => {
		service.answer = (response) => {
			response.setHeader('location', '/elsewhere');
			json(status, body)(response);
		};
		expect(await refusal()).toBe(`the service ${reason}`);
		// No redirect is followed.
		expect(service.arrived.map(({ path }) => path)).not.toContain('/elsewhere');
	});

	// n8n makes an error of this one, and keeps no more of the response than its status.
	it('is explained by the access token where that is refused', async () => {
		service.answer = json(401, { message: 'Never shown' });
		expect(await refusal()).toBe(
			'the access token has expired, or the service does not accept it (HTTP 401)',
		);
	});

	const two = JSON.stringify({ ach: banks, rtgs: banks });

	it.each(['[]', '{"data":{}}', '[{"name":"No BIC"}]', 'null', '5', '<html></html>', '', two])(
		'is explained for the response %s',
		async (body) => {
			service.answer = (response) => response.end(body);
			expect(await refusal()).toBe('the service answered without a list');
		},
	);

	it('is explained where it is a part', async () => {
		service.answer = json(206, banks);
		expect(await refusal()).toBe('the service answered without a list');
	});

	it('is explained in n8n’s own words when the connection breaks, or nothing may leave', async () => {
		service.answer = (response) => response.destroy();
		expect(await refusal()).toMatch(/^the service gave no response \(The connection .* closed/);
		service.arrived = [];
		const baseUrl = service.baseUrl.replace('127.0.0.1', '0.0.0.0');
		// Nobody was asked, so nobody has not answered.
		expect(await refusal({ baseUrl })).toMatch(/^The Base URL .* must start with https:/);
		expect(service.arrived).toEqual([]);
	});

	it('is explained by the keys where these are not accepted', async () => {
		service.answer = json(401, { message: 'Wrong key secret-key' });
		const keys = { clientId: 'client-1', apiKey: 'secret-key', tokenPath: '/generate-token' };
		const reason = await refusal({ authentication: 'generateToken', ...keys, sessionToken: '' });
		expect(reason).toMatch(/^Client ID or API Key is not accepted\. The service says: Wrong key …/);
		expect(reason).toContain('make a new API Key');
		expect(service.arrived.map(({ path }) => path)).toEqual(['/third-parties/generate-token']);
	});

	it('is explained without the token, however it came into the credential', async () => {
		service.answer = json(403, { message: 'secret-abc may not read banks' });
		const source = { baseUrl: service.baseUrl, tokenPath: '/t', clientId: 'c', apiKey: 'k' };
		const generated = { ...source, authentication: 'generateToken' };
		const sessionToken = boundToken('Bearer secret-abc', generated);
		for (const changes of [
			{ accessToken: ' Bearer secret-abc\n' },
			{ ...generated, sessionToken },
		]) {
			expect(await refusal(changes)).toBe('the service says: … may not read banks (HTTP 403)');
		}
	});

	it('is waited for 15 seconds, to its last byte', async () => {
		const says = 'the service gave no response (it took too long)';
		expect(await saidAfter(15_000, service, refusal)).toBe(says);
	});
});
