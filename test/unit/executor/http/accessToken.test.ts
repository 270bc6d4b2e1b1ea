import type { IExecuteFunctions } from 'n8n-workflow';
import { Session } from '../../../../nodes/CardBankPayments/executor/http/accessToken';
import { dispatch } from '../../../../nodes/CardBankPayments/executor/http/dispatch';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/http/reply';
import { settle } from '../../support/settle';
import { VirtualClock } from '../../support/virtualClock';

/** End the requests for a token that are under way; no real service can be slow enough for a test. */
let refusals: Array<(error: Error) => void>;
/** Give the requests a token, and answer them. */
let answers: Array<() => void>;
let asked: number;
let clock: VirtualClock;
beforeEach(() => {
	asked = 0;
	[refusals, answers] = [[], []];
	clock = new VirtualClock();
});

/** A payment of another run each, that finds no token and stands in line for one. */
async function pay(
	id: string,
	cancelSignal?: AbortSignal,
	credentials: object = { authentication: 'generateToken' },
): Promise<{ reply: Promise<Reply> }> {
	const context = {
		getCredentials: async () => await Promise.resolve(credentials),
		getNode: () => ({ credentials: { cardBankPaymentsApi: { id, name: 'Account' } } }),
		helpers: {
			async httpRequestWithAuthentication(
				_: string,
				__: object,
				{ credentialsDecrypted }: { credentialsDecrypted: { data: object } },
			) {
				asked++;
				return await new Promise((resolve, reject) => {
					refusals.push(reject);
					answers.push(() => {
						Object.assign(credentialsDecrypted.data, { sessionToken: 'Bearer abc' });
						resolve({ statusCode: 200, body: 'OK' });
					});
				});
			},
		},
	} as unknown as IExecuteFunctions;
	const session = await Session.open(context, clock);
	const request = { url: 'https://api.example.com' };
	const reply = session.send({ request, timeoutMs: 1_000_000, cancelSignal });
	await settle();
	return { reply };
}

async function refuseAfter(ms: number): Promise<void> {
	await clock.advanceTo(clock.passed + ms);
	refusals.shift()?.(new Error('No token in time'));
	await settle();
}

describe('payments that stand in line for a token', () => {
	it('end with the one in front, where that was kept waiting: they would be for as long', async () => {
		const replies = [await pay('1'), await pay('1'), await pay('1')];
		await refuseAfter(5_001);
		for (const { reply } of replies) expect((await reply).tokenRefused).toBe('No token in time');
		expect(asked).toBe(1);
	});

	it.each([
		['after a quick refusal', 5_000, '2', '2'],
		['after one of another credential', 30_000, '3', '4'],
	])('ask themselves %s', async (_, ms, first, second) => {
		const { reply } = await pay(first);
		const next = await pay(second);
		await refuseAfter(ms);
		expect((await reply).tokenRefused).toBeDefined();
		expect(asked).toBe(2);
		await refuseAfter(0);
		await next.reply;
	});

	it('ask themselves where they came after it', async () => {
		const { reply } = await pay('5');
		await refuseAfter(30_000);
		await reply;
		const later = await pay('5');
		expect(asked).toBe(2);
		await refuseAfter(0);
		await later.reply;
	});

	it('never get the answer of the one in front, however late that was', async () => {
		const { reply } = await pay('11');
		const next = await pay('11');
		await clock.advanceTo(clock.passed + 30_000);
		answers.shift()?.();
		await settle();
		expect((await reply).status).toBe(200);
		expect(asked).toBe(2);
		refusals.pop()?.(new Error('No token in time'));
		expect((await next.reply).tokenRefused).toBe('No token in time');
	});

	it('ask themselves where the run of the one in front was cancelled', async () => {
		const run = new AbortController();
		const cancelled = await pay('6', run.signal);
		const { reply } = await pay('6');
		run.abort();
		await refuseAfter(30_000);
		await cancelled.reply;
		expect(asked).toBe(2);
		await refuseAfter(0);
		await reply;
	});

	it('send nothing any more when it is their turn and their run was cancelled', async () => {
		const first = await pay('8');
		const run = new AbortController();
		const second = await pay('8', run.signal);
		run.abort();
		await refuseAfter(0);
		expect((await first.reply).tokenRefused).toBe('No token in time');
		expect((await second.reply).tokenRefused).toBe('The execution was canceled');
		expect(asked).toBe(1);
	});
});

it('sends nothing where n8n 1 sets the token a second time after the run was cancelled', async () => {
	const run = new AbortController();
	let left = 0;
	const context = {
		helpers: {
			async httpRequestWithAuthentication(
				_: string,
				__: object,
				{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: object } },
			) {
				Object.assign(data, { sessionToken: 'Bearer abc' });
				run.abort();
				Object.assign(data, { sessionToken: 'Bearer abc' });
				return await Promise.resolve(left++);
			},
		},
	} as unknown as IExecuteFunctions;
	const one = { request: { url: '' }, timeoutMs: 1_000_000, cancelSignal: run.signal };
	const data = { authentication: 'generateToken', sessionToken: '' };
	const { reply } = await dispatch(context, { id: '9', name: 'Account' }, data, one);
	expect([reply.tokenRefused, left]).toEqual(['The execution was canceled', 0]);
});

it.each([
	['generated', { authentication: 'generateToken', sessionToken: 'Bearer abc' }, 'Bearer abc'],
	[
		'pasted',
		{ authentication: 'accessToken', accessToken: ' def', sessionToken: 'old' },
		'Bearer def',
	],
])('tells with a reply which %s token must not be shown', async (_, credentials, token) => {
	const { reply } = await pay('7', undefined, credentials);
	refusals.shift()?.(new Error('x'));
	expect((await reply).token).toBe(token);
});
