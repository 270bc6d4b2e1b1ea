import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../../resources/lists';
import type { Reply } from './reply';
import { isSuccess } from './statusTable';

/** How often a list that changes meanwhile is read from its beginning. */
const READINGS = 5;

/** 50,000 records: what is longer never ends, or is better asked for month by month. */
const MAXIMUM_REQUESTS = 500;

/** A list to be read, oldest record first. */
export interface ListQuestion {
	/**
	 * Reads one page, and waits where the service asks for it; it must not throw.
	 *
	 * @param skip how many records come before the page
	 * @param limit how many records it has at most
	 */
	ask: (skip: number, limit: number) => Promise<Reply>;
	/** How many of the oldest records are wanted. */
	wanted: number | 'all';
	/** Ends the reading between two pages. */
	cancelSignal?: AbortSignal;
}

/** All that was wanted. */
export interface WholeList {
	isWhole: true;
	records: IDataObject[];
}

/** A list of which some records are missing: only their number is told. */
export interface PartOfList {
	isWhole: false;
	/** `noPage`: a request brought no page. `moved`: no two readings of its pages fit together. */
	because: 'noPage' | 'moved' | 'endless' | 'cancelled';
	/** The response that is no page. */
	reply?: Reply;
	/** How many records were read, the last time that it was read. */
	read: number;
	/** How many there are, where the service said so. */
	of?: number;
}

/**
 * Reads a list page by page. Each page begins with the last record of the one before: where it does
 * not, records came into the list or left it meanwhile (a filter by status loses a payout that is
 * settled), the rest has shifted, and the list is read anew.
 *
 * @returns never a part of the list as if it were the whole
 */
export async function readAll(question: ListQuestion): Promise<WholeList | PartOfList> {
	const budget = { requests: MAXIMUM_REQUESTS };
	for (let reading = 1; ; reading++) {
		const list = await readOnce(question, budget);
		if (list.isWhole || list.because !== 'moved' || reading === READINGS) return list;
	}
}

/** How far a list was read, for the builder, and what to do; without full stops. */
export function describePart({ because, read, of }: PartOfList): {
	says: string;
	nextStep: string;
} {
	const far = of === undefined ? `${read} records` : `${read} of ${of} records`;
	const says = {
		noPage: `${far} were read before that, and none is put out`,
		moved: `The list changed each time that it was read, or the service counts it wrongly: ${far} were read, and none is put out`,
		endless: `The list did not end within ${MAXIMUM_REQUESTS} requests: ${far} were read, and none is put out`,
		cancelled: `The execution was canceled: ${far} were read, and none is put out`,
	}[because];
	const nextStep =
		because === 'endless'
			? 'Narrow the list with Filters, such as Start Date and End Date, or turn Return All off'
			: 'Run it again. A record that is missing here may exist at the service';
	return { says, nextStep };
}

async function readOnce(
	{ ask, wanted, cancelSignal }: ListQuestion,
	budget: { requests: number },
): Promise<WholeList | PartOfList> {
	const most = wanted === 'all' ? Infinity : wanted;
	const records = new Map<unknown, IDataObject>();
	let last: IDataObject | undefined;
	let position = 0;
	let of: number | undefined;
	const part = (because: PartOfList['because'], reply?: Reply): PartOfList => ({
		isWhole: false,
		because,
		...(reply && { reply }),
		read: records.size,
		...(of !== undefined && { of }),
	});

	for (;;) {
		if (cancelSignal?.aborted) return part('cancelled');
		if (budget.requests-- === 0) return part('endless');
		const overlap = last === undefined ? 0 : 1;
		const limit = Math.min(PAGE_SIZE, most - records.size + overlap);
		const reply = await ask(position - overlap, limit);
		const page = pageOf(reply);
		if (page === undefined) return part('noPage', reply);
		const hasFallen = page.totalCount !== undefined && page.totalCount < (of ?? 0);
		of = page.totalCount ?? of;
		if (hasFallen || (last && !isSame(page.records[0], last))) return part('moved');

		const fresh = page.records.slice(overlap);
		for (const record of fresh) records.set(keyOf(record), record);
		last = fresh.at(-1) ?? last;
		position += fresh.length;
		if (records.size >= most) return whole([...records.values()].slice(0, most));
		// A count proves nothing where the page is as long as it may be: there may be more behind it.
		if (page.records.length !== limit && position === of) return whole([...records.values()]);
		if (fresh.length > 0) continue;
		const isEnd = of === undefined ? await isEmpty(ask, position) : position >= of;
		return isEnd ? whole([...records.values()]) : part('moved');
	}
}

/** Whether the list ends at a page without new records: it may show one record twice. */
async function isEmpty(ask: ListQuestion['ask'], position: number): Promise<boolean> {
	return pageOf(await ask(position, PAGE_SIZE))?.records.length === 0;
}

function whole(records: IDataObject[]): WholeList {
	return { isWhole: true, records };
}

function pageOf(reply: Reply): Page | undefined {
	return isSuccess(reply) ? readPage(reply.body) : undefined;
}

/** A record without an id is like no other. */
function keyOf(record: IDataObject): unknown {
	return hasId(record) ? String(record.id) : record;
}

/** By id, since the status may have changed since the page before. */
function isSame(one: IDataObject | undefined, other: IDataObject): boolean {
	if (one === undefined) return false;
	return hasId(other) ? keyOf(one) === keyOf(other) : JSON.stringify(one) === JSON.stringify(other);
}

function hasId({ id }: IDataObject): boolean {
	return (typeof id === 'string' && id !== '') || typeof id === 'number';
}

/** One page of a list. */
export interface Page {
	records: IDataObject[];
	/** How many records all pages have together, where the service says so. */
	totalCount?: number;
}

/**
 * Reads a response with a 2xx as a page of a list.
 *
 * @param body parsed JSON, text, or undefined where it could not be read
 * @returns undefined where it is none: the response of a proxy is no empty list
 */
export function readPage(body: unknown): Page | undefined {
	if (!isJsonObject(body) || body.success === false) return undefined;
	const { totalCount } = body;
	const data: unknown = body.data;
	if (!isListOfObjects(data)) return undefined;
	return { records: data, ...(isCount(totalCount) && { totalCount }) };
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isListOfObjects(value: unknown): value is IDataObject[] {
	return Array.isArray(value) && value.every(isJsonObject);
}

function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
