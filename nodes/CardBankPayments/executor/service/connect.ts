import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { Operation } from '../../resources/operation';
import { parseSecureBaseUrl } from '../../wire/baseUrl';
import { pathSettingOf, pathTemplate } from '../../wire/pathField';
import type { Clock } from '../common/clock';
import type { Payment, Result } from '../common/payment';
import type { Settings } from '../read/settings';
import { readList } from './pages';
import { askPatiently } from './patience';
import { readReply } from './readReply';
import type { Reply } from './reply';
import { requestsOf } from './request';
import { Session } from './session';

/** The service, as one run of one operation speaks to it. */
export interface Service {
	/** Names the account and the operation: what shares a pace. */
	account: string;
	/** Where it was addressed, e.g. `https://api.example.com/third-parties`. */
	baseUrl: string;
	/**
	 * The request of a payment, without the Authorization header.
	 *
	 * @throws UserError where none can be made of it
	 */
	requestOf: (payment: Payment) => IHttpRequestOptions;
	/** Sends it, and says how the payment ended. Never throws. */
	send: (payment: Payment, request: IHttpRequestOptions) => Promise<Result>;
	/** Looks a payment up; absent where there is no look-up. */
	ask?: (payment: Payment) => Promise<Reply>;
}

/**
 * Reads the credential.
 *
 * @param lookUp the operation that looks a payment up
 * @throws for a credential that cannot be read, and UserError for a Base URL that is not safe
 */
export async function connect(
	context: IExecuteFunctions,
	operation: Operation,
	lookUp: Operation | undefined,
	{ timeoutMs, proxy, maximumWaitMs }: Settings,
	clock: Clock,
): Promise<Service> {
	const session = await Session.open(context, clock, timeoutMs);
	const { account, credentials } = session;
	const { answer, option } = operation;
	const cancelSignal = context.getExecutionCancelSignal();
	const sendOnce = async (payment: Payment, request: IHttpRequestOptions) => {
		// Whatever throws here, the request may have left: no response is unknown.
		const reply = await session.send(request).catch((): Reply => ({}));
		return readReply(payment, reply, answer, clock.wallTime());
	};
	const sendForAll = async (payment: Payment, request: IHttpRequestOptions) => {
		const ask = async (skip: number, limit: number) => {
			const page = { ...request, qs: { ...request.qs, limit, skip } };
			const send = async () => await session.send(page, true);
			return (await askPatiently(send, { clock, leftMs: maximumWaitMs, cancelSignal })).reply;
		};
		return await readList(payment, ask, answer, cancelSignal);
	};
	const path = lookUp?.fields.map(pathSettingOf).find((setting) => setting !== undefined);
	const canAsk = lookUp && path && pathTemplate(credentials, path) !== '';
	const questionOf = canAsk ? requestsOf(lookUp, credentials, proxy) : undefined;
	return {
		account: `${account} ${option.action}`,
		baseUrl: parseSecureBaseUrl(credentials.baseUrl).href,
		requestOf: requestsOf(operation, credentials, proxy),
		send: answer.form === 'page' ? sendForAll : sendOnce,
		ask:
			questionOf &&
			(async ({ index, orderReference }) =>
				await session.send(questionOf({ index, orderReference }), true)),
	};
}
