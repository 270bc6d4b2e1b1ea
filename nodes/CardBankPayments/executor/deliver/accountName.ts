import { verifyBankAccount } from '../../resources/payout/verifyBankAccount';
import { sending } from '../../sentences/sending';
import { plainText, shown } from '../../wire/shown';
import { isSameName } from '../check/sameName';
import type { Payment, Verdict } from '../common/payment';
import { invalid, isAccepted, isNotFound, notSentWithout } from '../proof/verdicts';
import type { Means } from './means';

/**
 * _Check Account Name_: asks the bank whose account it is, right before a payout leaves. A new account in an e-mail
 * that pretends to be the supplier's is somebody else's. Never throws.
 *
 * @returns why it does not leave
 */
export async function otherHolder(
	{ index, body = {} }: Payment,
	{ checksName, service }: Means,
): Promise<Verdict | undefined> {
	if (!checksName.has(index)) return undefined;
	const { accountNumber, bic } = body;
	const read = await service.read(verifyBankAccount, undefined, {
		accountNumber,
		// The service documents this BIC for all of CRDB.
		bic: plainText(bic).startsWith('CORUTZ') ? 'CORUTZTZ' : bic,
	});
	// Some banks tell no name (404): their customers are paid without this check.
	if (isNotFound(read)) return undefined;
	if (!isAccepted(read)) return notAsked(read);
	const holder = plainText(read.records?.[0]?.accountName);
	const name = plainText(body.accountName);
	if (isSameName(holder, name)) return undefined;
	const { says, nextStep } = sending.otherHolder({ holder: shown(holder), name: shown(name) });
	return { ...invalid('item', says, nextStep), held: 'row' };
}

function notAsked(read: Verdict): Verdict {
	const { cause } = read;
	// E.g. no bank has this BIC: the row must be corrected.
	if (cause === 'item') {
		const { says, nextStep } = sending.unreadHolder({ why: read.says });
		return invalid('item', says, nextStep);
	}
	// A wrong API key stops the check of every row, so the run ends here.
	return {
		...notSentWithout(sending.needed.holder, read),
		endsRun: read.endsRun ?? cause === 'account',
	};
}
