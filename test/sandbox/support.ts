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

/** Settings under which only round numbers appear in the tests' expectations. */
export const plainFees = {
	fees: { ACH: { TZS: '1500.00', USD: '0.60' }, RTGS: { TZS: '10000.00', USD: '4.00' } },
	exchangeRate: '2500.00',
};

export const pastedToken = 'Bearer sandbox-access-token';

/** Below the base URL; the document's own. */
export const paths = {
	initiate: '/payments/initiate-card-payment',
	preview: '/payments/preview-card-payment',
	payout: '/payouts/create-bank-payout',
	previewPayout: '/payouts/preview-bank-payout',
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
	const { of: { baseUrl } = sandbox } = options;
	const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
	return await fetch(baseUrl + path, {
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
export function payout(changes: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		amount: 100,
		accountNumber: '0150123456',
		accountName: 'Asha Mushi',
		currency: 'TZS',
		orderReference: 'order-1',
		bic: 'CORUTZTZ',
		transferType: 'ACH',
		...changes,
	};
}

/** The body of a card payment that succeeds, with some fields changed. */
export function cardPayment(changes: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		amount: '25.50',
		orderReference: 'card-1',
		currency: 'USD',
		customer: { id: 'customer-1' },
		...changes,
	};
}

/** Creates a bank payout. */
export function pay(changes?: Record<string, unknown>, options?: CallOptions) {
	return call('/payouts/create-bank-payout', { body: payout(changes), ...options });
}

/** Makes a payment link. */
export function initiate(changes?: Record<string, unknown>) {
	return call('/payments/initiate-card-payment', { body: cardPayment(changes) });
}

/** Looks up what was made under an order reference. */
export function lookUp(
	what: 'payouts' | 'payments',
	orderReference: string,
	options?: CallOptions,
) {
	const path = `/${what}/${encodeURIComponent(orderReference)}`;
	return call(path, { method: 'GET', ...options });
}

type ListQuery = Record<string, string | number>;

/** The order that a client needs who reads page after page. */
export const oldestFirst = { sortBy: 'createdAt', orderBy: 'ASC' };

/** Asks for a page of a list. */
export function listPage(what: 'payouts' | 'payments', query: ListQuery = {}) {
	const search = new URLSearchParams(query as Record<string, string>);
	return call(`/${what}/all?${search}`, { method: 'GET' });
}

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
export function askToken(clientId = 'sandbox-client', apiKey = 'sandbox-key') {
	return call('/generate-token', {
		authorization: null,
		headers: { 'client-id': clientId, 'api-key': apiKey },
	});
}

/** A fresh token, with the word Bearer in front. */
export async function freshToken(): Promise<string> {
	return (await jsonOf<{ token: string }>(askToken())).token;
}

/** The body of an answer. */
export async function jsonOf<T = unknown>(answer: Response | Promise<Response>): Promise<T> {
	return (await (await answer).json()) as T;
}

/** The message of an answer that declines. */
export async function messageOf(answer: Response): Promise<string> {
	return (await jsonOf<{ message: string }>(answer)).message;
}

/** Pays at a payment link. */
export function enterCard(cardPaymentLink: string, cardNumber: string) {
	return fetch(cardPaymentLink, { method: 'POST', body: new URLSearchParams({ cardNumber }) });
}

/** Makes a coming payout go wrong. */
export function strike(fault: Omit<Fault, 'operation'>): Promise<void> {
	return sandbox.control.addFault({ operation: 'createBankPayout', ...fault });
}

/** Which fault struck a payout, what was answered, and whether the money moved. */
export interface Truth {
	fault: string;
	status: number | null;
	moved: boolean;
}

/**
 * Holds the ledger against what should have become of the first request, the payout that
 * {@link payout} describes.
 */
export async function expectTruth({ fault, status, moved }: Truth): Promise<void> {
	const { requests, paid, payouts, balances } = await ledger();
	expect(requests[0]).toMatchObject({ fault, status });
	expect(paid).toEqual(moved ? { 'order-1': 1 } : {});
	expect(payouts).toHaveLength(moved ? 1 : 0);
	// 100.00 and a fee of 1500.00.
	expect(balances.TZS).toBe(moved ? '999998400.00' : '1000000000.00');
}
