import { NodeOperationError } from 'n8n-workflow';
import { searchBanks } from '../../../nodes/CardBankPayments/listSearch/searchBanks';
import { listContext } from '../support/listContext';
import { dripping, json, silent, TokenService } from '../support/tokenService';
import { expectGoodWording, rejectionOf } from '../support/wording';

const banks = [
	{ name: 'CRDB Bank', value: 'crdb', bic: 'CORUTZTZ' },
	{ name: 'NMB Bank', value: 'nmb', bic: 'NMIBTZTZ' },
];
const crdb = { name: 'CRDB Bank (CORUTZTZ)', value: 'CORUTZTZ' };
const nmb = { name: 'NMB Bank (NMIBTZTZ)', value: 'NMIBTZTZ' };

const service = new TokenService();

beforeAll(async () => await service.start());
afterAll(async () => await service.stop());
beforeEach(() => {
	service.arrived = [];
	service.answer = json(200, banks);
});

const stored = (changes = {}) => ({
	baseUrl: service.baseUrl,
	authentication: 'accessToken',
	accessToken: 'abc',
	banksPath: '/list/banks',
	...changes,
});

const search = async (filter?: string, changes = {}) =>
	(await searchBanks.call(listContext(stored(changes)), filter)).results;

/** Why a list cannot be had; all messages say what always works, since the editor shows no more. */
async function refusal(changes = {}): Promise<string> {
	const error = await rejectionOf(search(undefined, changes));
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toMatch(/\. Choose By BIC instead$/);
	expect(error.description).toBe(
		'The list comes from the Banks Path of the credential, /list/banks.',
	);
	expectGoodWording(`${error.message}. ${error.description}`);
	return error.message.replace(/\. Choose By BIC instead$/, '');
}

describe('asking for the banks', () => {
	it('gets the bank list with the token, wherever the base URL has its slash', async () => {
		await search('', { baseUrl: `${service.baseUrl}/ ` });
		expect(service.arrived).toHaveLength(1);
		expect(service.arrived[0]).toMatchObject({
			method: 'GET',
			path: '/third-parties/list/banks',
			headers: { authorization: 'Bearer abc', accept: 'application/json' },
			body: '',
		});
	});

	it.each([
		['without its slash', { banksPath: 'v2/banks' }, '/third-parties/v2/banks'],
		['with two slashes', { banksPath: '//v2/banks' }, '/third-parties/v2/banks'],
		['with a query', { banksPath: '/banks?country=TZ' }, '/third-parties/banks?country=TZ'],
		['that is missing', { banksPath: undefined }, '/third-parties/list/banks'],
		['that looks like another host', { banksPath: '//evil.com/x' }, '/third-parties/evil.com/x'],
	])('stays below the base URL with a banks path %s', async (_, changes, path) => {
		await search('', changes);
		expect(service.arrived.map((request) => request.path)).toEqual([path]);
	});

	it('gets a token first where there is none yet', async () => {
		service.answer = (response) => {
			const { method } = service.arrived.at(-1) ?? {};
			json(200, method === 'POST' ? { token: 'Bearer fresh' } : banks)(response);
		};
		const authentication = 'generateToken';
		const changes = { authentication, sessionToken: '', tokenPath: '/generate-token' };
		expect(await search('', changes)).toEqual([crdb, nmb]);
		expect(service.arrived.map(({ path }) => path)).toEqual([
			'/third-parties/generate-token',
			'/third-parties/list/banks',
		]);
		expect(service.arrived[1]?.headers.authorization).toBe('Bearer fresh');
	});
});

describe('the answer of the service', () => {
	const keys = ['data', 'banks', 'items', 'results', 'content'];

	it.each([banks, ...keys.map((key) => ({ success: true, [key]: banks })), { data: 'ok', banks }])(
		'may be %j',
		async (answer) => {
			service.answer = json(200, answer);
			expect(await search()).toEqual([crdb, nmb]);
		},
	);

	it.each([
		...['name', 'bankName', 'label'].map((key) => ({ [key]: 'CRDB Bank', bic: 'CORUTZTZ' })),
		...['bic', 'swift', 'swiftCode', 'bicCode'].map((key) => ({
			name: 'CRDB Bank',
			[key]: ' CORUTZTZ ',
		})),
	])('may have name and BIC under other keys: %j', async (bank) => {
		service.answer = json(200, [bank]);
		expect(await search()).toEqual([crdb]);
	});

	it('may leave out a name, but not a BIC', async () => {
		const odd = [null, 5, 'CORUTZTZ', [], {}, { name: 'No BIC' }, { bic: ' ' }, { bic: 5 }];
		service.answer = json(200, [...odd, { name: '', bic: 'CORUTZTZ' }]);
		expect(await search()).toEqual([{ name: 'Bank (CORUTZTZ)', value: 'CORUTZTZ' }]);
	});
});

