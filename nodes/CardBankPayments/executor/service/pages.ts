import type { Payment, Verdict } from '../common/payment';
import { filterNotKept } from '../proof/filters';
import { judge } from '../proof/judge';
import { isJsonObject, isSuccess, type ServiceResponse } from '../proof/response';
import { ACCEPTED, unknown } from '../proof/verdicts';
import { ListSoFar, type Page, type PageRequest } from './listSoFar';
import { CANCELED } from './session';
import type { Patience } from './waiting';

/** How often a list that changes meanwhile is read from its beginning. */
const READINGS = 5;

/** 50,000 records: what is longer never ends, or is better asked for month by month. */
const MAXIMUM_REQUESTS = 500;

/** How a service may refuse to show what is behind the end. */
const NO_SUCH_PAGE = new Set([400, 404, 416, 422]);

const RUN_AGAIN = 'Run it again. A record that is missing here may exist at the service';

const MOVED = {
	...unknown('The list changed each time that it was read, or the service counts it wrongly'),
	nextStep: RUN_AGAIN,
};
const ENDLESS = {
	...unknown(`The list did not end within ${MAXIMUM_REQUESTS} requests`),
	nextStep:
		'Narrow the list with Filters, such as Start Date and End Date, or ask for fewer records with Limit',
};

/**
 * Reads a list page by page, and anew where it changed meanwhile.
 *
 * @param pageAt never throws, and waits where the service asks for it
 * @param isNewestFirst what is made meanwhile then stands in front, and shifts all others
 * @returns never a part of the list as if it were the whole
 */
export async function readList(
	payment: Payment,
	pageAt: (page: PageRequest) => Promise<ServiceResponse>,
	isNewestFirst: boolean,
	{ clock, cancelSignal }: Pick<Patience, 'clock' | 'cancelSignal'>,
): Promise<Verdict> {
	const { limit: most = Infinity } = payment;
	let list = new ListSoFar(most, isNewestFirst);
	let readings = 1;
	const withoutPart = (why: Verdict): Verdict => {
		if (list.whole().length === 0) return why;
		return {
			...why,
			says: `${why.says}. ${list.length} records were read before that, and none is put out`,
		};
	};

	for (let requests = 0; requests < MAXIMUM_REQUESTS; requests++) {
		if (cancelSignal?.aborted) return withoutPart({ ...CANCELED, nextStep: RUN_AGAIN });
		const response = await pageAt(list.nextPage());
		// All that the service counts was read: behind it, a refusal says the same as an empty page.
		const isBehindAll = list.isBehindAll && showsNothing(response);
		const page = isBehindAll ? { records: [] } : pageIn(response);
		if (page === undefined) {
			const { result } = judge(payment, response, { form: 'page' }, clock.wallTime());
			// A time that was named is still to come; without one, all waiting is over.
			return withoutPart({ ...result, waitMs: result.waitMs || undefined });
		}
		const notKept = filterNotKept(page.records, payment.query);
		if (notKept !== undefined) return withoutPart(notKept);
		const behind = list.take(page);
		if (behind === 'nothing') return { ...ACCEPTED, records: list.whole() };
		if (behind === 'changed') {
			if (readings++ === READINGS) return withoutPart(MOVED);
			list = new ListSoFar(most, isNewestFirst);
		}
	}
	return withoutPart(ENDLESS);
}

/** Whether a service says so of what is behind the end; a page of a proxy says nothing. */
function showsNothing({ status = 0, body }: ServiceResponse): boolean {
	if (status === 204) return true;
	return isJsonObject(body) && (NO_SUCH_PAGE.has(status) || (status === 200 && body.data === null));
}

/** The records of one page, and how many all have together; undefined where it is no page. */
function pageIn(response: ServiceResponse): Page | undefined {
	const { body } = response;
	if (!isSuccess(response) || !isJsonObject(body)) return undefined;
	const records: unknown = body.data;
	if (!Array.isArray(records) || !records.every(isJsonObject)) return undefined;
	const count = Number.isSafeInteger(body.totalCount) ? Number(body.totalCount) : -1;
	return { records, totalCount: count < 0 ? undefined : count };
}
