import type { AnswerRule, RecordKind } from '../../resources/operation';
import type { Result, Payment } from '../common/payment';
import { judgeAnswer } from './judgeAnswer';
import { quote, wordsIn } from './quote';
import { readLookUp } from './readLookUp';
import { ACCEPTED } from './recordTable';
import { isJsonObject, isSuccess, type Reply } from './reply';
import { waitAsked } from './retryAfter';
import { outcomeOfStatus, unknown, type Verdict } from './statusTable';

/**
 * How a payment ended, by the response to it.
 *
 * @param rule what an accepted response of the operation holds
 * @param now milliseconds since 1970
 */
export function readReply(payment: Payment, reply: Reply, rule: AnswerRule, now: number): Result {
	const { index, orderReference, body } = payment;
	const { tokenRefused: says, status: httpStatus } = reply;
	if (says !== undefined) {
		return { index, orderReference, outcome: 'rejected', says, httpStatus, endsRun: true };
	}
	const waitMs = waitAsked(reply, now);
	const verdict = verdictOf(reply, rule, payment, waitMs);
	const quoted = verdict.outcome === 'accepted' ? '' : quote(reply, body?.accountNumber);
	return {
		index,
		orderReference,
		...verdict,
		says: quoted === '' ? verdict.says : `${verdict.says} (${quoted})`,
		httpStatus,
		...(waitMs !== undefined && { waitMs }),
		...(mendsReference(verdict, reply, orderReference) && { nextStep: MEND_REFERENCE }),
	};
}

function verdictOf(reply: Reply, rule: AnswerRule, payment: Payment, waitMs?: number): Verdict {
	if (rule.form === 'records') {
		const { answer, records } = readLookUp(reply, payment, rule.kind);
		if (answer === 'known') return { ...ACCEPTED, records };
		if (answer === 'notKnown') return { outcome: 'notFound', says: notKnown(rule.kind) };
		if (isSuccess(reply)) return unknown(NO_LIST);
	} else if (isSuccess(reply)) {
		return judgeAnswer(reply.body, rule, payment);
	}
	// A page of markup, or text, is not the service's own.
	if (rule.form === 'fields' && rule.notFound && reply.status === 404 && isJsonObject(reply.body)) {
		return { outcome: 'notFound', says: rule.notFound, nextStep: ASK_BENEFICIARY };
	}
	const byStatus = outcomeOfStatus(reply);
	// A 409 that names a time is a refusal for now.
	if (byStatus.outcome !== 'alreadySent' || waitMs === undefined) return byStatus;
	return { outcome: 'rejected', says: 'The service asks to send this request later' };
}

const NO_LIST = 'The service answered with something that is not a list of records';
const ASK_BENEFICIARY =
	'Check Bank and Account Number, or ask the beneficiary for the name on the account';

function notKnown(kind: RecordKind): string {
	return `The service knows no ${kind} with this order reference`;
}

/** Shown where the service refuses a reference with other characters; nothing is mended silently. */
const MEND_REFERENCE =
	"Some services take letters and digits only in an order reference. Take the others out, e.g. {{ $json.reference.replace(/[^A-Za-z0-9]/g, '') }}, then run this item again";

/** How the service says that a reference has characters that it does not take. */
const ABOUT_SIGNS = /alphanumeric|letters and (?:digits|numbers)/i;

function mendsReference({ outcome }: Verdict, { body }: Reply, orderReference: string): boolean {
	if (outcome !== 'rejected' || !/[^A-Za-z0-9]/.test(orderReference)) return false;
	return wordsIn(body).some((words) => ABOUT_SIGNS.test(words));
}
