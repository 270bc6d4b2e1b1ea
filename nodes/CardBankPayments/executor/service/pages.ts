import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../../resources/lists';
import type { ResponseRule } from '../../resources/operation';
import { resultOf, type Payment, type Result } from '../common/payment';
import { judge } from '../proof/judge';
import { isJsonObject, isSuccess, type ServiceResponse } from '../proof/response';
import { ACCEPTED, notSent, unknown, type Verdict } from '../proof/verdicts';
import { CANCELED } from './session';

/** How often a list that changes meanwhile is read from its beginning. */
const READINGS = 5;

/** 50,000 records: what is longer never ends, or is better asked for month by month. */
const MAXIMUM_REQUESTS = 500;

const MOVED = 'The list changed each time that it was read, or the service counts it wrongly';
const ENDLESS = `The list did not end within ${MAXIMUM_REQUESTS} requests`;
const RUN_AGAIN = 'Run it again. A record that is missing here may exist at the service';
const NARROW =
	'Narrow the list with Filters, such as Start Date and End Date, or turn Return All off';

export interface ListReading {
	cancelSignal?: AbortSignal;
	/** What is made meanwhile then stands in front, and shifts all others. */
	isNewestFirst?: boolean;
}

/**
 * Reads a list page by page. Each page begins with the last record of the one before: where it does not,
 * records came or left meanwhile (a filter by status loses a payout that is settled), the rest has
 * shifted, and the list is read anew. So it is where an id comes twice: the service may order records of
 * the same moment differently for each page. With the newest first, a page may also begin with records
 * that were read before: so many new ones came in front, and they are not put out.
 *
 * @param pageAt never throws, and waits where the service asks for it
 * @returns never a part of the list as if it were the whole
 */
export async function readList(
	payment: Payment,
	pageAt: (skip: number, limit: number) => Promise<ServiceResponse>,
	rule: ResponseRule,
	{ cancelSignal, isNewestFirst = false }: ListReading = {},
): Promise<Result> {
	const { limit: most = Infinity } = payment;
	// The service may show a record twice; it is put out once.
	let records = new Map<unknown, IDataObject>();
	let last: IDataObject | undefined;
	let position = 0;
	let inFront = 0;
	let total: number | undefined;
	let readings = 1;
	const whole = () => ({
		...resultOf(payment, ACCEPTED),
		records: [...records.values()].slice(0, most),
	});
	const part = (why: Verdict, nextStep = RUN_AGAIN): Result => {
		const far = total === undefined ? records.size : `${records.size} of ${total}`;
		const says = `${why.says}: ${far} records were read, and none is put out`;
		return { ...resultOf(payment, { ...why, says }), nextStep };
	};

	for (let requests = 0; requests < MAXIMUM_REQUESTS; requests++) {
		if (cancelSignal?.aborted) return part(notSent('run', CANCELED));
		const overlap = last === undefined ? 0 : 1;
		// A short page might show only what came in front meanwhile.
		const isWhole = isNewestFirst && overlap > 0;
		const limit = isWhole ? PAGE_SIZE : Math.min(PAGE_SIZE, most - records.size + overlap);
		const response = await pageAt(inFront + position - overlap, limit);
		const page = pageIn(response);
		if (page === undefined) {
			const { result } = judge(payment, response, rule, 0);
			const why = { ...result, says: `${result.says}. Before that` };
			// All waiting is over.
			return { ...result, ...part(why, result.nextStep), waitMs: undefined };
		}
		const { records: shown } = page;
		const at = last === undefined ? 0 : placeOf(last, shown);
		const isKnown = (record: IDataObject) => records.has(record.id || record);
		const isShifted = isNewestFirst && at > 0 && shown.slice(0, at).every(isKnown);
		if (isShifted) inFront += at;
		const count = page.totalCount && page.totalCount - inFront;
		const hasFallen = Number(count) < Number(total);
		if (!hasFallen && (at === 0 || isShifted)) {
			const fresh = shown.slice(at + overlap);
			for (const record of fresh) records.set(record.id || record, record);
			last = fresh.at(-1) ?? last;
			position += fresh.length;
			total = count ?? total;
			// An id that comes twice has taken the place of a record that may not have come at all.
			const isOneMissing = records.size < Math.min(position, total ?? Infinity);
			// A count proves nothing where the page is as long as it may be: there may be more behind it.
			const isCounted = shown.length !== limit && position === total;
			if (!isOneMissing) {
				if (records.size >= most || isCounted) return whole();
				if (fresh.length > 0 || isShifted) continue;
				// The service may show one record at a time: without a count, only an empty page is the end.
				const behind = total ?? pageIn(await pageAt(inFront + position, limit))?.records.length;
				if (behind === 0 || Number(total) <= position) return whole();
			}
		}
		if (readings++ === READINGS) return part(unknown(MOVED));
		[records, last, position, inFront, total] = [new Map(), undefined, 0, 0, undefined];
	}
	return part(unknown(ENDLESS), NARROW);
}

/** The records of one page, and how many all have together; undefined where it is no page. */
function pageIn(response: ServiceResponse) {
	const { body } = response;
	if (!isSuccess(response) || !isJsonObject(body)) return undefined;
	const records: unknown = body.data;
	if (!Array.isArray(records) || !records.every(isJsonObject)) return undefined;
	const count = Number.isSafeInteger(body.totalCount) ? Number(body.totalCount) : -1;
	return { records, totalCount: count < 0 ? undefined : count };
}

/** By id where there is one, since the status may have changed since the page before; -1 where it is gone. */
function placeOf(wanted: IDataObject, records: IDataObject[]): number {
	const keyOf = ({ id, ...rest }: IDataObject) => JSON.stringify(id || rest);
	return records.findIndex((one) => keyOf(one) === keyOf(wanted));
}
