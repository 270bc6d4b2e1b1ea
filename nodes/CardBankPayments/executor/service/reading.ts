import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { ResponseRule } from '../../resources/operation';
import type { Clock } from '../common/clock';
import type { Payment, Verdict } from '../common/payment';
import { judge } from '../proof/judge';
import type { ServiceResponse } from '../proof/response';
import { serviceTime } from '../proof/serviceTime';
import { readList } from './pages';

/** What was read, and what time it is at the service, in milliseconds since 1970, if it says so. */
export interface Reading {
	result: Verdict;
	at?: number;
}

/**
 * Reads one response, or a list page by page.
 *
 * @param request of the first page, if there are several
 * @param ask never throws, and waits where the service asks for it
 */
export async function readBy(
	rule: ResponseRule,
	payment: Payment,
	request: IHttpRequestOptions,
	ask: (request: IHttpRequestOptions) => Promise<ServiceResponse>,
	clock: Clock,
	cancelSignal?: AbortSignal,
): Promise<Reading> {
	let at: number | undefined;
	const askFor = async (page?: IDataObject) => {
		const response = await ask(page ? { ...request, qs: { ...request.qs, ...page } } : request);
		at = serviceTime(response, clock.wallTime());
		return response;
	};
	const result =
		rule.form === 'page'
			? await readList(payment, async (skip, limit) => await askFor({ skip, limit }), rule, {
					cancelSignal,
					isNewestFirst: request.qs?.orderBy === 'DESC',
				})
			: judge(payment, await askFor(), rule, 0).result;
	return { result, at };
}
