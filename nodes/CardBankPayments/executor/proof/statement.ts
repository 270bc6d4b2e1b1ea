import type { IDataObject } from 'n8n-workflow';
import { amountInWords, centsOf } from '../../wire/amount';
import { describeValue, plainText } from '../../wire/shown';

/**
 * Why a statement is not the one that was asked for: in another currency, or with less in its list than its
 * totals count, as where its end was cut off. Pure.
 *
 * @param details of the whole: its currency, totals and balances
 * @param currency that was asked for, in capitals
 * @returns a sentence without a full stop; undefined where nothing speaks against it
 */
export function contradictionIn(
	details: IDataObject,
	transactions: IDataObject[],
	currency: unknown,
): string | undefined {
	// Codes that differ in case alone are one.
	const given = plainText(details.currency).toUpperCase();
	if (given !== '' && given !== currency) {
		const [shown, asked] = [details.currency, currency].map(describeValue);
		return `The service gave a statement in ${shown}, and ${asked} was asked for`;
	}
	const sums = sumsOf(transactions);
	const totals: Array<[name: string, told?: bigint, listed?: bigint]> = [
		['credits', magnitude(details.totalCredits), sums?.credit],
		['debits', magnitude(details.totalDebits), sums?.debit],
	];
	for (const [name, told, listed] of totals) {
		if (told === undefined || listed === undefined || told <= listed) continue;
		const listedOnly = `only ${amountInWords(listed)} of them are listed`;
		return `The service gave a part of the statement. Its ${name} are ${amountInWords(told)}, and ${listedOnly}`;
	}
	return undefined;
}

/**
 * What came in and what went out, at most: an entry that does not say which counts as both. Undefined where an
 * amount cannot be told.
 */
function sumsOf(transactions: IDataObject[]): Record<'credit' | 'debit', bigint> | undefined {
	const sums = { credit: 0n, debit: 0n };
	for (const { entry, amount } of transactions) {
		const side = plainText(entry).toLowerCase();
		const cents = magnitude(amount);
		if (cents === undefined) return undefined;
		if (side !== 'debit') sums.credit += cents;
		if (side !== 'credit') sums.debit += cents;
	}
	return sums;
}

/** A service may write debits with a minus. */
function magnitude(value: unknown): bigint | undefined {
	return centsOf(plainText(value).replace(/^-/, ''));
}
