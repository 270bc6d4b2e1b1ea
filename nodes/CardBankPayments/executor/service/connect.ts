import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { lookUpOf } from '../../resources';
import { PAGE_SIZE } from '../../resources/lists';
import type { Operation } from '../../resources/operation';
import { addressBelow, parseSecureBaseUrl } from '../../wire/baseUrl';
import { withChecksum } from '../../wire/checksum';
import { requestDefaults } from '../../wire/exchange';
import { PATHS } from '../../wire/pathField';
import type { Clock } from '../common/clock';
import type { Payment } from '../common/payment';
import { readList } from './pages';
import { readResponse } from './readResponse';
import type { ServiceResponse } from './response';
import { openSession } from './session';
import { sendPatiently } from './waiting';

/** The service, as one run of one operation speaks to it. */
export type Service = Awaited<ReturnType<typeof connect>>;

/** @throws for a credential that cannot be read, and UserError for a Base URL that is not safe */
export async function connect(
	context: IExecuteFunctions,
	operation: Operation,
	settings: Pick<IHttpRequestOptions, 'proxy'> & { timeoutMs: number; maximumWaitMs: number },
	clock: Clock,
) {
	const { timeoutMs, proxy, maximumWaitMs } = settings;
	const { account, credentials, send } = await openSession(context, clock, timeoutMs);
	const { response: rule, option } = operation;
	const cancelSignal = context.getExecutionCancelSignal();
	const requestOf = (
		of: Operation,
		{ orderReference, body, query, limit = PAGE_SIZE }: Payment,
	): IHttpRequestOptions => {
		const { method, url, qs: fixed } = of.option.routing?.request ?? {};
		const path = of.path?.(credentials, orderReference) ?? url;
		// No request for a list goes out without the size of its page.
		const page = of.response.form === 'page' && { limit: Math.min(PAGE_SIZE, limit), skip: 0 };
		const qs = { ...fixed, ...query, ...page };
		return {
			method: method as IHttpRequestOptions['method'],
			url: addressBelow(credentials.baseUrl, path),
			headers: { ...requestDefaults.headers },
			...(Object.keys(qs).length > 0 && { qs }),
			...(body && { body: withChecksum(body, credentials) }),
			...(proxy && { proxy }),
		};
	};
	const sendOnce = async (payment: Payment, request: IHttpRequestOptions) => {
		// Whatever throws here, the request may have left: without a response it ends as unknown.
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
	const canLookUp =
		lookUp?.response.form === 'records' && credentials[PATHS[lookUp.response.kind].name] !== '';
	return {
		/** Names the account and the operation: what shares a pace. */
		account: `${account} ${option.action}`,
		effect: operation.effect,
		/** E.g. `https://api.example.com/third-parties`. */
		baseUrl: parseSecureBaseUrl(credentials.baseUrl).href,
		/** Without the Authorization header; throws UserError for a reference that cannot be looked up. */
		requestOf: (payment: Payment) => requestOf(operation, payment),
		/** Sends it, and says how the payment ended. Never throws. */
		send: rule.form === 'page' ? sendForAll : sendOnce,
		/** Absent where there is no look-up. */
		lookUp: canLookUp
			? async ({ index, orderReference }: Payment) =>
					await send(requestOf(lookUp, { index, orderReference }))
			: undefined,
	};
}
