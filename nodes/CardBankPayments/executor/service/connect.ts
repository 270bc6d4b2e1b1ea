import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { PAGE_SIZE } from '../../resources/lists';
import type { Operation } from '../../resources/operation';
import { parseSecureBaseUrl } from '../../wire/baseUrl';
import { pathSettingOf, pathTemplate } from '../../wire/pathField';
import type { Clock } from '../common/clock';
import type { Payment, Result } from '../common/payment';
import type { Settings } from '../read/settings';
import { readAll } from './pages';
import { askPatiently } from './patience';
import { readReply, resultOfList } from './readReply';
import type { Reply } from './reply';
import { requestsOf, type BuildRequest } from './request';
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
	settings: Settings,
	clock: Clock,
): Promise<Service> {
	const session = await Session.open(context, clock);
	const { timeoutMs, proxy } = settings;
	const cancelSignal = context.getExecutionCancelSignal();
	const { credentials } = session;
	const path = lookUp?.fields.map(pathSettingOf).find((setting) => setting !== undefined);
	const canAsk = path !== undefined && pathTemplate(credentials, path) !== '';
	const isList = operation.answer.form === 'page';
	const build = requestsOf(operation, credentials, proxy);
	const requestOf = isList ? firstPage(build) : build;
	const question = { timeoutMs, cancelSignal, isQuestion: true };
	const sendOnce = async (payment: Payment, request: IHttpRequestOptions) => {
		// Whatever throws here, the request may have left: no response is unknown.
		const reply = await session.send({ request, timeoutMs, cancelSignal }).catch((): Reply => ({}));
		return readReply(payment, reply, operation.answer, clock.wallTime());
	};
	const readList = async (payment: Payment, request: IHttpRequestOptions) => {
		const ask = async (skip: number, limit: number) => {
			const page = { ...request, qs: { ...request.qs, limit, skip } };
			const send = async () => await session.send({ request: page, ...question });
			const patience = { clock, leftMs: settings.maximumWaitMs, cancelSignal };
			return (await askPatiently(send, patience)).reply;
		};
		const list = await readAll({ ask, wanted: payment.limit ?? 'all', cancelSignal });
		return resultOfList(payment, list, operation.answer);
	};
	const questionOf = lookUp && canAsk ? requestsOf(lookUp, credentials, proxy) : undefined;
	return {
		account: `${session.account} ${operation.option.action}`,
		baseUrl: parseSecureBaseUrl(credentials.baseUrl).href,
		requestOf,
		send: isList ? readList : sendOnce,
		ask:
			questionOf &&
			(async ({ index, orderReference }) =>
				await session.send({
					request: questionOf({ index, orderReference }),
					...question,
				})),
	};
}

/** Also what _Validate Only_ shows of a list: no request goes out without the size of its page. */
function firstPage(build: BuildRequest): BuildRequest {
	return (payment) => {
		const request = build(payment);
		const limit = Math.min(PAGE_SIZE, payment.limit ?? PAGE_SIZE);
		return { ...request, qs: { ...request.qs, limit, skip: 0 } };
	};
}
