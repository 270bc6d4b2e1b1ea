import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { lookUpOf } from '../../resources';
import { PAGE_SIZE } from '../../resources/lists';
import type { Effect, Operation } from '../../resources/operation';
import { addressBelow, parseSecureBaseUrl } from '../../wire/baseUrl';
import { assertSigns, withChecksum } from '../../wire/checksum';
import { HEADERS } from '../../wire/exchange';
import { PATHS } from '../../wire/paths';
import type { Clock } from '../common/clock';
import type { Payment, Verdict } from '../common/payment';
import { judge, type SendFact } from '../proof/judge';
import { serviceTime } from '../proof/moment';
import type { ServiceResponse } from '../proof/response';
import type { Settings } from '../read/settings';
import type { Account } from './account';
import { readList, type PageRequest } from './pages';
import { Session } from './session';
import { sendPatiently } from './waiting';

/** The service, as one run of one operation speaks to it. */
export interface Service {
	/** Names the account and the operation: what shares a pace. */
	paceKey: string;
	effect: Effect;
	/** E.g. `https://api.example.com/third-parties`. */
	baseUrl: string;
	/** Without the Authorization header. */
	requestOf(payment: Payment): IHttpRequestOptions;
	/** Sends it, and says what the response proves. Never throws. */
	send(payment: Payment): Promise<SendFact>;
	/** Reads with another operation, which changes nothing. Never throws. */
	read(of: Operation, query?: IDataObject, body?: IDataObject): Promise<Verdict>;
	/** What time it is there, in milliseconds since 1970, as far as what was read last tells. */
	wallTime(): number;
	/** Absent where there is no look-up. */
	lookUp?: (payment: Payment) => Promise<ServiceResponse>;
}

/** For a balance or the list of a day: all payouts of the run wait for these. */
const LONGEST_READING_WAIT_MS = 10_000;

/** @throws UserError for a Base URL or path that is not safe or cannot work, and a checksum without its secret */
export function connect(
	context: IExecuteFunctions,
	operation: Operation,
	account: Account,
	{ timeoutMs, maximumWaitMs, orderBy }: Settings,
	clock: Clock,
): Service {
	const { id, data: credentials } = account;
	const baseUrl = parseSecureBaseUrl(credentials.baseUrl).href;
	const session = new Session(context, account, timeoutMs);
	const { authentication, clientId } = credentials;
	const owner =
		authentication === 'accessToken' ? `credential ${id}` : `client ${String(clientId).trim()}`;
	const { response: rule, option, effect } = operation;
	const cancelSignal = context.getExecutionCancelSignal();
	if (option.routing.request.method === 'POST') assertSigns(credentials);
	/** The whole request, but without its token. */
	const requestOf = (
		of: Operation,
		{ orderReference, body, query, limit = PAGE_SIZE }: Payment,
	): IHttpRequestOptions => {
		const { method, url, qs: fixed } = of.option.routing.request;
		const path = of.path?.(credentials, orderReference) ?? url;
		// No request for a list goes out without the size of its page.
		const isPage = of.response.form === 'page';
		const page = isPage && { orderBy, limit: Math.min(PAGE_SIZE, limit), skip: 0 };
		const qs = { ...fixed, ...query, ...page };
		return {
			method: method as IHttpRequestOptions['method'],
			url: addressBelow(credentials.baseUrl, path),
			headers: { ...HEADERS },
			...(Object.keys(qs).length > 0 && { qs }),
			...(body && { body: withChecksum(body, credentials) }),
		};
	};
	// A wrong path in the credential is refused once, and not for every item.
	operation.path?.(credentials, '');
	/** By how much the service's clock is ahead of ours. */
	let aheadMs = 0;
	/** Reads one response, or a list page by page, and waits so long where the service asks for it. */
	const read = async (of: Operation, payment: Payment, leftMs: number): Promise<Verdict> => {
		const request = requestOf(of, payment);
		const patience = { clock, leftMs, cancelSignal };
		const ask = async (page?: PageRequest) => {
			const asked = page ? { ...request, qs: { ...request.qs, ...page } } : request;
			const send = async () => await session.send(asked, true);
			const { response } = await sendPatiently(send, patience);
			const now = clock.wallTime();
			aheadMs = (serviceTime(response, now) ?? now) - now;
			return response;
		};
		return of.response.form === 'page'
			? await readList(payment, ask, cancelSignal)
			: judge(payment, await ask(), of.response).result;
	};
	const lookUp = lookUpOf(operation);
	const canLookUp =
		lookUp?.response.form === 'records' && credentials[PATHS[lookUp.response.kind].name] !== '';
	// A path that cannot work is refused now: after a payout, nobody could look anything up.
	if (canLookUp) lookUp.path?.(credentials, '');
	return {
		paceKey: `${baseUrl} ${owner} ${option.action}`,
		effect,
		baseUrl,
		requestOf: (payment) => requestOf(operation, payment),
		send: async (payment) => {
			if (rule.form === 'page') {
				return { is: 'answered', result: await read(operation, payment, maximumWaitMs) };
			}
			// A payout whose token was refused is not repeated here: it is looked up before it leaves again.
			const response = await session.send(requestOf(operation, payment), effect !== 'payout');
			return judge(payment, response, rule);
		},
		read: async (of, query, body) => {
			const leftMs = Math.min(maximumWaitMs, LONGEST_READING_WAIT_MS);
			return await read(of, { index: 0, orderReference: '', query, body }, leftMs);
		},
		wallTime: () => clock.wallTime() + aheadMs,
		lookUp: canLookUp
			? async ({ index, orderReference }) =>
					await session.send(requestOf(lookUp, { index, orderReference }), true, true)
			: undefined,
	};
}
