import type { IDataObject } from 'n8n-workflow';
import { records } from '../../sentences/records';
import { amountInWords, centsOf } from '../../wire/amount';
import { plainText, shown } from '../../wire/shown';
import { serviceDay } from '../../wire/text';
import { valueAt } from '../../wire/valueAt';
import { momentOf } from '../proof/moment';

/** The day on which a payment was made, e.g. `2026-10-28`; undefined where its record does not tell it. */
export function dayMade({ createdAt }: IDataObject): string | undefined {
	const made = momentOf(createdAt);
	// Late in the evening by UTC, it is the next day in the service's dashboard.
	return made === undefined ? undefined : serviceDay(made);
}

/** E.g. `150,000.00 TZS`; undefined where the record shows no amount. */
export function amountOf(record: IDataObject): string | undefined {
	const at = (...keys: string[]) => plainText(valueAt(record, keys));
	const ordered = at('order', 'amount');
	const cents = centsOf(ordered || at('amount'));
	if (cents === undefined) return undefined;
	const currency = (ordered && at('order', 'currency')) || at('currency');
	const amount = amountInWords(cents, shown(currency));
	// A look-up shows what left the account, and not what was asked for.
	return ordered ? amount : records.withFee({ amount });
}
