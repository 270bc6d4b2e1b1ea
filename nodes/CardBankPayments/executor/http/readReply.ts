import type { AnswerRule } from '../../resources/operation';
import { masked, shown } from '../../text/shown';
import type { ItemResult, Payment } from '../payment';
import { judgeAnswer, NOT_KNOWN } from './judgeAnswer';
import type { Reply } from './reply';
import { isOfAnother } from './recordTable';
import { waitAsked } from './retryAfter';
import { isSuccess, outcomeOfStatus } from './statusTable';
import { wordsIn } from './wordsIn';

/**
 * How a payment ended, by what came back for it.
 *
 * @param rule what an accepted answer of the operation holds
 * @param now milliseconds since 1970
 */
export function readReply(
	payment: Payment,
	reply: Reply,
	rule: AnswerRule,
	now: number,
): ItemResult {
	const { index, orderReference, body } = payment;
	const ending = endingOf(reply, rule, payment);
	const quoted = quote(reply, body?.accountNumber);
	const waitMs = reply.tokenRefused === undefined ? waitAsked(reply, now) : undefined;
	return {
		index,
		orderReference,
		...ending,
		says:
			ending.outcome === 'accepted' || quoted === '' || reply.tokenRefused !== undefined
				? ending.says
				: `${ending.says} (${quoted})`,
		httpStatus: reply.status,
		...(waitMs !== undefined && { waitMs }),
		...(mendsReference(ending.outcome, reply, orderReference) && { nextStep: MEND_REFERENCE }),
	};
}

function endingOf(reply: Reply, rule: AnswerRule, payment: Payment): Omit<ItemResult, 'index'> {
	if (reply.tokenRefused !== undefined) {
		return { outcome: 'rejected', says: reply.tokenRefused, endsRun: true };
	}
	if (isSuccess(reply)) {
		const judgement = judgeAnswer(reply.body, rule, payment.orderReference);
		const record = judgement.answers?.[0] ?? judgement.record?.content;
		const isOurs = rule.form !== 'record' || record === undefined || !isOfAnother(record, payment);
		return isOurs ? judgement : { outcome: 'unknown', says: ANOTHER };
	}
	if (rule.form === 'records' && reply.status === 404) {
		return { outcome: 'rejected', says: NOT_KNOWN[rule.kind], notFound: true };
	}
	return outcomeOfStatus(reply);
}

const ANOTHER =
	'The service answered about a payout of another amount, to another account number, under this order reference';

/** What came back, in the service's own words where it gave any, e.g. `HTTP 400: No balance`. */
export function quote(reply: Reply, accountNumber?: unknown): string {
	const status = reply.status === undefined ? '' : `HTTP ${reply.status}`;
	const message = serviceMessage(reply.body, accountNumber);
	return [status, message].filter((part) => part !== '').join(': ');
}

/**
 * The service's own words on why it refused, where it gives any.
 *
 * @param accountNumber of the item; services like to repeat it, and messages end up in logs
 */
export function serviceMessage(body: unknown, accountNumber: unknown): string {
	// Something in between may show the request that it did not like.
	const message = wordsIn(body)
		.join('. ')
		.replace(/\b(Bearer)\s+\S+/gi, '$1 …');
	const secret = typeof accountNumber === 'string' ? accountNumber : '';
	return shown(secret.length > 4 ? message.replaceAll(secret, () => masked(secret)) : message);
}

/** Shown where the service refuses a reference with other characters; nothing is mended silently. */
const MEND_REFERENCE =
	"Some services take letters and digits only in an order reference. Take the others out, e.g. {{ $json.reference.replace(/[^A-Za-z0-9]/g, '') }}, then run this item again";

function mendsReference(outcome: string, { body }: Reply, orderReference: string): boolean {
	return (
		outcome === 'rejected' &&
		/[^A-Za-z0-9]/.test(orderReference) &&
		/reference|alphanumeric/i.test(serviceMessage(body, undefined))
	);
}
