import type { IDataObject } from 'n8n-workflow';
import { describeValue, plainText } from '../../wire/shown';
import { valueAt } from '../../wire/valueAt';
import type { Verdict } from '../common/payment';
import { unknown } from './verdicts';

/** What a list is filtered by, as the service calls it, and as the builder does. */
const EQUAL: Record<string, string> = {
	orderReference: 'Order Reference',
	status: 'Status',
	currency: 'Currency',
	collectedCurrency: 'Currency',
	source: 'Source',
	target: 'Target',
};

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
	for (const record of records) {
		for (const [name, label] of Object.entries(EQUAL)) {
			// A payout may be ordered in one currency and paid from another.
			const shown = [record[name], valueAt(record, ['order', name])];
			const values = shown.filter((value) => plainText(value) !== '');
			// References that differ in case alone are two; codes are one.
			const written = name === 'orderReference' ? String : inCapitals;
			const isKept = values.length === 0 || values.map(written).includes(written(query[name]));
			if (query[name] !== undefined && !isKept) return notKept(label, describeValue(values[0]));
		}
	}
	return undefined;
}

const notKept = (label: string, value: string): Verdict => ({
	...unknown(`The service did not keep to the filter ${label}, and gave a record with ${value}`),
	nextStep: `Clear the filter ${label}, and let a Filter node behind this one choose the records`,
});

const inCapitals = (value: unknown) => String(value).toUpperCase();
