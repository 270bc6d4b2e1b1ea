import { createHash } from 'node:crypto';
import { plainText } from '../../wire/shown';
import type { Payment } from './payment';

/**
 * Tells payouts of the same amount to the same account, however that is written: 0150-3845 and 01503845, CORUTZTZ and
 * CORUTZTZXXX. A hash, since it is stored with the execution.
 */
export function equalKeyOf({ body, cents = 0n, currency = '' }: Payment): string {
	const account = plainText(body?.accountNumber)
		.toUpperCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
	const bank = plainText(body?.bic).replace(/XXX$/, '');
	const details = [account, bank, currency, String(cents)];
	return createHash('sha256').update(JSON.stringify(details)).digest('base64').slice(0, 16);
}
