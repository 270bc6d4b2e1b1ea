import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { lookUpOf } from '../../resources';
import { PAGE_SIZE } from '../../resources/lists';
import type { Operation } from '../../resources/operation';
import { normalizeBaseUrl, parseSecureBaseUrl } from '../../wire/baseUrl';
import { withChecksum } from '../../wire/checksum';
import { requestDefaults } from '../../wire/exchange';
import { PATHS, recordPath } from '../../wire/pathField';
import type { Clock } from '../common/clock';
import type { Payment, Result } from '../common/payment';
import { readList } from './pages';
import { readResponse } from './readResponse';
import type { ServiceResponse } from './response';
import { openSession } from './session';
import { sendPatiently } from './waiting';

/** The service, as one run of one operation speaks to it. */
export interface Service {
	/** Names the account and the operation: what shares a pace. */
	account: string;
	/** What its requests change there. */
	effect: Operation['effect'];
	/** Where it was addressed, e.g. `https://api.example.com/third-parties`. */
	baseUrl: string;
	/**
	 * The request of a payment, without the Authorization header.
	 *
	 * @throws UserError where its order reference cannot be looked up
	 */
	requestOf: (payment: Payment) => IHttpRequestOptions;
	/** Sends it, and says how the payment ended. Never throws. */
	send: (payment: Payment, request: IHttpRequestOptions) => Promise<Result>;
	/** Looks a payment up; absent where there is no look-up. */
	lookUp?: (payment: Payment) => Promise<ServiceResponse>;
}

/** @throws for a credential that cannot be read, and UserError for a Base URL that is not safe */
export async function connect(
	context: IExecuteFunctions,
	operation: Operation,
	settings: Pick<IHttpRequestOptions, 'proxy'> & { timeoutMs: number; maximumWaitMs: number },
	clock: Clock,
): Promise<Service> {
	const { timeoutMs, proxy, maximumWaitMs } = settings;
	const { account, credentials, send } = await openSession(context, clock, timeoutMs);
	const { response: rule, option } = operation;
	const cancelSignal = context.getExecutionCancelSignal();
	const requestOf = (
		of: Operation,
		{ orderReference, body, query, limit = PAGE_SIZE }: Payment,
	) => {
		const { method, url, qs: fixed } = of.option.routing?.request ?? {};
		const { form, kind } = of.response;
		const path = form === 'records' ? recordPath(credentials, kind, orderReference) : url;
		// No request for a list goes out without the size of its page.
		const page = form === 'page' && { limit: Math.min(PAGE_SIZE, limit), skip: 0 };
		const qs = { ...fixed, ...query, ...page };
		return {
			method: method as IHttpRequestOptions['method'],
			url: `${normalizeBaseUrl(credentials.baseUrl)}${path}`,
			headers: { ...requestDefaults.headers },
			...(Object.keys(qs).length > 0 && { qs }),
			...(body && { body: withChecksum(body, credentials) }),
			...(proxy && { proxy }),
		};
	};
	const sendOnce = async (payment: Payment, request: IHttpRequestOptions) => {
		// Whatever throws here, the request may have left: no response is unknown.
		const response = await send(request).catch((): ServiceResponse => ({}));
		return readResponse(payment, response, rule, clock.wallTime());
	};
	const sendForAll = async (payment: Payment, request: IHttpRequestOptions) => {
		const patience = { clock, leftMs: maximumWaitMs, cancelSignal };
		const pageAt = async (skip: number, limit: number) => {
			const page = { ...request, qs: { ...request.qs, limit, skip } };
			return (await sendPatiently(async () => await send(page), patience)).response;
		};
		return await readList(payment, pageAt, rule, cancelSignal);
	};
	const lookUp = lookUpOf(operation);
	const lookUpKind = lookUp?.response.kind;
	const canLookUp = lookUpKind && credentials[PATHS[lookUpKind].name] !== '';
	return {
		account: `${account} ${option.action}`,
		effect: operation.effect,
		baseUrl: parseSecureBaseUrl(credentials.baseUrl).href,
		requestOf: (payment) => requestOf(operation, payment),
		send: rule.form === 'page' ? sendForAll : sendOnce,
		...(canLookUp && {
			lookUp: async ({ index, orderReference }) =>
				await send(requestOf(lookUp, { index, orderReference })),
		}),
	};
}
