import type { IExecuteFunctions } from 'n8n-workflow';
import { boundToken, NoAccess } from '../../../../nodes/CardBankPayments/credential/sessionToken';
import { systemClock } from '../../../../nodes/CardBankPayments/executor/common/clock';
import { readAccount } from '../../../../nodes/CardBankPayments/executor/service/account';
import { Session } from '../../../../nodes/CardBankPayments/executor/service/session';

/** Of eight characters, behind its prefix. */
const TOKEN = 'Bearer abc.DEF1';
const generated = { authentication: 'generateToken', clientId: 'client-1' };
const sessionToken = boundToken(TOKEN, generated);
const pasted = { authentication: 'accessToken', accessToken: TOKEN };

const url = 'https://api.example.com';
const post = { method: 'POST', url } as const;

/** What n8n's helper does with a request; it writes a token that it has fetched into `credential`. */
type Helper = (credential: { sessionToken: string }) => unknown;
const ok: Helper = () => ({ statusCode: 200, headers: {}, body: [] });

/** Sends a request with a credential, whose token is fetched where it has none. */
async function send(credential: object, helper: Helper, cancelSignal?: AbortSignal) {
	const session = await openWith(credential, helper, cancelSignal);
	return await session.send({ url }, false);
}

const openWith = async (
	credential: object,
	helper: Helper,
	cancelSignal?: AbortSignal,
	clock = systemClock,
) => {
	const read = () => ({ ...generated, sessionToken: '', ...credential });
	const account = { id: '11', name: 'Account' };
	const context = {
		getCredentials: async () => await Promise.resolve(read()),
		getNode: () => ({ credentials: { cardBankPaymentsApi: account } }),
		getInputData: () => [{ json: {} }],
		getExecutionCancelSignal: () => cancelSignal,
		helpers: {
			httpRequestWithAuthentication: async (
				...[, , { credentialsDecrypted }]: [
					string,
					object,
					{ credentialsDecrypted: { data: never } },
				]
			) => await Promise.resolve(helper(credentialsDecrypted.data)),
		},
	} as unknown as IExecuteFunctions;
	return new Session(context, await readAccount(context), clock, 60_000);
};

it.each<[string, number, object?]>([
	['before', 0],
	['before, with a token', 0, { sessionToken }],
	['before its token comes', 1],
	// n8n before 2.34 sets it twice.
	['between the two times that its token is set', 2],
])('sends nothing whose run was cancelled %s', async (_, step, credential = {}) => {
	const run = new AbortController();
	let steps = 0;
	const cancelAt = (at: number) => step === at && run.abort();
	cancelAt(steps);
	const helper: Helper = (credential) => {
		for (; steps < 2; credential.sessionToken = sessionToken) cancelAt(++steps);
		return { statusCode: 200, body: 'Sent' };
	};
	const response = await send(credential, helper, run.signal);
	expect(response.status).toBeUndefined();
	const says = 'The execution was canceled';
	const nextStep = 'Run this item again';
	expect(response.notLeft).toEqual({ outcome: 'notSent', cause: 'run', says, nextStep });
});

it.each([
	[{ sessionToken }, '…'],
	[{ authentication: 'accessToken', accessToken: ' abc.DEF1', sessionToken: 'old' }, '…'],
	// Nothing so short is a secret: it may well stand in an amount.
	[{ authentication: 'accessToken', accessToken: 'abc' }, 'abc.DEF1'],
])('shows of the token of %j, where a response repeats it: %s', async (credential, shown) => {
	const body = { debug: [{ [TOKEN]: 'x abc.DEF1 y' }] };
	const helper = () => ({ statusCode: 200, headers: { 'x-echo': TOKEN }, body });
	const response = await send(credential, helper);
	expect(response.headers).toEqual({ 'x-echo': `Bearer ${shown}` });
	expect(response.body).toEqual({ debug: [{ [`Bearer ${shown}`]: `x ${shown} y` }] });
});

it.each([
	['GET', { status: 200 }],
	['POST', { notLeft: { cause: 'account', says: expect.stringContaining('was changed during') } }],
] as const)('a %s after the credential was changed gets %j', async (method, response) => {
	let minutes = 0;
	const clock = { ...systemClock, now: () => minutes * 60_000 };
	// Each reading gives another one.
	const credential = {
		authentication: 'accessToken',
		get baseUrl() {
			return `https://api${minutes}.example.com`;
		},
	};
	const session = await openWith(credential, ok, undefined, clock);
	minutes++;
	expect(await session.send({ method, url }, true)).toMatchObject(response);
});

/** With a credential that can be read once, and then not for so many times. */
async function openUnreadable(times: number) {
	let minutes = 0;
	let failed = 0;
	const waited: number[] = [];
	let slept = 0;
	const sleep = async (ms: number) => {
		slept += ms;
		await Promise.resolve(waited.push(ms));
	};
	const clock = { ...systemClock, now: () => minutes * 60_000 + slept, sleep };
	const credential = {
		authentication: 'accessToken',
		get baseUrl() {
			if (minutes > 0 && failed++ < times) throw new Error('SQLITE_BUSY: database is locked');
			return url;
		},
	};
	const session = await openWith(credential, ok, undefined, clock);
	minutes++;
	return { session, waited };
}

it.each([1, 3])('goes on where the credential cannot be read %i times in a row', async (times) => {
	const { session, waited } = await openUnreadable(times);
	// What leaves meanwhile waits for the same reading.
	const sent = await Promise.all([1, 2].map(async () => await session.send(post, false)));
	expect(sent).toMatchObject([{ status: 200 }, { status: 200 }]);
	expect(waited).toEqual([1_000, 3_000, 6_000].slice(0, times));
});

