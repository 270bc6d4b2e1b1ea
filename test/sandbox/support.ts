import {
	startSandbox,
	type Fault,
	type Payout,
	type Sandbox,
	type SettingsChange,
} from '../../sandbox';
import type { Page } from '../../sandbox/lists';

/** The sandbox of this test file. */
export let sandbox: Sandbox;

/** Starts a sandbox for all tests of this file; it forgets everything before each of them. */
export function useSandbox(settings: SettingsChange = {}): void {
	beforeAll(async () => {
		sandbox = await startSandbox({ settings });
	});
	beforeEach(async () => await sandbox.control.reset());
	afterAll(async () => await sandbox.close());
}

/** Lets the calls below go to a sandbox that was started in another way. */
export const callOn = (other: Sandbox): Sandbox => (sandbox = other);

/** What the sandbox knows by now. */
export const ledger = async () => await sandbox.control.ledger();

export const pastedToken = 'Bearer sandbox-access-token';

/** Below the base URL; the document's own. */
export const paths = {
	initiate: '/payments/initiate-card-payment',
	preview: '/payments/preview-card-payment',
	payout: '/payouts/create-bank-payout',
	previewPayout: '/payouts/preview-bank-payout',
	verify: '/payouts/verify-bank-account',
};

export const previewBody = { amount: '25.50', currency: 'USD', orderReference: 'card-1' };

interface CallOptions {
	method?: string;
	headers?: Record<string, string>;
	/** Sent as JSON. */
	body?: unknown;
	/** Sent as it is, in place of {@link body}. */
	rawBody?: string;
	authorization?: string | null;
	signal?: AbortSignal;
	/** In place of the sandbox of this test file. */
	of?: Sandbox;
}

/** Calls the payments service, with the fixed access token unless told otherwise. */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
	const { method = 'POST', headers, body, rawBody, authorization = pastedToken, signal } = options;
	const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
	return await fetch((options.of ?? sandbox).baseUrl + path, {
		method,
		redirect: 'manual',
		headers: {
			...(text !== undefined && { 'content-type': 'application/json' }),
			...(authorization !== null && { authorization }),
			...headers,
		},
		...(text !== undefined && { body: text }),
		...(signal && { signal }),
	});
}

/** The body of a payout that succeeds, with some fields changed. */
export const payout = (changes: object = {}): Record<string, unknown> => ({
	amount: 100,
	accountNumber: '0150123456',
	accountName: 'Asha Mushi',
	currency: 'TZS',
	orderReference: 'order-1',
	bic: 'CORUTZTZ',
	transferType: 'ACH',
	...changes,
});

const cardPayment = { ...previewBody, customer: { id: 'customer-1' } };

/** Creates a bank payout. */
export const pay = async (changes?: object, options?: CallOptions) =>
	await call(paths.payout, { body: payout(changes), ...options });

/** Makes a payment link. */
export const initiate = async (changes: object = {}) =>
	await call(paths.initiate, { body: { ...cardPayment, ...changes } });

/** Looks up what was made under an order reference. */
export const lookUp = async (what: 'payouts' | 'payments', orderReference: string) =>
	await call(`/${what}/${encodeURIComponent(orderReference)}`, { method: 'GET' });

type ListQuery = Record<string, string | number>;

/** Asks for a page of a list. */
export const listPage = async (what: 'payouts' | 'payments', query: ListQuery = {}) =>
	await call(`/${what}/all?${new URLSearchParams(query as Record<string, string>)}`, {
		method: 'GET',
	});

/** The order references of a page, and behind them how many records there are on all pages. */
export async function listed(query?: ListQuery, what: 'payouts' | 'payments' = 'payouts') {
	const { data, totalCount } = await jsonOf<Page<Payout>>(listPage(what, query));
	return [...data.map(({ orderReference }) => orderReference), totalCount];
}

/** Makes the payouts `r0`, `r1` and so on, one after the other. */
export async function makePayouts(count: number): Promise<void> {
	for (let index = 0; index < count; index++) await pay({ orderReference: `r${index}` });
}

/** Asks for a token with these credentials. */
export const askToken = async (clientId = 'sandbox-client', apiKey = 'sandbox-key') =>
	await call('/generate-token', {
		authorization: null,
		headers: { 'client-id': clientId, 'api-key': apiKey },
	});

/** A fresh token, with the word Bearer in front; undefined where these credentials are refused. */
export const freshToken = async (...keys: Parameters<typeof askToken>) =>
	(await jsonOf<{ token?: string }>(askToken(...keys))).token;

/** The body of an answer. */
export async function jsonOf<T = unknown>(answer: Response | Promise<Response>): Promise<T> {
	return (await (await answer).json()) as T;
}

/** The message of an answer that declines. */
export const messageOf = async (answer: Response) =>
	(await jsonOf<{ message: string }>(answer)).message;

/** Its status and its message. */
export const refusalOf = async (answer: Response) => `${answer.status} ${await messageOf(answer)}`;

/** Makes a coming payout go wrong. */
export const strike = async (fault: Omit<Fault, 'operation'>) =>
	await sandbox.control.addFault({ operation: 'createBankPayout', ...fault });
