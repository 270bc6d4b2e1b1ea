import { findBank, unknownBank } from '../banks';
import { accountHolderOf } from '../accountHolders';
import { Refusal } from '../refusal';
import type { Call } from './call';

/** Says who holds an account, where the bank tells. */
export function verifyBankAccount({ body }: Call) {
	const { bic, accountNumber } = body as { bic: string; accountNumber: string };
	if (!findBank(bic)) throw unknownBank(bic);
	const accountName = accountHolderOf(accountNumber);
	if (accountName === undefined) throw new Refusal(404, 'Account not found');
	return { accountName };
}
