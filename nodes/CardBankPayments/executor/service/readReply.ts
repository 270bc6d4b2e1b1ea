import type { AnswerRule, RecordKind } from '../../resources/operation';
import type { Result, Payment } from '../common/payment';
import { ACCEPTED, judgeAnswer } from './judgeAnswer';
import { quote, recordsWithoutToken, serviceMessage } from './quote';
import { describePart, type PartOfList, type WholeList } from './pages';
import { readLookUp } from './readLookUp';
import type { Reply } from './reply';
import { waitAsked } from './retryAfter';
import { isSuccess, outcomeOfStatus } from './statusTable';

/**
 * How a payment ended, by the response to it.
 *
 * @param rule what an accepted response of the operation holds
 * @param now milliseconds since 1970
 */
export function readReply(payment: Payment, reply: Reply, rule: AnswerRule, now: number): Result {
	const { index, orderReference, body } = payment;
	const { tokenRefused, status } = reply;
	if (tokenRefused !== undefined) {
		const says = tokenRefused;
		return { index, orderReference, outcome: 'rejected', says, httpStatus: status, endsRun: true };
	}
	const waitMs = waitAsked(reply, now);
	const { records, ...ending } = endingOf(reply, rule, payment, waitMs);
	const quoted = ending.outcome === 'accepted' ? '' : quote(reply, body?.accountNumber);
	return {
		index,
		orderReference,
		...ending,
		...(records && { records: recordsWithoutToken(records, reply) }),
		says: quoted === '' ? ending.says : `${ending.says} (${quoted})`,
		httpStatus: status,
		...(waitMs !== undefined && { waitMs }),
		...(mendsReference(ending.outcome, reply, orderReference) && { nextStep: MEND_REFERENCE }),
	};
}

/**
 * How the reading of a list ended: a part of it is never put out as the whole.
 *
 * @param rule what a page holds
 */
export function resultOfList(
	payment: Payment,
	list: WholeList | PartOfList,
	rule: AnswerRule,
): Result {
	const { index, orderReference } = payment;
	if (list.isWhole) return { index, orderReference, ...ACCEPTED, records: list.records };
	const { says, nextStep } = describePart(list);
	if (list.reply === undefined) {
		const outcome = list.because === 'cancelled' ? 'notSent' : 'unknown';
		return { index, orderReference, outcome, says, nextStep };
	}
	const result = readReply(payment, list.reply, rule, 0);
	// All waiting is over.
	return {
		...result,
		waitMs: undefined,
		says: `${result.says}. ${says}`,
		nextStep: result.nextStep ?? nextStep,
	};
}

type Ending = Pick<Result, 'outcome' | 'says' | 'records' | 'nextStep'>;

function endingOf(reply: Reply, rule: AnswerRule, payment: Payment, waitMs?: number): Ending {
	if (rule.form === 'records') {
		const { answer, records } = readLookUp(reply, payment, rule.kind);
		if (answer === 'known') return { ...ACCEPTED, records };
		if (answer === 'notKnown') return { outcome: 'notFound', says: NOT_KNOWN[rule.kind] };
		if (isSuccess(reply)) return { outcome: 'unknown', says: NO_LIST };
	} else if (isSuccess(reply)) {
		return judgeAnswer(reply.body, rule, payment);
	}
	// A page of markup, or text, is not the service's own.
	if (rule.form === 'fields' && rule.notFound && reply.status === 404 && isObject(reply.body)) {
		return { outcome: 'notFound', says: rule.notFound, nextStep: ASK_BENEFICIARY };
	}
	const byStatus = outcomeOfStatus(reply);
	// A 409 that names a time is a refusal for now.
	if (byStatus.outcome !== 'alreadySent' || waitMs === undefined) return byStatus;
	return { outcome: 'rejected', says: 'The service asks to send this request later' };
}

const ASK_BENEFICIARY =
	'Check Bank and Account Number, or ask the beneficiary for the name on the account';

function isObject(body: unknown): boolean {
	return typeof body === 'object' && body !== null;
}

const NO_LIST = 'The service answered with something that is not a list of records';

/** How a record that the service does not have is spoken of, for each kind. */
const NOT_KNOWN: Record<RecordKind, string> = {
	payout: 'The service knows no payout with this order reference',
	payment: 'The service knows no payment with this order reference',
};

/** Shown where the service refuses a reference with other characters; nothing is mended silently. */
const MEND_REFERENCE =
	"Some services take letters and digits only in an order reference. Take the others out, e.g. {{ $json.reference.replace(/[^A-Za-z0-9]/g, '') }}, then run this item again";

/** How the service says that a reference has characters that it does not take. */
const ABOUT_SIGNS = /alphanumeric|letters and (?:digits|numbers)/i;

function mendsReference(outcome: string, { body }: Reply, orderReference: string): boolean {
	if (outcome !== 'rejected' || !/[^A-Za-z0-9]/.test(orderReference)) return false;
	return ABOUT_SIGNS.test(serviceMessage({ body }, undefined));
}
