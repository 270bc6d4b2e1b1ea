import type { IDataObject } from 'n8n-workflow';
import { describeValue } from '../../wire/shown';
import { serviceDay } from '../../wire/text';
import { valueAt } from '../../wire/valueAt';
import { unknown, type Verdict } from './verdicts';

/** What a list is filtered by, as the service calls it, and as the builder does. */
const EQUAL: Record<string, string> = {
	orderReference: 'Order Reference',
	status: 'Status',
	currency: 'Currency',
	collectedCurrency: 'Currency',
};

/** The service does not document in which time zone its days are: another day is not far off. */
const TOLERANCE_MS = 24 * 3_600_000;

/**
 * Whether records are those that were asked for, as far as they show it: a filter that the service does
 * not keep to gives somebody else's payouts as those of the builder. Pure.
 *
 * @param query of the list, by the names of the service
 * @returns undefined where no record shows another value than a filter asks for
 */
export function filterNotKept(
	records: IDataObject[],
	query: IDataObject = {},
): Verdict | undefined {
	const { startDate, endDate } = query;
	for (const record of records) {
		for (const [name, label] of Object.entries(EQUAL)) {
			// A payout may be ordered in one currency and paid from another.
			const values = [record[name], valueAt(record, ['order', name])].filter(isShown);
			const isKept = values.length === 0 || values.map(String).includes(String(query[name]));
			if (query[name] !== undefined && !isKept) return notKept(label, describeValue(values[0]));
		}
		const at = madeAt(record.createdAt);
		if (at === undefined) continue;
		const [earliest, day, latest] = [-TOLERANCE_MS, 0, TOLERANCE_MS].map((ms) =>
			serviceDay(at + ms),
		);
		if (String(latest) < String(startDate ?? '')) return notKept('Start Date', `the day ${day}`);
		if (String(earliest) > String(endDate ?? earliest))
			return notKept('End Date', `the day ${day}`);
	}
	return undefined;
}

const notKept = (label: string, value: string): Verdict => ({
	...unknown(`The service did not keep to the filter ${label}, and gave a record with ${value}`),
	nextStep: `Clear the filter ${label}, and let a Filter node behind this one choose the records`,
});

/** Nothing else can be compared. */
function isShown(value: unknown): boolean {
	return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** A moment, in milliseconds since 1970; without a time zone, the day as it is written. */
function madeAt(createdAt: unknown): number | undefined {
	if (typeof createdAt !== 'string' || !/^\d{4}-\d\d-\d\d/.test(createdAt)) return undefined;
	const hasZone = /:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/i.test(createdAt);
	const at = Date.parse(hasZone ? createdAt : createdAt.slice(0, 10));
	return Number.isNaN(at) ? undefined : at;
}
