import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../../resources/lists';
import type { AnswerRule } from '../../resources/operation';
import { resultOf, type Payment, type Result } from '../common/payment';
import { readReply } from './readReply';
import { ACCEPTED } from './recordTable';
import { isJsonObject, isSuccess, type Reply } from './reply';
import { saysNo } from './saysNo';

/** How often a list that changes meanwhile is read from its beginning. */
const READINGS = 5;

/** 50,000 records: what is longer never ends, or is better asked for month by month. */
const MAXIMUM_REQUESTS = 500;

const MOVED = 'The list changed each time that it was read, or the service counts it wrongly';
const ENDLESS = `The list did not end within ${MAXIMUM_REQUESTS} requests`;
const RUN_AGAIN = 'Run it again. A record that is missing here may exist at the service';
const NARROW =
	'Narrow the list with Filters, such as Start Date and End Date, or turn Return All off';

/** Asks for one page, by how many records come before it and how many it has at most. */
type Ask<T> = (skip: number, limit: number) => Promise<T>;

/**
 * Reads a list page by page, oldest record first, up to the limit of the payment. Each page begins with
 * the last record of the one before: where it does not, records came into the list or left it meanwhile
 * (a filter by status loses a payout that is settled), the rest has shifted, and the list is read anew.
 *
 * @param ask never throws; waiting where the service asks for it is its own matter
 * @param rule what a page holds
 * @returns never a part of the list as if it were the whole
 */
export async function readList(
	payment: Payment,
	ask: Ask<Reply>,
	rule: AnswerRule,
	cancelSignal?: AbortSignal,
): Promise<Result> {
	let requests = 0;
	const askOnce = async (skip: number, limit: number) =>
		requests++ < MAXIMUM_REQUESTS ? await ask(skip, limit) : undefined;
	for (let reading = 1; ; reading++) {
		const { hasMoved, ...result } = await readOnce(payment, askOnce, rule, cancelSignal);
		if (!hasMoved || reading === READINGS) return result;
	}
}

/** @param ask gives nothing once too many pages were asked for */
async function readOnce(
	payment: Payment,
	ask: Ask<Reply | undefined>,
	rule: AnswerRule,
	cancelSignal?: AbortSignal,
): Promise<Result & { hasMoved?: boolean }> {
	const { limit: most = Infinity } = payment;
	const records = new Map<unknown, IDataObject>();
	let last: IDataObject | undefined;
	let position = 0;
	let of: number | undefined;
	const whole = (): Result => ({
		...resultOf(payment, ACCEPTED.outcome, ACCEPTED.says),
		records: [...records.values()].slice(0, most),
	});
	const part = (outcome: Result['outcome'], why: string, nextStep = RUN_AGAIN): Result => {
		const far = of === undefined ? `${records.size} records` : `${records.size} of ${of} records`;
		const says = `${why}: ${far} were read, and none is put out`;
		return { ...resultOf(payment, outcome, says), nextStep };
	};

	for (;;) {
		if (cancelSignal?.aborted) return part('notSent', 'The execution was canceled');
		const overlap = last === undefined ? 0 : 1;
		const limit = Math.min(PAGE_SIZE, most - records.size + overlap);
		const reply = await ask(position - overlap, limit);
		if (reply === undefined) return part('unknown', ENDLESS, NARROW);
		const page = pageIn(reply);
		if (page === undefined) {
			// All waiting is over.
			const noPage = { ...readReply(payment, reply, rule, 0), waitMs: undefined };
			const { outcome, says, nextStep } = noPage;
			return { ...noPage, ...part(outcome, `${says}. Before that`, nextStep) };
		}
		const hasFallen = page.totalCount !== undefined && page.totalCount < (of ?? 0);
		of = page.totalCount ?? of;
		const moved = () => ({ ...part('unknown', MOVED), hasMoved: true });
		if (hasFallen || (last && !isSame(page.records[0], last))) return moved();

		const fresh = page.records.slice(overlap);
		for (const record of fresh) records.set(keyOf(record), record);
		last = fresh.at(-1) ?? last;
		position += fresh.length;
		if (records.size >= most) return whole();
		// A count proves nothing where the page is as long as it may be: there may be more behind it.
		if (page.records.length !== limit && position === of) return whole();
		if (fresh.length > 0) continue;
		// The page may show one record twice: without a count, only an empty page is the end.
		const behind = of === undefined ? await ask(position, PAGE_SIZE) : undefined;
		const remaining = of === undefined ? pageIn(behind)?.records.length : of - position;
		return remaining !== undefined && remaining <= 0 ? whole() : moved();
	}
}

/** One page, and how many records all have together; undefined where it is none, and no empty list. */
function pageIn(reply: Reply = {}): { records: IDataObject[]; totalCount?: number } | undefined {
	const { body } = reply;
	if (!isSuccess(reply) || !isJsonObject(body) || saysNo(body) !== undefined) return undefined;
	const { totalCount } = body;
	const data: unknown = body.data;
	if (!Array.isArray(data) || !data.every(isJsonObject)) return undefined;
	const isCount = Number.isSafeInteger(totalCount) && Number(totalCount) >= 0;
	return { records: data, ...(isCount && { totalCount: Number(totalCount) }) };
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
