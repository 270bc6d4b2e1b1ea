import type { IDataObject } from 'n8n-workflow';
import { centsOf } from '../../wire/amount';
import { plainText } from '../../wire/shown';
import { valueAt } from '../../wire/valueAt';
import type { Payment } from '../common/payment';

/**
 * Whether a record is that of a payment, or in what it surely differs: then it is somebody else's. `unclear`: it
 * shows one of the two not at all, or not as it is documented, such as `****2700`.
 */
export type Evidence = 'ours' | 'account number' | 'amount' | 'unclear';

/** What is compared with a record. */
type Ours = Pick<Payment, 'body' | 'cents' | 'currency'>;

export function evidenceOf(record: IDataObject, payment: Ours): Evidence {
	const account = compareAccounts(record, payment);
	if (account === 'another') return 'account number';
	const amount = compareAmounts(record, payment);
	if (amount === 'another') return 'amount';
	return account === 'same' && amount === 'same' ? 'ours' : 'unclear';
}

/** Undefined where that is unclear. */
type Compared = 'same' | 'another' | undefined;

/** Not the last digits alone, and nothing that may be masked: by an X, or by signs in a row as in `0150.....6789`. */
const WHOLE_ACCOUNT = /^(?=.{6})[\s./-]?(?:[A-WYZ\d][\s./-]?)+$/i;

function compareAccounts(record: IDataObject, { body }: Ours): Compared {
	const written = valueAt(record, ['beneficiary', 'accountNumber']);
	const [shown, ours] = [written, body?.accountNumber].map(lettersAndDigits) as [string, string];
	// A row that is only looked up may leave its account number out.
	if (ours === '') return undefined;
	if (shown === ours) return 'same';
	// As a JSON number, an account of 17 digits loses the last one, so that it proves no difference.
	const isWhole = typeof written === 'string' && WHOLE_ACCOUNT.test(written);
	return isWhole && !ours.includes(shown) ? 'another' : undefined;
}

/** A bank may group a number for reading, and a spreadsheet takes its leading zeros away. */
const lettersAndDigits = (account: unknown) =>
	plainText(account)
		.replace(/[^A-Z\d]/gi, '')
		.replace(/^0+/, '')
		.toUpperCase();

const CURRENCIES = new Set<unknown>(['TZS', 'USD']);

/**
 * To the cent, in the currency that was sent. The account's settings say who bears the fee: a payout of 10,000 with a
 * fee of 2,000 may debit 12,000, 11,000 or 10,000.
 */
function compareAmounts(record: IDataObject, { cents, currency }: Ours): Compared {
	if (cents === undefined) return undefined;
	const at = (...keys: string[]) => valueAt(record, keys) ?? undefined;
	const ordered = centsOf(at('order', 'amount'));
	if (ordered !== undefined && at('order', 'currency') === currency) {
		return ordered === cents ? 'same' : 'another';
	}
	const debited = centsOf(at('amount'));
	if (debited === undefined || !CURRENCIES.has(at('currency'))) {
		return undefined;
	}
	if (at('currency') !== currency || debited < cents) return 'another';
	if (debited === cents) return 'same';
	const fee = centsOf(at('fee'));
	// Where no fee is shown, the beneficiary may have got any smaller amount.
	if (fee === undefined) return undefined;
	return debited - fee <= cents ? 'same' : 'another';
}
