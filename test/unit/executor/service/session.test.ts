import type { IExecuteFunctions } from 'n8n-workflow';
import { boundToken } from '../../../../nodes/CardBankPayments/credential/sessionToken';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/service/reply';
import { Session } from '../../../../nodes/CardBankPayments/executor/service/session';
import { settle } from '../../support/settle';
import { VirtualClock } from '../../support/virtualClock';

const generated = { authentication: 'generateToken', clientId: 'client-1' };
const TOKEN = 'Bearer abc.DEF-1';
const sessionToken = boundToken(TOKEN, generated);

/** A request that n8n's helper was asked for; a test decides how it goes on. */
interface Asked {
	/** n8n has fetched the token. */
	setToken: () => void;
	answer: (response: unknown) => void;
	fail: (error: Error) => void;
}
let asked: Asked[];
let clock: VirtualClock;
beforeEach(() => {
	asked = [];
	clock = new VirtualClock();
});

/** A payment of another run each, of one credential. */
async function pay(
	credentials: object = generated,
	cancelSignal?: AbortSignal,
): Promise<{ reply: Promise<Reply> }> {
	const context = {
		getCredentials: async () => await Promise.resolve(credentials),
		getExecutionCancelSignal: () => cancelSignal,
		getInputData: () => [{ json: {} }],
		getNode: () => ({ credentials: { cardBankPaymentsApi: { id: '11', name: 'Account' } } }),
		helpers: {
			httpRequestWithAuthentication: async (
				_: string,
				__: object,
				{ credentialsDecrypted }: { credentialsDecrypted: { data: object } },
			) =>
				await new Promise((answer, fail) => {
					const setToken = () => Object.assign(credentialsDecrypted.data, { sessionToken });
					asked.push({ setToken, answer, fail });
				}),
		},
	} as unknown as IExecuteFunctions;
	const session = await Session.open(context, clock, 1_000_000);
	const reply = session.send({ url: 'https://api.example.com' });
	await settle();
	return { reply };
}

describe('payments that stand in line for a token', () => {
	it('never get the response of the one in front, however late that was', async () => {
		const { reply } = await pay();
		const next = await pay();
		await clock.advanceTo(clock.passed + 30_000);
		asked[0]?.setToken();
		asked[0]?.answer({ statusCode: 200, body: 'OK' });
		await settle();
		expect((await reply).status).toBe(200);
		asked[1]?.fail(new Error('No token in time'));
		expect((await next.reply).tokenRefused).toBe('No token in time');
	});

	it('send nothing any more when it is their turn and their run was cancelled', async () => {
		const first = await pay();
		const run = new AbortController();
		const second = await pay(generated, run.signal);
		run.abort();
		asked[0]?.fail(new Error('No token in time'));
		expect((await first.reply).tokenRefused).toBe('No token in time');
		expect((await second.reply).tokenRefused).toBe('The execution was canceled');
		expect(asked).toHaveLength(1);
	});
});

it('sends nothing where n8n 1 sets the token a second time after the run was cancelled', async () => {
	const run = new AbortController();
	const { reply } = await pay(generated, run.signal);
	asked[0]?.setToken();
	run.abort();
	expect(asked[0]?.setToken).toThrow('The execution was canceled');
	asked[0]?.fail(new Error('The execution was canceled'));
	expect((await reply).tokenRefused).toBe('The execution was canceled');
});

it.each([
	['generated', { ...generated, sessionToken }],
	['pasted', { authentication: 'accessToken', accessToken: ' abc.DEF-1', sessionToken: 'old' }],
])('gives nobody the %s token that a response repeats', async (_, credentials) => {
	const { reply } = await pay(credentials);
	const body = { debug: [{ authorization: TOKEN }], [TOKEN]: 'x abc.DEF-1 y', amount: 'abc' };
	asked[0]?.answer({ statusCode: 200, headers: { 'x-echo': TOKEN }, body });
	expect(await reply).toEqual({
		status: 200,
		headers: { 'x-echo': 'Bearer …' },
		body: { debug: [{ authorization: 'Bearer …' }], 'Bearer …': 'x … y', amount: 'abc' },
	});
});

it('takes nothing short for a token: it may well stand in an amount', async () => {
	const { reply } = await pay({ authentication: 'accessToken', accessToken: '1000' });
	asked[0]?.answer({ statusCode: 200, body: { amount: '10000.00' } });
	expect((await reply).body).toEqual({ amount: '10000.00' });
});
