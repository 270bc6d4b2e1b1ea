import type { ResponseRule } from '../../resources/operation';
import { lookUps } from '../../sentences/lookUps';
import { responses } from '../../sentences/responses';
import { shown } from '../../wire/shown';
import type { Payment, Verdict } from '../common/payment';
import { readLookUp } from './lookUpReading';
import { eachOnce } from './records';
import { hasSentence, isSuccess, quote, type ServiceResponse } from './response';
import { isAboutReference, outcomeOfStatus, outcomeWithoutEnd } from './httpStatuses';
import { judgeSuccess } from './success';
import { ACCEPTED, isAccepted, movedNothing, notFound, rejected } from './verdicts';
import { waitAsked } from './waitAsked';

/**
 * What the response to one request says of its payment. `answered`: as it ended, as far as the response
 * proves it. `refusedForNow`: for the service's pace, or, without a wait, for a token that can be
 * renewed. `mayBePaid`: refused for good, e.g. by a 400 that names the reference: another run may have paid under it,
 * so it is looked up.
 * `stopped`: it has not left, nor will any other, e.g. after Cancel.
 */
export interface SendFact {
	is: 'answered' | 'refusedForNow' | 'mayBePaid' | 'stopped';
	result: Verdict;
}

/** Judges the response to one request. */
export function judge(payment: Payment, response: ServiceResponse, rule: ResponseRule): SendFact {
	const { notLeft, status: httpStatus, canRenew = false } = response;
	if (notLeft !== undefined) {
		return { is: 'stopped', result: { ...notLeft, httpStatus, endsRun: true } };
	}
	const waitMs = waitAsked(response);
	const { accountNumber, orderReference } = payment.body ?? {};
	// A 409 that names a time may speak of the order reference, or of another request that is under way.
	const isConflict = httpStatus === 409;
	const notNow = isConflict ? responses.refusedForNow : responses.refused;
	const ofWhat = isConflict && orderReference !== undefined ? 'reference' : 'service';
	const verdict =
		waitMs === undefined ? verdictOf(response, rule, payment) : rejected(ofWhat, notNow);
	const says = isAccepted(verdict) ? verdict.says : quote(verdict.says, response, accountNumber);
	const result = { ...verdict, says, httpStatus };
	if (httpStatus === 401) {
		// With a new token, the service may take the other payments.
		return {
			is: canRenew ? 'refusedForNow' : 'mayBePaid',
			result: { ...result, endsRun: !canRenew },
		};
	}
	if (waitMs !== undefined) {
		return { is: 'refusedForNow', result: { ...result, waitMs } };
	}
	if (movedNothing(verdict) && isAboutReference(response, payment.orderReference)) {
		return { is: 'mayBePaid', result };
	}
	return { is: 'answered', result };
}

function verdictOf(response: ServiceResponse, rule: ResponseRule, payment: Payment): Verdict {
	const { status, body } = response;
	if (rule.form === 'records') {
		const { proves, records } = readLookUp(response, payment, rule.kind);
		if (proves === 'known') return { ...ACCEPTED, records: eachOnce(records) };
		if (proves === 'notKnown') {
			const reference = shown(payment.orderReference);
			const { says, nextStep } =
				rule.kind === 'payout' ? lookUps.noPayout : lookUps.noPayment({ reference });
			return notFound(says, nextStep);
		}
	}
	if (isSuccess(response)) {
		if (body === undefined) {
			const verdict = outcomeWithoutEnd(response);
			// A statement has no pages: only fewer days make it shorter.
			return rule.form === 'items' ? { ...verdict, ...responses.noEnd } : verdict;
		}
		return judgeSuccess(body, rule, payment);
	}
	const missing = 'notFound' in rule ? rule.notFound : undefined;
	// A path that leads nowhere answers with another sentence.
	if (status === 404 && missing && hasSentence(body, missing.sentence)) {
		return notFound(missing.says, missing.nextStep, missing.cause);
	}
	return outcomeOfStatus(response, payment.body?.orderReference !== undefined);
}
