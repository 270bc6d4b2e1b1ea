import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../../resources/lists';
import { responses } from '../../sentences/responses';
import { describeValue } from '../../wire/shown';
import type { Payment, Verdict } from '../common/payment';
import { judge } from '../proof/judge';
import { isJsonObject, isSuccess, type ServiceResponse } from '../proof/response';
import { ACCEPTED, unknown } from '../proof/verdicts';
import { CANCELED } from './session';

/** Which records are asked for. */
export interface PageRequest {
	skip: number;
	limit: number;
}

const { list } = responses;

/** How often a list that changes meanwhile is read from its beginning. */
const READINGS = 3;

/** 50,000 records: what is longer never ends, or is better asked for month by month. */
const MOST_PAGES = 500;

/** The list could not be read as a whole, and a part is never shown. */
const broken = ({ says, nextStep }: { says: string; nextStep: string }): Verdict => ({
	...unknown(says),
	nextStep,
});

/**
 * Reads a list page by page, and anew where it changed meanwhile.
 *
 * @param pageAt never throws, and waits where the service asks for it
 * @returns never a part of the list as if it were the whole
 */
export async function readList(
	payment: Payment,
	pageAt: (page: PageRequest) => Promise<ServiceResponse>,
	cancelSignal?: AbortSignal,
): Promise<Verdict> {
	for (let reading = 1; reading <= READINGS; reading++) {
		const read = await readOnce(payment, pageAt, cancelSignal);
		if (read !== 'changed') return read;
	}
	return broken(list.changed);
}

/**
 * Each page begins with the last record of the one before. Where it does not, records came or left meanwhile, and all
 * others have shifted: a list of what is pending loses each payout that is settled.
 */
async function readOnce(
	payment: Payment,
	pageAt: (page: PageRequest) => Promise<ServiceResponse>,
	cancelSignal?: AbortSignal,
): Promise<Verdict | 'changed'> {
	const { limit: most = Infinity } = payment;
	const byId = new Map<unknown, IDataObject>();
	let last: unknown;
	for (let page = 1; page <= MOST_PAGES; page++) {
		if (cancelSignal?.aborted) return { ...CANCELED, nextStep: list.changed.nextStep };
		const overlap = page > 1 ? 1 : 0;
		const limit = Math.min(PAGE_SIZE, most - byId.size + overlap);
		const response = await pageAt({ skip: byId.size - overlap, limit });
		const received = pageIn(response);
		if (received === undefined) {
			const { result } = judge(payment, response, { form: 'page' });
			// Where the service named a time, the builder reads when to run again.
			return { ...result, waitMs: result.waitMs || undefined };
		}
		const { records, totalCount } = received;
		const notKept = filterNotKept(records, payment);
		if (notKept) return notKept;
		if (overlap > 0 && records[0]?.id !== last) return 'changed';
		const before = byId.size;
		for (const record of records) byId.set(record.id, record);
		last = records.at(-1)?.id;
		if (byId.size >= Math.min(most, totalCount)) {
			const whole = [...byId.values()].slice(0, most);
			return byId.size > totalCount ? 'changed' : { ...ACCEPTED, records: whole };
		}
		if (byId.size === before) return 'changed';
	}
	return broken(list.endless({ most: MOST_PAGES }));
}

/** The records of one page, and how many all have together: without that, nobody knows where the list ends. */
function pageIn(response: ServiceResponse) {
	const { body } = response;
	if (!isSuccess(response) || !isJsonObject(body)) return undefined;
	const { totalCount } = body;
	const records: unknown = body.data;
	if (!Array.isArray(records) || !records.every(isJsonObject)) return undefined;
	return Number.isSafeInteger(totalCount) ? { records, totalCount: Number(totalCount) } : undefined;
}

/** A list of what failed must not show what was paid: somebody will pay again what it shows. */
const FILTERS = [
	['status', 'Status'],
	['orderReference', 'Order Reference'],
] as const;

function filterNotKept(records: IDataObject[], { query = {} }: Payment): Verdict | undefined {
	for (const [name, label] of FILTERS) {
		const wanted = query[name];
		const other = records.find(({ [name]: shown = wanted }) => String(shown) !== wanted);
		if (wanted === undefined || other === undefined) continue;
		const value = describeValue(other[name]);
		return broken(list.filterNotKept({ filter: label, value }));
	}
	return undefined;
}
