import type { IDataObject } from 'n8n-workflow';
import type { ResponseRule, ValueType } from '../../resources/operation';
import type { Payment } from '../common/payment';
import { judgeItems } from './judgeItems';
import { isOfAnother, outcomeOfPayoutStatus } from './recordTable';
import { isJsonObject, wordsIn } from './response';
import { saysNo } from './saysNo';
import { ACCEPTED, unknown, type Verdict } from './statusTable';

export const TYPES: Record<ValueType, (value: unknown) => boolean> = {
	text: (value) => typeof value === 'string' && value !== '',
	number: (value) => typeof value === 'number',
	amount: (value) => Number.isFinite(value) || /^-?\d+(?:\.\d+)?$/.test(String(value)),
	list: Array.isArray,
};

/** Keys that only the service adds to a payout; an echo of the request has none. */
const OF_THE_SERVICE = /^(?:fee|exchanged?|channel(?:Provider)?|order|beneficiary|clientId)$/;

/** Words of a refusal, which the record of a payout never has. */
const REFUSES =
	/\b(?:insufficient|declined|rejected|denied|refused|failed|invalid|unable to|could not|cannot be|(?:not|isn't|wasn't) (?:accepted|processed|sent|made|created|enough|allowed|permitted))\b/i;

/**
 * Reads a response with a 2xx. The status alone proves nothing: something in between may have given it,
 * and a service may say no in what looks like a yes.
 */
export function judgeSuccess(body: unknown, rule: ResponseRule, payment: Payment): Verdict {
	if (rule.form === 'items' && Array.isArray(body)) return judgeItems(body, rule);
	if (!isJsonObject(body)) {
		return unknown('The service answered with something that cannot be read');
	}
	const { status, ...rest } = body;
	// The status of a payout is its own.
	const no = saysNo(rule.form === 'record' ? rest : body);
	if (no !== undefined) {
		// Texts follow as the service's own words, without the account number that they may hold.
		const tells = body[no] === false || typeof body[no] === 'number';
		const how = tells
			? `with ${no}: ${String(body[no])}`
			: 'says that it did not do what was asked';
		return unknown(`The service answered 2xx, but ${how}`);
	}
	if (rule.form === 'record') return judgePayout(body, status, payment);
	if (rule.form === 'items') return judgeItems(body, rule);
	// Those that hold records are read by `readLookUp` and `readList`.
	if (rule.form !== 'fields') {
		return unknown('The service answered with something that is not a list of records');
	}
	const wanted = Object.entries(rule.anyOf);
	if (wanted.some(([key, type]) => Object.hasOwn(body, key) && TYPES[type](body[key]))) {
		return { ...ACCEPTED, records: [body] };
	}
	return unknown(
		`The service answered 2xx, but without ${wanted.map(([key]) => key).join(' or ')}`,
	);
}

/** A payout has its order reference, and a known status, or an id and more than a copy of the request. */
function judgePayout(body: IDataObject, status: unknown, payment: Payment): Verdict {
	const { orderReference: named } = body;
	if (!isReference(named, payment.orderReference)) {
		const which = named === undefined ? '2xx, but without the' : 'about another';
		return unknown(`The service answered ${which} order reference`);
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
	const sent = Object.entries(payment.body ?? {});
	const repeats = sent.some(([key, value]) => key !== 'orderReference' && body[key] === value);
	const isEcho = repeats && !Object.keys(body).some((key) => OF_THE_SERVICE.test(key));
	return isEcho ? unknown('The service answered 2xx, but only with what was sent to it') : ACCEPTED;
}

/** A service may write a reference of digits as a number. */
export function isReference(value: unknown, wanted: string): boolean {
	return (typeof value === 'string' || typeof value === 'number') && String(value) === wanted;
}
