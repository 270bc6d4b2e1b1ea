import type { IExecuteFunctions } from 'n8n-workflow';
import { boundToken, NoAccess } from '../../../../nodes/CardBankPayments/credential/sessionToken';
import { systemClock } from '../../../../nodes/CardBankPayments/executor/common/clock';
import { readAccount } from '../../../../nodes/CardBankPayments/executor/service/account';
import { Session } from '../../../../nodes/CardBankPayments/executor/service/session';

const TOKEN = 'Bearer abc.DEF-1';
const generated = { authentication: 'generateToken', clientId: 'client-1' };
const sessionToken = boundToken(TOKEN, generated);

/** What n8n's helper does with a request; it writes a token that it has fetched into `credential`. */
type Helper = (credential: { sessionToken: string }) => unknown;

/** Sends a request with a credential, whose token is fetched where it has none. */
async function send(credential: object, helper: Helper, cancelSignal?: AbortSignal) {
	const session = await openWith(credential, helper, cancelSignal);
	return await session.send({ url: 'https://api.example.com' }, false);
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
	return new Session(context, await readAccount(context), clock, 60_000, 900_000);
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
	[{ authentication: 'accessToken', accessToken: ' abc.DEF-1', sessionToken: 'old' }, '…'],
	// Nothing so short is a secret: it may well stand in an amount.
	[{ authentication: 'accessToken', accessToken: 'abc' }, 'abc.DEF-1'],
])('shows of the token of %j, where a response repeats it: %s', async (credential, shown) => {
	const body = { debug: [{ [TOKEN]: 'x abc.DEF-1 y' }] };
	const helper = () => ({ statusCode: 200, headers: { 'x-echo': TOKEN }, body });
	const response = await send(credential, helper);
	expect(response.headers).toEqual({ 'x-echo': `Bearer ${shown}` });
	expect(response.body).toEqual({ debug: [{ [`Bearer ${shown}`]: `x ${shown} y` }] });
});

it.each([
	['GET', { status: 200 }],
	['POST', { notLeft: { says: expect.stringContaining('was changed during this run') } }],
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
	const helper = () => ({ statusCode: 200, headers: {}, body: [] });
	const session = await openWith(credential, helper, undefined, clock);
	minutes++;
	const request = { method, url: 'https://api.example.com' };
	expect(await session.send(request, true)).toMatchObject(response);
});

it('ends the run where the credential was deleted, and still looks up', async () => {
	let minutes = 0;
	const clock = { ...systemClock, now: () => minutes * 60_000 };
	const credential = {
		authentication: 'accessToken',
		get baseUrl() {
			if (minutes > 0) throw new Error('Credential with ID 11 does not exist');
			return 'https://api.example.com';
		},
	};
	const helper = () => ({ statusCode: 200, headers: {}, body: [] });
	const session = await openWith(credential, helper, undefined, clock);
	minutes++;
	const send = async (method: 'GET' | 'POST') =>
		await session.send({ method, url: 'https://api.example.com' }, true);
	const says = expect.stringContaining('cannot be read any more');
	const nextStep = expect.stringMatching(/^Choose a credential in the node, /);
	const notLeft = { outcome: 'notSent', cause: 'account', says, nextStep };
	expect(await send('POST')).toEqual({ notLeft });
	expect(await send('GET')).toMatchObject({ status: 200 });
});

it.each([
	['is down', 503, { notLeft: { outcome: 'rejected', cause: 'service', says: 'No access' } }],
	['is not there', 0, { notLeft: { outcome: 'rejected', cause: 'service', says: 'No access' } }],
	['refuses the keys', 401, { notLeft: { outcome: 'rejected', cause: 'account' } }],
])('nothing leaves where the service %s instead of giving a token', async (_, status, end) => {
	const answer = { status, headers: { 'retry-after': '7' }, body: 'Not for secret-key' };
	const cause = new NoAccess('No access', 'Do something', answer);
	const helper = () => {
		throw Object.assign(new Error('By n8n'), { cause });
	};
	expect(await send({ apiKey: 'secret-key' }, helper)).toMatchObject(end);
});

describe('a service that gives no token for now', () => {
	const pausing = async (refusals: number, retryAfter?: string) => {
		const waits: number[] = [];
		const clock = {
			...systemClock,
			random: () => 0,
			sleep: async (ms: number) => void waits.push(ms),
		};
		let asked = 0;
		const helper: Helper = (credential) => {
			if (asked++ < refusals) {
				const headers = retryAfter ? { 'retry-after': retryAfter } : {};
				const answer = { status: 429, headers, body: 'Not for secret-key' };
				throw Object.assign(new Error('By n8n'), { cause: new NoAccess('No', 'Wait', answer) });
			}
			credential.sessionToken = sessionToken;
			return { statusCode: 200, headers: {}, body: [] };
		};
		const session = await openWith({}, helper, undefined, clock);
		const response = await session.send({ method: 'POST', url: 'https://api.example.com' }, false);
		return { response, waits, asked };
	};

	it('is waited for, since nothing has left', async () => {
		const { response, waits } = await pausing(2, '7');
		expect(response).toMatchObject({ status: 200 });
		expect(waits.filter((ms) => ms > 0)).toEqual([7_000, 7_000]);
	});

	it.each<[string | undefined, number, string, string]>([
		['1200', 1, 'asks to wait 1200 seconds', 'Run this item again in 1200 seconds, or raise'],
		[undefined, 20, 'asks to wait longer', 'Run this item again later, or raise Maximum Wait'],
	])(
		'leaves nothing where that takes longer than is allowed (%s)',
		async (retryAfter, times, says, nextStep) => {
			const { response, asked } = await pausing(1000, retryAfter);
			expect(response).toEqual({
				notLeft: {
					...{ outcome: 'rejected', cause: 'service' },
					says: expect.stringContaining(says),
					nextStep: expect.stringContaining(nextStep),
				},
			});
			expect(asked).toBe(times);
		},
	);
});

it.each([
	[false, 1, { status: 401, canRenew: true }],
	[true, 4, { status: 401, canRenew: false }],
])('a refused token lets a request leave again (%s: %i times)', async (mayRepeat, times, end) => {
	let requests = 0;
	const helper: Helper = (credential) => {
		credential.sessionToken = boundToken(`Bearer token-${++requests}`, generated);
		return { statusCode: 401, headers: {}, body: {} };
	};
	let pauses = 0;
	const clock = { ...systemClock, sleep: async () => void pauses++ };
	const session = await openWith({}, helper, undefined, clock);
	const request = { method: 'POST', url: 'https://api.example.com' } as const;
	expect(await session.send(request, mayRepeat)).toMatchObject(end);
	// Another process may be first with a new token, but not with the one that nobody has refused.
	expect([requests, pauses]).toEqual([times, times - 1]);
});
