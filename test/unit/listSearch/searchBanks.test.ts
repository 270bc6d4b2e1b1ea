import { NodeOperationError } from 'n8n-workflow';
import { boundToken } from '../../../nodes/CardBankPayments/credential/sessionToken';
import { searchBanks } from '../../../nodes/CardBankPayments/listSearch/searchBanks';
import { access } from '../../../nodes/CardBankPayments/sentences/access';
import { banks as sentences } from '../../../nodes/CardBankPayments/sentences/banks';
import { credential } from '../../../nodes/CardBankPayments/sentences/credential';
import { json, listContext, saidAfter, useTokenService } from '../support/tokenService';
import { rejectionOf } from '../support/wording';

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

/** That there is no list, for this reason. */
async function expectNone(why: string, changes = {}): Promise<void> {
	const error = await rejectionOf(search(undefined, changes));
	expect(error).toBeInstanceOf(NodeOperationError);
	const { says, description } = sentences.notLoaded({ why, path: '/list/banks' });
	expect(error).toMatchObject({ message: says, description });
}

const { did } = access;
const withoutList = sentences.service({ why: did.answeredWithout({ wanted: sentences.wanted }) });

it('the banks path is asked with the token, below the base URL', async () => {
	await search('', { banksPath: '//evil.com/x', baseUrl: `${service.baseUrl}/ ` });
	const path = '/third-parties/evil.com/x';
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
	service.answer = json(299, { success: true, data: banks });
	expect(await search(filter)).toEqual(found);
});

it('a bank may have no name, but not without a BIC, and shows nothing that cannot be seen', async () => {
	const bics = [undefined, ' ', 5, 'EVIL<b>ZZ', 'EVIL\u202eZZ', 'x'.repeat(201)];
	const odd = [null, 5, 'CORUTZTZ', [], ...bics.map((bic) => ({ name: 'Bank', bic }))];
	const named = ['', null, '<img src=x>\u202eBank\u001b[31m', 'x'.repeat(500)];
	service.answer = json(200, [...odd, ...named.map((name) => ({ name, bic: 'ZZ' }))]);
	expect((await search()).map(({ name }) => name)).toEqual([
		...['Bank (ZZ)', 'Bank (ZZ)'],
		'img src=x Bank [31m (ZZ)',
		`${'x'.repeat(200)}… (ZZ)`,
	]);
});

it('a token that is refused is renewed, and the list is asked for once more', async () => {
	service.answer = (response) => {
		const { path, headers } = service.arrived.at(-1)!;
		if (path?.endsWith('/t')) return json(200, { token: 'Bearer new' })(response);
		return json(headers.authorization === 'Bearer new' ? 200 : 401, banks)(response);
	};
	const source = { baseUrl: service.baseUrl, tokenPath: '/t', clientId: 'c', apiKey: 'k' };
	const generated = { ...source, authentication: 'generateToken' };
	const sessionToken = boundToken('Bearer old', generated);
	expect(await search(undefined, { ...generated, sessionToken })).toEqual([crdb, nmb]);
});

describe('a list that cannot be loaded', () => {
	it.each([
		[404, { msg: 'No such list' }, 'No such list'],
		[429, { message: 'abc is too fast' }, '… is too fast'],
		[302, '', ''],
		[503, '<title>Down</title>', 'Down'],
		[500, { message: 'Old list', data: banks }, 'Old list'],
	])('is explained for HTTP %i with %j', async (status, body, words) => {
		service.answer = (response) => {
			response.setHeader('location', '/elsewhere');
			json(status, body)(response);
		};
		const why = words === '' ? did.gaveNoReason({ status }) : did.says({ words, status });
		await expectNone(sentences.service({ why }));
		// No redirect is followed.
		expect(service.arrived.map(({ path }) => path)).not.toContain('/elsewhere');
	});

	// n8n makes an error of this one, and keeps no more of the response than its status.
	it('is explained by the access token where that is refused', async () => {
		service.answer = json(401, { message: 'Never shown' });
		await expectNone(sentences.tokenRefused);
	});

	const two = JSON.stringify({ ach: banks, rtgs: banks });

	it.each(['[]', '{"data":{}}', '[{"name":"No BIC"}]', 'null', '5', '<html></html>', '', two])(
		'is explained for the response %s',
		async (body) => {
			service.answer = (response) => response.end(body);
			await expectNone(withoutList);
		},
	);

	it('is explained where it is a part', async () => {
		service.answer = json(206, banks);
		await expectNone(withoutList);
	});

	it('is explained by the Base URL where that is not safe: nobody was asked', async () => {
		const baseUrl = service.baseUrl.replace('127.0.0.1', '0.0.0.0');
		await expectNone(credential.baseUrl.notSecure.says, { baseUrl });
		expect(service.arrived).toEqual([]);
	});

	it('is explained by the keys where these are not accepted', async () => {
		service.answer = json(401, { message: 'Wrong key secret-key' });
		const keys = { clientId: 'client-1', apiKey: 'secret-key', tokenPath: '/generate-token' };
		const why = did.says({ words: 'Wrong key …', status: 401 });
		await expectNone(access.whole(access.refusal.keys({ why })), {
			...{ authentication: 'generateToken', ...keys, sessionToken: '' },
		});
		expect(service.arrived.map(({ path }) => path)).toEqual(['/third-parties/generate-token']);
	});

	it('is explained without the token, however it came into the credential', async () => {
		service.answer = json(403, { message: 'secret-abc may not read banks' });
		const source = { baseUrl: service.baseUrl, tokenPath: '/t', clientId: 'c', apiKey: 'k' };
		const generated = { ...source, authentication: 'generateToken' };
		const sessionToken = boundToken('Bearer secret-abc', generated);
		const why = did.says({ words: '… may not read banks', status: 403 });
		await expectNone(sentences.service({ why }), { accessToken: ' Bearer secret-abc\n' });
		await expectNone(sentences.service({ why }), { ...generated, sessionToken });
	});

	it('is waited for 15 seconds, to its last byte', async () => {
		const why = did.noResponse({ reason: did.tookTooLong });
		const { says } = sentences.notLoaded({
			...{ path: '/list/banks', why: sentences.service({ why }) },
		});
		const said = async () => (await rejectionOf(search())).message;
		expect(await saidAfter(15_000, service, said)).toBe(says);
	});
});
