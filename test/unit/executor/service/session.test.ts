import { Readable } from 'node:stream';
import { UserError, type IExecuteFunctions } from 'n8n-workflow';
import { readAccount } from '../../../../nodes/CardBankPayments/executor/service/account';
import { Session } from '../../../../nodes/CardBankPayments/executor/service/session';
import { sending } from '../../../../nodes/CardBankPayments/sentences/sending';

const url = 'https://api.example.com';
const get = { method: 'GET', url } as const;
const post = { method: 'POST', url } as const;
const pasted = { authentication: 'accessToken', accessToken: ' abc.DEF1' };

const answer = (statusCode: number, body: unknown = {}) => ({ statusCode, headers: {}, body });
const times = (count: number) => Array.from({ length: count });

/** A service: it gives the tokens and answers the requests, and both are counted. */
interface Service {
	/** As it answers the n-th request for a token. */
	token?: (n: number) => unknown;
	/** As it answers the n-th other request, which came with this token. */
	answer?: (token: string, n: number) => unknown;
	credential?: object;
	cancelSignal?: AbortSignal;
	timeoutMs?: number;
}

let accounts = 0;

async function open({
	token = (n) => answer(200, { token: `Bearer a-token-${n}` }),
	answer: answerTo = () => answer(200),
	credential = {},
	cancelSignal,
	timeoutMs = 60_000,
}: Service = {}) {
	const asked = { tokens: 0, requests: 0, domains: undefined as unknown };
	const account = { id: String(++accounts), name: 'Account' };
	const context = {
		getCredentials: async () =>
			await Promise.resolve({
				...{ authentication: 'generateToken', baseUrl: url, clientId: 'client-1' },
				...{ apiKey: 'secret-key', sessionToken: '', ...credential },
			}),
		getNode: () => ({ credentials: { cardBankPaymentsApi: account } }),
		getInputData: () => [{ json: {} }],
		getExecutionCancelSignal: () => cancelSignal,
		helpers: {
			httpRequest: async ({ allowedDomains }: { allowedDomains?: string }) => {
				asked.domains = allowedDomains;
				return await Promise.resolve(token(++asked.tokens));
			},
			httpRequestWithAuthentication: async (
				...[, , { credentialsDecrypted }]: [string, object, { credentialsDecrypted: never }]
			) => {
				const { data } = credentialsDecrypted as { data: { sessionToken: string } };
				const sent = data.sessionToken.replace(/\.[0-9a-f]{64}$/, '');
				return await Promise.resolve(answerTo(sent, ++asked.requests));
			},
		},
	} as unknown as IExecuteFunctions;
	const sessions = await Promise.all(
		times(2).map(async () => new Session(context, await readAccount(context), timeoutMs)),
	);
	return { asked, session: sessions[0]!, other: sessions[1]! };
}

it.each([
	['in time', 60_000, undefined],
	['too late', 10, 'ETIMEDOUT'],
])('a response that is cut off %s says so', async (_, timeoutMs, code) => {
	const body = new Readable({ read: () => setTimeout(() => body.destroy(), 50) });
	const { session } = await open({ timeoutMs, answer: () => answer(200, body) });
	expect((await session.send(get, true)).code).toBe(code);
});

it('what never came to a connection says where it failed', async () => {
	const raised = { code: 'ENETUNREACH', cause: { syscall: 'connect' } };
	const failed = () => Promise.reject(Object.assign(new Error(), { cause: raised }));
	const { session } = await open({ answer: failed });
	expect(await session.send(get, true)).toEqual({ code: 'ENETUNREACH', syscall: 'connect' });
});

it('what raised no code is told by its words', async () => {
	const { session } = await open({ answer: () => Promise.reject(new Error('Out of memory')) });
	expect(await session.send(get, true)).toEqual({ body: { message: 'Out of memory' } });
});

const isToken = (wanted: string) => (token: string) => answer(token === wanted ? 200 : 401);

