import type { AnswerRule } from '../../resources/operation';
import type { ItemResult, Payment } from '../common/payment';
import { judgeAnswer, NOT_KNOWN } from './judgeAnswer';
import { quote, serviceMessage } from './quote';
import { isOfAnother } from './recordTable';
import type { Reply } from './reply';
import { waitAsked } from './retryAfter';
import { isSuccess, outcomeOfStatus } from './statusTable';

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
		const isOurs = rule.form !== 'record' || !isOfAnother(record, payment);
		return isOurs ? judgement : { outcome: 'unknown', says: ANOTHER };
	}
	if (rule.form === 'records' && reply.status === 404) {
		return { outcome: 'rejected', says: NOT_KNOWN[rule.kind], notFound: true };
	}
	return outcomeOfStatus(reply);
}

const ANOTHER =
	'The service answered about a payout of another amount, to another account number, under this order reference';

/** Shown where the service refuses a reference with other characters; nothing is mended silently. */
const MEND_REFERENCE =
	"Some services take letters and digits only in an order reference. Take the others out, e.g. {{ $json.reference.replace(/[^A-Za-z0-9]/g, '') }}, then run this item again";

/** Of the signs in a reference. One that was used before is not to be sent under another name. */
const ABOUT_SIGNS =
	/alphanumeric|(invalid|format of( the)?) (order )?reference|reference.*\b(invalid|format)\b|(?=.*reference).*\b(character|letter|digit|symbol)/i;
const ABOUT_USE =
	/already|\b(was|were|been|is|in) used?\b|used before|exist|duplicate|unique|taken|processed|previous/i;

function mendsReference(outcome: string, { body }: Reply, orderReference: string): boolean {
	if (outcome !== 'rejected' || !/[^A-Za-z0-9]/.test(orderReference)) return false;
	const words = serviceMessage({ body }, undefined);
	return ABOUT_SIGNS.test(words) && !ABOUT_USE.test(words);
}