it('ends the run where the credential was deleted, still looks up, and reads it no more', async () => {
	const { session, waited } = await openUnreadable(Infinity);
	const says = 'n8n cannot read the credential any more';
	const nextStep = expect.stringMatching(/^Check that the credential is still there, /);
	const notLeft = { outcome: 'notSent', cause: 'account', says, nextStep };
	expect(await session.send(post, true)).toEqual({ notLeft });
	for (let times = 0; times < 2; times++) {
		expect(await session.send({ method: 'GET', url }, true)).toMatchObject({ status: 200 });
	}
	expect(waited).toEqual([1_000, 3_000, 6_000]);
});

it('lets nothing leave while nobody knows whether the credential is gone', async () => {
	const { session } = await openUnreadable(Infinity);
	const request = { method: 'POST', url: 'https://api.example.com' } as const;
	const sent = await Promise.all([1, 2].map(async () => await session.send(request, false)));
	expect(sent.map(({ notLeft }) => notLeft?.cause)).toEqual(['account', 'account']);
});

it.each<[string, number, NoAccess['whose'], object]>([
	['asks for a pause', 429, 'service', { status: 429, isOfToken: true, body: 'Not for …' }],
	[
		'is down',
		503,
		'service',
		{ notLeft: { outcome: 'rejected', cause: 'service', says: 'No access' } },
	],
	[
		'is not there',
		0,
		'service',
		{ notLeft: { outcome: 'rejected', cause: 'service', says: 'No access' } },
	],
	[
		'refuses the keys',
		401,
		'account',
		{ notLeft: { outcome: 'rejected', cause: 'account' }, refusesKeys: true },
	],
	// These are pages, of somebody in between.
	[
		'stands behind a wall',
		400,
		'account',
		{ notLeft: { outcome: 'rejected' }, refusesKeys: false },
	],
	['lets nobody in', 403, 'account', { notLeft: { outcome: 'rejected' }, refusesKeys: false }],
	['is elsewhere', 302, 'settings', { notLeft: { outcome: 'rejected', cause: 'settings' } }],
	['is nowhere', 404, 'settings', { notLeft: { outcome: 'rejected', cause: 'settings' } }],
	['is another one', 200, 'settings', { notLeft: { outcome: 'rejected', cause: 'settings' } }],
])(
	'nothing leaves where the service %s instead of giving a token',
	async (_, status, whose, end) => {
		const headers = status === 429 ? { 'retry-after': '7' } : {};
		const answer = { status, headers, body: 'Not for secret-key' };
		const cause = new NoAccess(whose, 'No access', 'Do something', answer);
		const helper = () => {
			throw Object.assign(new Error('By n8n'), { cause });
		};
		expect(await send({ apiKey: ' secret-key ' }, helper)).toMatchObject(end);
	},
);

it.each([
	['once', generated, false, 1, { status: 401, canRenew: true }],
	['four times, with new ones', generated, true, 4, { status: 401, canRenew: false }],
	// Nobody but the builder can paste another one.
	['once, where it is pasted', pasted, true, 1, { status: 401, canRenew: false }],
])('a refused token lets a request leave %s', async (_, credential, mayRepeat, times, end) => {
	let requests = 0;
	const helper: Helper = (credential) => {
		credential.sessionToken = boundToken(`Bearer token-${++requests}`, generated);
		return { statusCode: 401, headers: {}, body: {} };
	};
	const pauses: number[] = [];
	const clock = {
		...systemClock,
		random: () => 1,
		sleep: async (ms: number) => await Promise.resolve(void pauses.push(ms)),
	};
	const session = await openWith(credential, helper, undefined, clock);
	expect(await session.send(post, mayRepeat)).toMatchObject(end);
	expect(requests).toBe(times);
	// Another process may be first with a new token within a second, but not with the one that nobody has refused.
	expect(pauses).toEqual(Array(times - 1).fill(1_000));
});

it('a lost connection says of no token that it is taken', async () => {
	let requests = 0;
	const helper: Helper = (credential) => {
		credential.sessionToken ||= boundToken(`Bearer token-${requests}`, generated);
		if (requests++ % 2 === 1) throw Object.assign(new Error(), { cause: { code: 'ECONNRESET' } });
		return { statusCode: 401, headers: {}, body: {} };
	};
	const clock = { ...systemClock, sleep: async () => await Promise.resolve() };
	const session = await openWith({}, helper, undefined, clock);
	const request = { method: 'POST', url: 'https://api.example.com' } as const;
	const canRenew: unknown[] = [];
	while (requests < 7) canRenew.push((await session.send(request, false)).canRenew);
	expect(canRenew.filter((can) => can !== undefined)).toEqual([true, true, true, false]);
});

it('a run in which each token is soon refused goes on, as long as new ones are taken', async () => {
	let requests = 0;
	const helper: Helper = (credential) => {
		credential.sessionToken ||= boundToken(`Bearer token-${requests}`, generated);
		return { statusCode: requests++ % 2 === 0 ? 401 : 200, headers: {}, body: {} };
	};
	const clock = { ...systemClock, sleep: async () => await Promise.resolve() };
	const session = await openWith({}, helper, undefined, clock);
	for (let payment = 0; payment < 6; payment++) {
		expect(await session.send(post, true)).toMatchObject({ status: 200 });
	}
});
