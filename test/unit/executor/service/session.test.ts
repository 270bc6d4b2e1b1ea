import type { IExecuteFunctions } from 'n8n-workflow';
import { boundToken } from '../../../../nodes/CardBankPayments/credential/sessionToken';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/service/response';
import { openSession } from '../../../../nodes/CardBankPayments/executor/service/session';
import { settle, VirtualClock } from '../../support/virtualClock';

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
): Promise<{ response: Promise<ServiceResponse> }> {
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
	const session = await openSession(context, clock, 1_000_000);
	const response = session.send({ url: 'https://api.example.com' });
	await settle();
	return { response };
}

it('gives nobody the response of a payment in front that fetched the token, however late', async () => {
	const { response } = await pay();
	const next = await pay();
	await clock.advanceTo(clock.passed + 30_000);
	asked[0]?.setToken();
	asked[0]?.answer({ statusCode: 200, body: 'OK' });
	await settle();
	expect((await response).status).toBe(200);
	asked[1]?.fail(new Error('No token in time'));
	expect((await next.response).tokenRefused).toBe('No token in time');
});

it('sends nothing whose run was cancelled while it stood in line for a token', async () => {
	const first = await pay();
	const run = new AbortController();
	const second = await pay(generated, run.signal);
	run.abort();
	asked[0]?.fail(new Error('No token in time'));
	expect((await first.response).tokenRefused).toBe('No token in time');
	expect((await second.response).tokenRefused).toBe('The execution was canceled');
	expect(asked).toHaveLength(1);
});

it('sends nothing where n8n 1 sets the token a second time after the run was cancelled', async () => {
	const run = new AbortController();
	await pay(generated, run.signal);
	asked[0]?.setToken();
	run.abort();
	expect(asked[0]?.setToken).toThrow('The execution was canceled');
});

it.each([
	[{ ...generated, sessionToken }, '…'],
	[{ authentication: 'accessToken', accessToken: ' abc.DEF-1', sessionToken: 'old' }, '…'],
	// Nothing so short is a secret: it may well stand in an amount.
	[{ authentication: 'accessToken', accessToken: 'abc' }, 'abc.DEF-1'],
])('shows of the token of %j, where a response repeats it: %s', async (credentials, shown) => {
	const { response } = await pay(credentials);
	const body = { debug: [{ [TOKEN]: 'x abc.DEF-1 y' }] };
	asked[0]?.answer({ statusCode: 200, headers: { 'x-echo': TOKEN }, body });
	const { headers, body: repeated } = await response;
	expect(headers).toEqual({ 'x-echo': `Bearer ${shown}` });
	expect(repeated).toEqual({ debug: [{ [`Bearer ${shown}`]: `x ${shown} y` }] });
});
