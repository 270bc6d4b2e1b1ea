import type { IDataObject } from 'n8n-workflow';
import { amountInWords, centsOf } from '../../wire/amount';
import { describeValue } from '../../wire/shown';

/**
 * What in a statement does not fit together, as where its end was cut off; undefined where all of it does
 * that is shown and can be read. Pure.
 *
 * @param details of the whole: its currency, totals and balances
 * @param currency that was asked for
 * @returns a sentence without a full stop
 */
export function contradictionIn(
	details: IDataObject,
	transactions: IDataObject[],
	currency: unknown,
): string | undefined {
	const isOther = typeof details.currency === 'string' && details.currency !== '';
	if (currency !== undefined && isOther && details.currency !== currency) {
		const [given, asked] = [details.currency, currency].map(describeValue);
		return `The service gave a statement in ${given}, and ${asked} was asked for`;
	}
	const [opening, closing, credits, debits] = [
		...[details.openingBalance, details.closingBalance],
		...[details.totalCredits, details.totalDebits],
	].map(signedCents);
	const sums = sumsOf(transactions);
	const found: Array<[total: string, told?: bigint, listed?: bigint]> = [
		['credits are', credits, sums?.credit],
		['debits are', debits, sums?.debit],
		['closing balance is', closing, sumOf(opening, credits, debits && -debits)],
	];
	for (const [total, told, listed] of found) {
		if (told === undefined || listed === undefined || told === listed) continue;
		const numbers = `${inWords(told)}, and ${inWords(listed)} by the rest of it`;
		return `The service gave a statement that is not whole. Its ${total} ${numbers}`;
	}
	return undefined;
}

/** What came in and what went out; undefined where one of them cannot be told. */
function sumsOf(transactions: IDataObject[]): Record<'credit' | 'debit', bigint> | undefined {
	const sums = { credit: 0n, debit: 0n };
	for (const { entry, amount } of transactions) {
		const side = typeof entry === 'string' ? entry.toLowerCase() : '';
		const cents = centsOf(amount);
		if (cents === undefined || (side !== 'credit' && side !== 'debit')) return undefined;
		sums[side] += cents;
	}
	return sums;
}

function sumOf(...amounts: Array<bigint | undefined>): bigint | undefined {
	const all = amounts.filter((amount) => amount !== undefined);
	return all.length < amounts.length ? undefined : all.reduce((sum, cents) => sum + cents, 0n);
}

/** An account may be overdrawn. */
function signedCents(value: unknown): bigint | undefined {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
	const cents = centsOf(text.replace(/^-/, ''));
	return cents !== undefined && text.startsWith('-') ? -cents : cents;
}

function inWords(cents: bigint): string {
	return cents < 0n ? `-${amountInWords(-cents)}` : amountInWords(cents);
}
