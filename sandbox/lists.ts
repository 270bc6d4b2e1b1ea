/** What a list is asked for with, as text; see `/payouts/all` in openapi.yaml. */
export type ListQuery = Readonly<Record<string, string | undefined>>;

/** One page of a list, and how many records all pages have together. */
export interface ListPage<T> {
	data: T[];
	totalCount: number;
}

interface ListedRecord {
	createdAt: string;
}

/** The service counts its days where it is at home: East Africa Time, which knows no summer time. */
const dayOffsetMs = 3 * 3600 * 1000;

const defaultLimit = 20;

/** The filters that a record has to equal. */
const equalities = ['status', 'orderReference', 'currency', 'collectedCurrency'];

/** The service's day of a moment, as YYYY-MM-DD. */
export function eastAfricanDay(isoTime: string): string {
	return new Date(Date.parse(isoTime) + dayOffsetMs).toISOString().slice(0, 10);
}

/** Whether a text names a day of the calendar, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
	const midnight = new Date(`${text}T00:00:00.000Z`);
	return !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === text;
}

/**
 * The page that a query asks for.
 *
 * @param records in the order in which they were made
 */
export function pageOf<T extends ListedRecord>(records: T[], query: ListQuery): ListPage<T> {
	const { sortBy = 'createdAt', orderBy = 'DESC', skip = '0', limit = defaultLimit } = query;
	const matching = records.filter((record) => matches(record, query));
	matching.sort((one, other) => compare(valueOf(one, sortBy), valueOf(other, sortBy)));
	if (orderBy === 'DESC') matching.reverse();
	const first = Number(skip);
	return {
		// Copies: what changes afterwards is not what was answered.
		data: matching.slice(first, first + Number(limit)).map((record) => ({ ...record })),
		totalCount: matching.length,
	};
}

function matches(record: ListedRecord, query: ListQuery): boolean {
	const { startDate = '', endDate = '9999-12-31' } = query;
	const day = eastAfricanDay(record.createdAt);
	if (day < startDate || day > endDate) return false;
	return equalities.every(
		(name) => query[name] === undefined || query[name] === valueOf(record, name),
	);
}

function valueOf(record: object, name: string): unknown {
	return (record as Record<string, unknown>)[name];
}

function compare(one: unknown, other: unknown): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	const [text, otherText] = [String(one), String(other)];
	return text < otherText ? -1 : text > otherText ? 1 : 0;
}