describe('the access token', () => {
	it('is fetched once for all that need one, in all runs of this process, and renewed once', async () => {
		const { session, other, asked } = await open({ answer: isToken('Bearer a-token-2') });
		const sent = [session, session, other].map(async (one) => await one.send(post, true));
		expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(asked).toMatchObject({ tokens: 2, requests: 6 });
	});

	it('is kept where a late refusal is of the one before', async () => {
		let refuse: (late: unknown) => void = () => undefined;
		const late = new Promise((resolve) => (refuse = resolve));
		const { session, asked } = await open({
			answer: (token, n) => (n === 1 ? late : isToken('Bearer a-token-2')(token)),
		});
		const slow = session.send(post, true);
		await session.send(post, true);
		refuse(answer(401));
		expect(await slow).toMatchObject({ status: 200 });
		expect(asked).toMatchObject({ tokens: 2, requests: 4 });
	});

	it('is that of the values it was fetched with', async () => {
		const values = { apiKey: 'key-1' };
		const { session, asked } = await open({ credential: values });
		await session.send(get, true);
		accounts--;
		const changed = await open({ credential: { apiKey: 'key-2' } });
		await changed.session.send(get, true);
		expect([asked.tokens, changed.asked.tokens]).toEqual([1, 1]);
	});

	it.each([
		['once', {}, false, 1, { status: 401, canRenew: true }],
		['four times, with new ones', {}, true, 4, { status: 401, canRenew: false }],
		// Nobody but the builder can paste another one.
		['once, where it is pasted', pasted, true, 1, { status: 401, canRenew: false }],
	])('that is refused lets a request leave %s', async (_, credential, mayRepeat, count, end) => {
		const { session, asked } = await open({ credential, answer: () => answer(401) });
		expect(await session.send(post, mayRepeat)).toMatchObject(end);
		expect(asked.requests).toBe(count);
	});

	it('that comes again after a refusal counts as another one, and ends at some time', async () => {
		const { session, asked } = await open({
			token: () => answer(200, { token: 'Bearer same' }),
			answer: () => answer(401),
		});
		expect(await session.send(post, true)).toMatchObject({ status: 401, canRenew: false });
		expect(asked).toMatchObject({ tokens: 4, requests: 4 });
	});

	it('may soon be refused each time, as long as new ones are taken', async () => {
		const { session } = await open({ answer: (_, n) => answer(n % 2 === 1 ? 401 : 200) });
		for (let sent = 0; sent < 6; sent++) {
			expect(await session.send(post, true)).toMatchObject({ status: 200 });
		}
	});

	it('is not taken, as far as a lost connection or a request of another kind says', async () => {
		const lost = () =>
			Promise.reject(Object.assign(new Error(), { cause: { code: 'ECONNRESET' } }));
		const { session } = await open({
			answer: (_, n) => (n % 3 === 0 ? lost() : answer(n % 3 === 1 ? 401 : 200)),
		});
		const canRenew: unknown[] = [];
		for (let sent = 0; sent < 4; sent++) {
			canRenew.push((await session.send(post, false)).canRenew);
			expect(await session.send(get, false)).toMatchObject({ status: 200 });
			await session.send(post, false);
		}
		expect(canRenew).toEqual([true, true, true, false]);
	});
});

describe('a run that is cancelled', () => {
	const notLeft = { outcome: 'notSent', cause: 'run', says: sending.canceled.says };

	it('sends nothing more, and still looks up what has left', async () => {
		const { session, asked } = await open({ cancelSignal: AbortSignal.abort() });
		expect(await session.send(post, false)).toMatchObject({ notLeft });
		expect(asked).toMatchObject({ tokens: 0, requests: 0 });
		expect(await session.send(get, true, true)).toMatchObject({ status: 200 });
	});

	it.each([
		['comes', answer(200, { token: 'Bearer abc' })],
		['is refused', answer(401)],
	])('sends nothing whose token %s after that', async (_, given) => {
		const run = new AbortController();
		const token = () => (run.abort(), given);
		const { session, asked } = await open({ token, cancelSignal: run.signal });
		expect(await session.send(post, false)).toMatchObject({ notLeft });
		expect(asked).toMatchObject({ tokens: 1, requests: 0 });
	});
});

it.each<[string, unknown, object]>([
	[
		'is down',
		answer(503, '<title>Bad gateway</title>'),
		{ notLeft: { cause: 'service' }, isPassing: true },
	],
	[
		'refuses the keys',
		answer(401, { message: 'No such secret-key' }),
		{
			notLeft: { cause: 'account', says: expect.stringContaining('No such …') },
			refusesKeys: true,
		},
	],
	['is a page of somebody else', answer(403, '<p>No'), { notLeft: { cause: 'settings' } }],
])('nothing leaves where the token endpoint %s', async (_, given, end) => {
	const { session, asked } = await open({ token: () => given });
	expect(await session.send(post, false)).toMatchObject({
		...{ refusesKeys: false, isPassing: false },
		...end,
	});
	expect(asked).toMatchObject({ tokens: 1, requests: 0 });
});

it('nothing leaves where a setting of the credential is wrong, or n8n forbids the address', async () => {
	const { session } = await open({ credential: { baseUrl: 'https://a b' } });
	expect(await session.send(post, false)).toMatchObject({ notLeft: { cause: 'settings' } });
	const forbidden = new UserError('The address is blocked');
	const throwing = await open({
		answer: () => Promise.reject(Object.assign(new Error('Blocked'), { cause: forbidden })),
	});
	expect(await throwing.session.send(post, false)).toMatchObject({ notLeft: { says: 'Blocked' } });
});

it.each([
	[{ allowedHttpRequestDomains: 'domains', allowedDomains: 'example.org' }, 'example.org'],
	[{}, undefined],
])(
	'a token is asked for at the domains of the credential alone, as n8n does: %j',
	async (...each) => {
		const [credential, domains] = each;
		const { session, asked } = await open({ credential });
		await session.send(get, true);
		expect(asked.domains).toBe(domains);
	},
);

it.each([
	[{}, 'Bearer a-token-1', '…'],
	[pasted, 'Bearer abc.DEF1', '…'],
	// Nothing so short is a secret: it may well stand in an amount.
	[{ authentication: 'accessToken', accessToken: 'abc' }, 'Bearer abc', 'abc'],
])('shows of the token of %j, where a response repeats it, %s: %s', async (...each) => {
	const [credential, token, shown] = each;
	const bare = token.replace('Bearer ', '');
	const body = { debug: [{ [token]: `x ${bare} y` }] };
	const { session } = await open({
		credential,
		answer: () => ({ statusCode: 200, headers: { 'x-echo': token }, body }),
	});
	const response = await session.send(get, true);
	expect(response.headers).toEqual({ 'x-echo': `Bearer ${shown}` });
	expect(response.body).toEqual({ debug: [{ [`Bearer ${shown}`]: `x ${shown} y` }] });
});
