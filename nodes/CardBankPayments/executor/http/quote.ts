import { masked, shown } from '../../text/shown';
import type { Reply } from './reply';
import { wordsIn } from './wordsIn';

/** What came back, in the service's own words where it gave any, e.g. `HTTP 400: No balance`. */
export function quote(reply: Reply, accountNumber?: unknown): string {
	const status = reply.status === undefined ? '' : `HTTP ${reply.status}`;
	const message = serviceMessage(reply, accountNumber);
	return [status, message].filter((part) => part !== '').join(': ');
}

/**
 * The service's own words on why it refused, where it gives any.
 *
 * @param accountNumber of the item; services like to repeat it, and messages end up in logs
 */
export function serviceMessage(
	{ body, token = '' }: Pick<Reply, 'body' | 'token'>,
	accountNumber: unknown,
): string {
	const words = wordsIn(body).join('. ');
	// Something in between may show the request that it did not like.
	const message = withoutToken(words, token.replace(/^Bearer\s+/i, ''));
	return shown(withoutAccount(message, typeof accountNumber === 'string' ? accountNumber : ''));
}

function withoutToken(words: string, token: string): string {
	const without = token === '' ? words : words.replaceAll(token, '…');
	return without.replace(/\b(Bearer)\s+\S+/gi, '$1 …');
}

/** No bank has a longer account number, and a pattern of a far longer text is one that cannot be made. */
const LONGEST_GROUPED = 64;

/** As it is, and with other spaces and hyphens between its signs, as people write it. */
function withoutAccount(words: string, accountNumber: string): string {
	const signs = accountNumber.replace(/[ -]/g, '');
	if (signs.length <= 4) return words;
	const cover = () => masked(signs);
	const without = words.replaceAll(accountNumber, cover);
	if (signs.length > LONGEST_GROUPED) return without;
	const escaped = signs.split('').map((sign) => sign.replace(/\W/, '\\$&'));
	return without.replaceAll(new RegExp(escaped.join('[ -]*'), 'g'), cover);
}
