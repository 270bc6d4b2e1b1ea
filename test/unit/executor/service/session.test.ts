import type { IExecuteFunctions } from 'n8n-workflow';
import { Session } from '../../../../nodes/CardBankPayments/executor/service/session';
import { boundToken } from '../../../../nodes/CardBankPayments/credential/sessionToken';
import { dispatch } from '../../../../nodes/CardBankPayments/executor/service/dispatch';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/service/reply';
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
		getInputData: () => [{ json: {} }],
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
						const sessionToken = boundToken('Bearer abc', credentials as typeof generated);
						Object.assign(credentialsDecrypted.data, { sessionToken });
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
	const account = { id: '9', name: 'Account', credentials: { authentication: 'generateToken' } };
	const { reply } = await dispatch(context, account, '', one);
	expect([reply.tokenRefused, left]).toEqual(['The execution was canceled', 0]);
});

const generated = { authentication: 'generateToken', clientId: 'client-1' };

it.each([
	['generated', { ...generated, sessionToken: boundToken('Bearer abc', generated) }, 'Bearer abc'],
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
