import type { ResponseRule } from '../../resources/operation';
import { resultOf, type Payment, type Result } from '../common/payment';
import { judgeSuccess } from './judgeSuccess';
import { readLookUp } from './readLookUp';
import { isJsonObject, isSuccess, quote, type ServiceResponse } from './response';
import { ACCEPTED, outcomeOfStatus, type Verdict } from './statusTable';
import { waitAsked } from './waiting';

const ASK_BENEFICIARY =
	'Check Bank and Account Number, or ask the beneficiary for the name on the account';

/**
 * How a payment ended, by the response to it.
 *
 * @param rule what an accepted response of the operation holds
 * @param now milliseconds since 1970
 */
export function readResponse(
	payment: Payment,
	response: ServiceResponse,
	rule: ResponseRule,
	now: number,
): Result {
	const { tokenRefused, status: httpStatus } = response;
	if (tokenRefused !== undefined) {
		return { ...resultOf(payment, 'rejected', tokenRefused), httpStatus, endsRun: true };
	}
	const waitMs = waitAsked(response, now);
	const { outcome, says, ...more } = verdictOf(response, rule, payment, waitMs);
	const quoted = outcome === 'accepted' ? '' : quote(response, payment.body?.accountNumber);
	const told = quoted === '' ? says : `${says} (${quoted})`;
	return {
		...resultOf(payment, outcome, told),
		...more,
		httpStatus,
		...(waitMs !== undefined && { waitMs }),
	};
}

function verdictOf(
	response: ServiceResponse,
	rule: ResponseRule,
	payment: Payment,
	waitMs?: number,
): Verdict {
	const { status, body } = response;
	if (rule.form === 'records') {
		const { proves, records } = readLookUp(response, payment, rule.kind);
		if (proves === 'known') return { ...ACCEPTED, records };
		const says = `The service knows no ${rule.kind} with this order reference`;
		if (proves === 'notKnown') return { outcome: 'notFound', says };
	}
	if (isSuccess(response)) return judgeSuccess(body, rule, payment);
	// A page of markup, or text, is not the service's own.
	if (rule.form === 'fields' && rule.notFound && status === 404 && isJsonObject(body)) {
		return { outcome: 'notFound', says: rule.notFound, nextStep: ASK_BENEFICIARY };
	}
	const byStatus = outcomeOfStatus(response);
	// A 409 that names a time is a refusal for now.
	if (byStatus.outcome !== 'alreadySent' || waitMs === undefined) return byStatus;
	return { outcome: 'rejected', says: 'The service asks to send this request later' };
}
