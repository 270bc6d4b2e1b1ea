import type { ResponseRule } from '../../resources/operation';
import type { RecordKind } from '../../wire/pathField';
import type { Payment, Verdict } from '../common/payment';
import { judgeItems } from './items';
import { readLookUp } from './lookUpReading';
import { isJsonObject, isSuccess, quote, saysExactly, type ServiceResponse } from './response';
import { isAboutReference, outcomeOfStatus, outcomeWithoutEnd, REFUSED } from './statuses';
import { judgeSuccess } from './success';
import { ACCEPTED, isAccepted, movedNothing, notFound, rejected } from './verdicts';
import { waitAsked } from './waitAsked';

/** What to do about what the service does not know. */
const STILL_NOT_FOUND: Record<RecordKind, string> = {
	payout:
		'Look whether the order reference is right. Was the payout unknown? Run its row again, in 10 minutes or later: it is looked up first',
	payment:
		'Look again later: nobody may have paid at its link yet. Was the link lost? Make a new one under {reference}B',
};

/** These lists come in one response, however long they are. */
const ASK_LESS = 'Run it again later. Of a statement, ask for fewer days';

/**
 * What the response to one request says of its payment. `answered`: as it ended, as far as the response
 * proves it. `refusedForNow`: for the service's pace, or, without a wait, for a token that can be
 * renewed. `doubted`: refused for good, but in a way that may hide a payment, so that it is looked up.
 * `postponed`: it has not left, since no token is given for now. `stopped`: nor will any other, e.g. after
 * Cancel.
 */
export interface SendFact {
	is: 'answered' | 'refusedForNow' | 'doubted' | 'postponed' | 'stopped';
	result: Verdict;
}

/**
 * Judges the response to one request.
 *
 * @param now milliseconds since 1970
 */
export function judge(
	payment: Payment,
	response: ServiceResponse,
	rule: ResponseRule,
	now: number,
): SendFact {
	const { notLeft, status: httpStatus, isOfToken, canRenew = false } = response;
	if (notLeft !== undefined) {
		return { is: 'stopped', result: { ...notLeft, httpStatus, endsRun: true } };
	}
	const waitMs = waitAsked(response, now);
	const { accountNumber, orderReference } = payment.body ?? {};
	// A 409 that names a time may speak of the order reference, or of another request that is under way.
	const isConflict = httpStatus === 409;
	const notNow = isConflict ? 'The service asks to send this request later' : REFUSED;
	const ofWhat = isConflict && orderReference !== undefined ? 'reference' : 'service';
	const verdict =
		waitMs === undefined ? verdictOf(response, rule, payment) : rejected(ofWhat, notNow);
	const says = isAccepted(verdict) ? verdict.says : quote(verdict.says, response, accountNumber);
	const result = { ...verdict, says, httpStatus };
	if (httpStatus === 401) {
		// With a new token, the others need not fare like this one.
		return {
			is: canRenew ? 'refusedForNow' : 'doubted',
			result: { ...result, endsRun: !canRenew },
		};
	}
	if (waitMs !== undefined) {
		return { is: isOfToken ? 'postponed' : 'refusedForNow', result: { ...result, waitMs } };
	}
	if (movedNothing(verdict) && isAboutReference(response, payment.orderReference)) {
		return { is: 'doubted', result };
	}
	return { is: 'answered', result };
}

function verdictOf(response: ServiceResponse, rule: ResponseRule, payment: Payment): Verdict {
	const { status, body } = response;
	if (rule.form === 'records') {
		const { proves, records } = readLookUp(response, payment, rule.kind);
		if (proves === 'known') return { ...ACCEPTED, records };
		if (proves === 'notKnown') {
			const says = `The service knows no ${rule.kind} with this order reference`;
			return notFound(says, STILL_NOT_FOUND[rule.kind]);
		}
	}
	if (isSuccess(response)) {
		if (body === undefined) {
			const verdict = outcomeWithoutEnd(response);
			return rule.form === 'items' ? { ...verdict, nextStep: ASK_LESS } : verdict;
		}
		return rule.form === 'items'
			? judgeItems(body, rule, payment)
			: judgeSuccess(body, rule, payment);
	}
	const missing = 'notFound' in rule ? rule.notFound : undefined;
	// A path that leads nowhere answers with another sentence.
	if (status === 404 && missing && isJsonObject(body) && saysExactly(body, missing.sentence)) {
		return notFound(missing.says, missing.nextStep, missing.cause);
	}
	return outcomeOfStatus(response, payment.body?.orderReference !== undefined);
}
