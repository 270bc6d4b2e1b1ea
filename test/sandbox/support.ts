import { startSandbox, type Sandbox, type SettingsChange } from '../../sandbox';

/** The sandbox of this test file. */
export let sandbox: Sandbox;

/** Starts a sandbox for all tests of this file; it forgets everything before each of them. */
export function useSandboxServer(settings: SettingsChange = {}): void {
	beforeAll(async () => {
		sandbox = await startSandbox({ settings });
	});
	beforeEach(async () => await sandbox.control.reset());
	afterAll(async () => await sandbox.close());
}

/** What the sandbox knows by now. */
export const ledger = async () => await sandbox.control.ledger();

export const pastedAuthorization = 'Bearer sandbox-access-token';

/** Below the base URL; the document's own. */
export const payoutPath = '/payouts/create-bank-payout';

interface CallOptions {
	method?: string;
	headers?: Record<string, string>;
	/** Text is sent as it is, all else as JSON. */
	body?: unknown;
	authorization?: string | null;
	signal?: AbortSignal;
}

/** Calls the payments service, with the fixed access token unless told otherwise. */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
	const { headers, body, authorization = pastedAuthorization, ...others } = options;
	return await fetch(sandbox.baseUrl + path, {
		...{ method: 'POST', redirect: 'manual', ...others },
		headers: {
			'content-type': 'application/json',
			...(authorization !== null && { authorization }),
			...headers,
		},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
}

/** What asks for a bank payout that succeeds, but for what is changed. */
export const bankPayout = (changes: object = {}) => ({
	amount: 100,
	accountNumber: '0150123456',
	accountName: 'Asha Mushi',
	currency: 'TZS',
	orderReference: 'order-1',
	bic: 'CORUTZTZ',
	transferType: 'ACH',
	...changes,
});

/** Creates it. */
export const pay = async (changes: object = {}, options: CallOptions = {}): Promise<Response> =>
	await call(payoutPath, { body: bankPayout(changes), ...options });

const cardPayment = {
	...{ amount: '25.50', currency: 'USD', orderReference: 'card-1' },
	customer: { id: 'customer-1' },
};

/** Makes a payment link. */
export const makeLink = async (changes: object = {}) =>
	await call('/payments/initiate-card-payment', { body: { ...cardPayment, ...changes } });

/** Asks for a page of a list. */
export const listPage = async (what: 'payouts' | 'payments', query: object = {}) =>
	await call(`/${what}/all?${new URLSearchParams({ ...query })}`, { method: 'GET' });

/** A fresh token, with the word Bearer in front; undefined where these credentials are refused. */
export async function freshToken(clientId = 'sandbox-client', apiKey = 'sandbox-key') {
	const headers = { 'client-id': clientId, 'api-key': apiKey };
	const answer = call('/generate-token', { authorization: null, headers });
	return (await jsonOf<{ token?: string }>(answer)).token;
}

/** The body of an answer. */
export async function jsonOf<T = unknown>(answer: Response | Promise<Response>): Promise<T> {
	return (await (await answer).json()) as T;
}

/** Status and message of an answer that declines. */
export const refusalOf = async (answer: Response) =>
	`${answer.status} ${(await jsonOf<{ message: string }>(answer)).message}`;
