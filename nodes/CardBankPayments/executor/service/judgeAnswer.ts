import type { IDataObject } from 'n8n-workflow';
import type { AnswerRule, ValueType } from '../../resources/operation';
import { shown } from '../../wire/shown';
import type { Payment } from '../common/payment';
import { wordsIn } from './quote';
import { ACCEPTED, isOfAnother, outcomeOfPayoutStatus } from './recordTable';
import { isJsonObject } from './reply';
import { saysNo } from './saysNo';
import { unknown, type Verdict } from './statusTable';

const TYPES: Record<ValueType, (value: unknown) => boolean> = {
	text: (value) => typeof value === 'string' && value !== '',
	number: (value) => typeof value === 'number',
	list: Array.isArray,
};

/** Keys that only the service adds to a payout; an echo of the request has none. */
const OF_THE_SERVICE = [
	...['fee', 'exchanged', 'exchange', 'channel', 'channelProvider'],
	...['order', 'beneficiary', 'clientId'],
];

/** Words of a refusal, which the record of a payout never has. */
const REFUSES =
	/\b(?:insufficient|declined|rejected|denied|refused|failed|invalid|unable to|could not|cannot be|(?:not|isn't|wasn't) (?:accepted|processed|sent|made|created|enough|allowed|permitted))\b/i;

/** Keys that are named where they say no; the service's own words follow anyway. */
const TELLING = ['success', 'ok', 'statusCode'];

/**
 * Reads a response with a 2xx to a request that is no look-up. The status alone proves nothing:
 * something in between may have given it, and a service may say no in what looks like a yes.
 *
 * @param body parsed JSON, text, or undefined where it could not be read
 * @param rule what an accepted response holds
 * @param payment that was sent
 */
export function judgeAnswer(
	body: unknown,
	rule: Exclude<AnswerRule, { form: 'records' }>,
	payment: Payment,
): Verdict {
	if (!isJsonObject(body)) {
		return unknown('The service answered with something that cannot be read');
	}
	const { status, ...rest } = body;
	// The status of a payout is its own.
	const no = saysNo(rule.form === 'record' ? rest : body);
	if (no !== undefined) {
		return unknown(
			TELLING.includes(no) && typeof body[no] !== 'object'
				? `The service answered 2xx, but with ${no}: ${shown(String(body[no]))}`
				: 'The service answered 2xx, but says that it did not do what was asked',
		);
	}
	if (rule.form === 'record') return judgePayout(body, status, payment);
	// One that can be read is put out by `pages.ts`.
	if (rule.form === 'page') {
		return unknown('The service answered with something that is not a page of a list');
	}
	const wanted = Object.entries(rule.anyOf);
	if (wanted.some(([key, type]) => Object.hasOwn(body, key) && TYPES[type](body[key]))) {
		return { ...ACCEPTED, records: [body] };
	}
	return unknown(
		`The service answered 2xx, but without ${wanted.map(([key]) => key).join(' or ')}`,
	);
}

/**
 * A payout has its order reference, and a known status, or an id and more than a copy of the request.
 */
function judgePayout(body: IDataObject, status: unknown, payment: Payment): Verdict {
	if (body.orderReference === undefined) {
		return unknown('The service answered 2xx, but without the order reference');
	}
	if (!isReference(body.orderReference, payment.orderReference)) {
		return unknown('The service answered about another order reference');
	}
	if (isOfAnother(body, payment)) {
		return unknown(
			'The service answered about a payout of another amount, to another account number, under this order reference',
		);
	}
	const verdict = status === undefined ? judgeId(body, payment) : outcomeOfPayoutStatus(status);
	if (verdict.outcome === 'unknown') return verdict;
	if (verdict.outcome === 'accepted' && wordsIn(body).some((words) => REFUSES.test(words))) {
		return unknown('The service answered 2xx, but its words are those of a refusal');
	}
	return { ...verdict, records: [body] };
}

function judgeId(body: IDataObject, payment: Payment): Verdict {
	const { id } = body;
	const hasId = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '');
	if (!hasId || isReference(id, payment.orderReference)) {
		return unknown('The service answered 2xx, but with neither an id nor a status of the payout');
	}
	const repeats = Object.entries(payment.body ?? {}).some(
		([key, value]) => key !== 'orderReference' && body[key] === value,
	);
	const isEcho = repeats && !OF_THE_SERVICE.some((key) => Object.hasOwn(body, key));
	return isEcho ? unknown('The service answered 2xx, but only with what was sent to it') : ACCEPTED;
}

/** A service may write a reference of digits as a number. */
export function isReference(value: unknown, wanted: string): boolean {
	return (typeof value === 'string' || typeof value === 'number') && String(value) === wanted;
}
