import type { IDataObject } from 'n8n-workflow';
import { centsOf } from '../../wire/amount';
import { valueAt } from '../../wire/valueAt';
import type { Payment } from '../common/payment';

/**
 * Whether a record is that of a payment; `nothing` where it shows neither account number nor amount, and
 * `odd` where its amounts cannot be read or contradict each other.
 */
export type Evidence =
	{ says: 'ours' | 'nothing' | 'odd' } | { says: 'differs'; in: 'account number' | 'amount' };

/** Fewer digits are shown of many an account number. */
const PROVING_DIGITS = 4;

/**
 * By account number and amount, as far as they are shown. Who bears the fee is a setting of the account,
 * so with the same account number, our amount lies anywhere between the one that was taken and what is
 * left of it after the fee; without an account number, the amount must be the very same.
 */
export function evidenceOf(record: IDataObject | undefined, payment: Payment): Evidence {
	const account = accountEvidence(record, payment);
	if (account === 'differs') return { says: 'differs', in: 'account number' };
	const amount = amountEvidence(record, payment, account === 'same');
	if (amount === 'differs') return { says: 'differs', in: 'amount' };
	if (amount === 'odd') return { says: 'odd' };
	return { says: account === 'same' || amount === 'same' ? 'ours' : 'nothing' };
}

/** Any sign, and mostly X, may stand for one that is not shown. */
const MASK = /[^\p{L}\p{N}]|x/iu;

/** Compares from the end what is not masked: `****2700` is the same as `0150384512700`. */
function accountEvidence(record: IDataObject | undefined, { body }: Payment) {
	const shown = ungrouped(valueAt(record, ['beneficiary', 'accountNumber']));
	const ours = ungrouped(body?.accountNumber);
	if (ours === '') return 'nothing';
	let same = 0;
	for (let fromEnd = 1; fromEnd <= shown.length; fromEnd++) {
		const sign = shown.at(-fromEnd) as string;
		// In front of our shorter number, only zeros may stand.
		const own = ours.at(-fromEnd) ?? '0';
		// A letter in the place of a digit of ours is a mask, too.
		if (MASK.test(sign) || (isLetter(sign) && !isLetter(own))) continue;
		if (sign.toUpperCase() !== own.toUpperCase()) return 'differs';
		if (fromEnd <= ours.length) same++;
	}
	return same >= Math.min(PROVING_DIGITS, ours.length) ? 'same' : 'nothing';
}

const isLetter = (sign: string) => /\p{L}/u.test(sign);

/** A service may group an account number for reading. */
function ungrouped(value: unknown): string {
	const isPlain = typeof value === 'string' || typeof value === 'number';
	return isPlain ? String(value).replace(/[\s-]/g, '') : '';
}

/**
 * Compares amounts to the cent, in the currency that was sent. One that cannot be read is neither ours nor
 * another's: told as another's, it would be paid once more. So is one whose fee is not shown, if the account
 * number is ours.
 */
function amountEvidence(
	record: IDataObject | undefined,
	{ cents, currency }: Payment,
	isOurAccount: boolean,
) {
	if (cents === undefined) return 'nothing';
	const at = (...keys: string[]) => valueAt(record, keys) ?? undefined;
	const own = at('currency');
	const receivedIn = at('exchange', 'targetCurrency') ?? (at('exchanged') === true ? '' : own);
	const shown = {
		/** What was asked for. */
		ordered: [at('order', 'currency') ?? own, at('order', 'amount')],
		/** What the account has paid, mostly with the fee. */
		taken: [own, at('amount')],
		received: [receivedIn, at('beneficiary', 'amount')],
	};
	const isOdd = ([given = '', amount]: unknown[]) =>
		amount !== undefined && (centsOf(amount) === undefined || typeof given !== 'string');
	if (Object.values(shown).some(isOdd)) return 'odd';
	const isOurs = (given: unknown) => (given ?? currency) === currency;
	const centsIn = ([given, amount]: unknown[]) => (isOurs(given) ? centsOf(amount) : undefined);
	const [ordered, taken, received] = Object.values(shown).map(centsIn);
	if (ordered !== undefined && ordered !== cents) return 'differs';
	const fee = centsOf(at('fee'));
	const afterFee = taken !== undefined && fee !== undefined ? taken - fee : undefined;
	// A fee adds to what is taken, or lessens what is received.
	const isTooMuch = [afterFee, received].some((amount) => amount !== undefined && amount > cents);
	const isTooLittle = taken !== undefined && taken < cents;
	if ([ordered, taken, afterFee, received].includes(cents)) {
		return isTooMuch || isTooLittle ? 'odd' : 'same';
	}
	// Taken from an account in another currency than ours, it is not what was sent.
	if (isTooMuch || isTooLittle || !isOurs(own)) return 'differs';
	if (taken === undefined || afterFee !== undefined) return 'nothing';
	return at('fee') === undefined && !isOurAccount ? 'differs' : 'odd';
}