describe('the filter', () => {
	it.each([
		['part of a name', 'RDB', [crdb]],
		['a name in lower case', 'crdb bank', [crdb]],
		['a BIC', 'NMIBTZTZ', [nmb]],
		['part of a BIC in lower case', 'nmib', [nmb]],
		['what all have in common', 'TzTz', [crdb, nmb]],
		['white space around it', ' nmb\t', [nmb]],
		['nothing', undefined, [crdb, nmb]],
		['empty text', '', [crdb, nmb]],
		['what no bank has', 'Barclays', []],
		['what a pattern would match', 'N.B', []],
	])('finds banks by %s', async (_, filter, found) => {
		expect(await search(filter)).toEqual(found);
	});
});

describe('a list that cannot be had', () => {
	const cannot = 'The list of banks cannot be loaded: ';

	it.each([
		[404, 'there is none at this address (HTTP 404)'],
		[401, 'the service refused the token (HTTP 401)'],
		[403, 'the service refused the token (HTTP 403)'],
		[400, 'the service answered with HTTP 400'],
		[429, 'the service answered with HTTP 429'],
		[503, 'the service answered with HTTP 503'],
	])('is explained for HTTP %i', async (status, reason) => {
		service.answer = json(status, { message: 'some error' });
		expect(await refusal()).toBe(`${cannot}${reason}`);
	});

	it('is explained for a redirect, which is not followed', async () => {
		service.answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
		expect(await refusal()).toBe(`${cannot}the service answered with HTTP 302`);
		expect(service.arrived).toHaveLength(1);
	});

	it('is explained when nobody answers', async () => {
		const gone = await new TokenService().start();
		const { baseUrl } = gone;
		await gone.stop();
		expect(await refusal({ baseUrl })).toMatch(new RegExp(`^${cannot}.*refused the connection`));
	});

	it('is explained when the connection breaks', async () => {
		service.answer = (response) => response.destroy();
		expect(await refusal()).toMatch(new RegExp(`^${cannot}The connection .* closed`));
	});

	it('is explained in n8n’s own words when n8n does not let the request out', async () => {
		const context = listContext(stored());
		context.helpers.httpRequestWithAuthentication = () =>
			Promise.reject(new Error('This address is not allowed...'));
		const { message } = await rejectionOf(searchBanks.call(context));
		expect(message).toBe(`${cannot}This address is not allowed. Choose By BIC instead`);
	});

	it('is explained when the base URL is not safe, and nothing is sent', async () => {
		const baseUrl = service.baseUrl.replace('127.0.0.1', '0.0.0.0');
		expect(await refusal({ baseUrl })).toContain('must start with https://');
		expect(service.arrived).toEqual([]);
	});

	it.each([
		...['[]', '{}', '{"data":{}}', '{"data":[]}', '[{"name":"No BIC"}]', 'null', '5', '"x"'],
		...['<html></html>', ''],
	])('is explained for the answer %s', async (body) => {
		const headers = { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json' };
		service.answer = (response) => response.writeHead(200, headers).end(body);
		expect(await refusal()).toBe('The service answered without a list of banks');
	});

	it('names the path that was asked', async () => {
		service.answer = json(404, {});
		const error = await rejectionOf(search('', { banksPath: 'v2/banks' }));
		expect(error.description).toBe(
			'The list comes from the Banks Path of the credential, /v2/banks.',
		);
	});
});

describe('a list of banks with markup and characters that cannot be seen', () => {
	it('is shown without them', async () => {
		const name = '<img src=x onerror=alert(1)>\u202eBank\u001b[31m';
		service.answer = json(200, [
			{ name, bic: 'EVILTZTZ' },
			{ name: 'x'.repeat(500), bic: 'LONG' },
		]);
		expect(await search()).toEqual([
			{ name: 'img src=x onerror=alert(1) Bank [31m (EVILTZTZ)', value: 'EVILTZTZ' },
			{ name: `${'x'.repeat(200)}… (LONG)`, value: 'LONG' },
		]);
	});

	it('does not offer a BIC that has them', async () => {
		const bics = ['EVIL<b>ZZ', 'EVIL\u202eZZ', 'EVIL\u0000ZZ', 'x'.repeat(201)];
		service.answer = json(200, [...bics.map((bic) => ({ name: 'Bank', bic })), banks[0]]);
		expect(await search()).toEqual([crdb]);
	});
});

describe('a service that is too slow', () => {
	let time: AbortController;
	let deadline: jest.SpyInstance;
	beforeEach(() => {
		time = new AbortController();
		deadline = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
	});
	afterEach(() => {
		expect(deadline).toHaveBeenCalledWith(15_000);
		deadline.mockRestore();
	});

	it.each([
		['does not answer', silent],
		['sends its list byte by byte', dripping(JSON.stringify(banks))],
	])('is said to be too slow when it %s', async (_, slow) => {
		service.answer = slow(() => time.abort());
		expect(await refusal()).toBe(
			'The list of banks cannot be loaded: the service did not answer in time',
		);
	});
});
