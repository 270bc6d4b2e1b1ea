import type { IDataObject } from 'n8n-workflow';
import { centsOf } from '../../wire/amount';
import { valueAt } from '../../wire/valueAt';
import type { Payment } from '../common/payment';

/**
 * Whether a record is that of a payment; undefined where it shows neither account number nor amount, and
 * `odd` where its amounts cannot be read or contradict each other.
 */
export type Evidence =
	{ says: 'ours' | 'odd' | undefined } | { says: 'differs'; in: 'account number' | 'amount' };

/** Fewer digits are shown of many an account number. */
const PROVING_DIGITS = 4;

/**
 * By account number and amount, as far as they are shown. Who bears the fee is a setting of the account,
 * so with the same account number, our amount lies anywhere between the one that was debited and what is
 * left of it after the fee; without an account number, the amount must be the very same.
 */
export function evidenceOf(record: IDataObject, payment: Payment): Evidence {
	const account = accountEvidence(record, payment);
	if (account === 'differs') return { says: 'differs', in: 'account number' };
	const amount = amountEvidence(record, payment, account === 'same');
	if (amount === 'differs') return { says: 'differs', in: 'amount' };
	if (amount === 'odd') return { says: 'odd' };
	return { says: account === 'same' || amount === 'same' ? 'ours' : undefined };
}

/** Any sign, and mostly X, may stand for one that is not shown. */
const MASK = /[^\p{L}\p{N}]|x/iu;
const MASKS = new RegExp(`(?:${MASK.source})+`, 'iu');

/** By what a service shows of a number, with or without a mask; undefined where that proves nothing. */
function accountEvidence(record: IDataObject, { body }: Payment) {
	const shown = ungrouped(valueAt(record, ['beneficiary', 'accountNumber']));
	// Typed with points or strokes, it masks nothing.
	const ours = ungrouped(body?.accountNumber).replace(/[^\p{L}\p{N}]/gu, '');
	if (ours === '') return undefined;
	const found = [shown, fitted(shown, ours)].map((one) => fromEnd(one, ours));
	if (found.includes('same')) return 'same';
	return found.includes(undefined) ? undefined : 'differs';
}

/**
 * `0150***2700` may hide more or less than three signs: as long as ours, its beginning can be compared. Digits
 * between two masks must be in ours, too: `015.9999/2700` is another's.
 */
function fitted(shown: string, ours: string): string {
	const [head, ...others] = shown.split(MASKS) as [string, ...string[]];
	const tail = others.pop();
	if (tail === undefined || shown.length === ours.length) return shown;
	const end = ours.length - tail.length;
	let place = head.length;
	for (const part of others) {
		place = ours.indexOf(part, place) + part.length;
		if (place < part.length || place > end) return shown;
	}
	return head + '*'.repeat(Math.max(0, end - head.length)) + tail;
}

/** Compares from the end what is not masked: `****2700` is the same as `0150384512700`. */
function fromEnd(shown: string, ours: string) {
	let same = 0;
	for (let place = 1; place <= shown.length; place++) {
		const sign = shown.at(-place) as string;
		// In front of our shorter number, only zeros may stand.
		const own = ours.at(-place) ?? '0';
		// A letter in the place of a digit of ours is a mask, too.
		if (MASK.test(sign) || (isLetter(sign) && !isLetter(own))) continue;
		if (sign !== own) return 'differs';
		if (place <= ours.length) same++;
	}
	return same >= Math.min(PROVING_DIGITS, ours.length) ? 'same' : undefined;
}

const isLetter = (sign: string) => /\p{L}/u.test(sign);

/**
 * A service may group an account number for reading, or write full-width digits as plain ones. JSON holds a longer
 * number than this only nearly.
 */
function ungrouped(value: unknown): string {
	const isExact = typeof value === 'string' || Number.isSafeInteger(value);
	return isExact ? String(value).normalize('NFKC').replace(/[\s-]/g, '').toUpperCase() : '';
}

/**
 * Compares amounts to the cent, in the currency that was sent. Amounts that cannot be read are `odd` and do not
 * differ: told as another's, the payout would be paid once more. So are those of our account number whose fee
 * is not shown. What proves nothing is undefined.
 */
function amountEvidence(record: IDataObject, { cents, currency }: Payment, isOurAccount: boolean) {
	if (cents === undefined) return undefined;
	const at = (...keys: string[]) => valueAt(record, keys) ?? undefined;
	const own = at('currency');
	const target = at('exchange', 'targetCurrency');
	/** Nobody says in which currency it arrived. */
	const isExchanged = at('exchanged') === true && target === undefined;
	const shown = {
		/** What was asked for. */
		ordered: [at('order', 'currency') ?? own, at('order', 'amount')],
		/** What the account has paid, mostly with the fee. */
		debited: [own, at('amount')],
		received: [target ?? own, isExchanged ? undefined : at('beneficiary', 'amount')],
	};
	const isOdd = ([given, amount]: unknown[]) =>
		amount !== undefined && (centsOf(amount) === undefined || codeOf(given ?? currency) === '');
	if (Object.values(shown).some(isOdd)) return 'odd';
	const isOurs = (given: unknown) => codeOf(given ?? currency) === currency;
	const centsIn = ([given, amount]: unknown[]) => (isOurs(given) ? centsOf(amount) : undefined);
	const [ordered, debited, received] = Object.values(shown).map(centsIn);
	if (ordered !== undefined && ordered !== cents) return 'differs';
	const fee = centsOf(at('fee'));
	const afterFee = debited !== undefined && fee !== undefined ? debited - fee : undefined;
	// A fee adds to what is debited, or lessens what is received.
	const isTooMuch = [afterFee, received].some((amount) => amount !== undefined && amount > cents);
	const isTooLittle = debited !== undefined && debited < cents;
	if ([ordered, debited, afterFee, received].includes(cents)) {
		return isTooMuch || isTooLittle ? 'odd' : 'same';
	}
	// Taken from an account in another currency than ours, it is not what was sent.
	if (isTooMuch || isTooLittle || !isOurs(own)) return 'differs';
	if (debited === undefined || afterFee !== undefined) return undefined;
	return at('fee') === undefined && !isOurAccount ? 'differs' : 'odd';
}

/** The same code in any spelling; empty for what is none, which may stand for any currency. */
function codeOf(value: unknown): string {
	return typeof value === 'string' && /^[A-Z]{3}$/i.test(value) ? value.toUpperCase() : '';
}
