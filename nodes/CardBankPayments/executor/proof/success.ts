import type { IDataObject } from 'n8n-workflow';
import type { ResponseRule, ValueType } from '../../resources/operation';
import type { Payment, Verdict } from '../common/payment';
import { evidenceOf } from './evidence';
import { isOnItsWayOrMade } from './records';
import { plainText } from '../../wire/shown';
import { isJsonObject } from './response';
import { ACCEPTED, unknown } from './verdicts';

export const TYPES: Record<ValueType, (value: unknown) => boolean> = {
	link: (value) => typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value),
	text: (value) => typeof value === 'string' && value.trim() !== '',
	amount: (value) => Number.isFinite(value) || /^-?\d+(?:\.\d+)?$/.test(plainText(value)),
	list: Array.isArray,
};

/** What a payout has and a request has not. One alone may be anything; two are a payout. */
const OF_A_PAYOUT = [
	...['createdAt', 'fee', 'channel', 'channelProvider', 'order', 'beneficiary', 'clientId'],
];
const PROVING_FIELDS = 2;

/**
 * Reads a response with a 2xx. The status alone proves nothing, since something in between may have given
 * it, and words prove nothing either: only the form of what was asked for does.
 */
export function judgeSuccess(body: unknown, rule: ResponseRule, payment: Payment): Verdict {
	// Lists are read in `items.ts`, in `lookUpReading.ts` and by `service/pages.ts`.
	if (rule.form === 'records') {
		return {
			...unknown('The service answered without a record of this order reference'),
			nextStep: 'Check how the order reference is written, or look into the dashboard',
		};
	}
	if (rule.form !== 'fields' && rule.form !== 'record') {
		return unknown('The service answered with something that is not a list of records');
	}
	if (!isJsonObject(body)) {
		return unknown('The service answered with something that cannot be read');
	}
	if (rule.form !== 'fields') return judgeCreated(body, payment);
	const wanted = Object.entries(rule.anyOf);
	if (wanted.some(([key, type]) => Object.hasOwn(body, key) && TYPES[type](body[key]))) {
		return { ...ACCEPTED, records: [body] };
	}
	return unknown(`The service answered without ${wanted.map(([key]) => key).join(' or ')}`);
}

/**
 * The payout that was asked for: under our order reference, with an id, nothing else than what we sent,
 * and either a status of a payout that is on its way or made, or at least two more fields of a payout.
 * Whatever else came, the payout is looked up, also with a status such as REVERSED: only its record proves that.
 */
function judgeCreated(body: IDataObject, payment: Payment): Verdict {
	const { id, status, orderReference } = body;
	if (orderReference === undefined) {
		return unknown('The service answered without the order reference');
	}
	if (!isReference(orderReference, payment.orderReference)) {
		return unknown('The service answered about another order reference');
	}
	// A service may give back what was sent, under the name that the request has for it.
	const repeated = { beneficiary: { accountNumber: body.accountNumber } };
	const evidence = [body, repeated].map((one) => evidenceOf(one, payment).says);
	if (evidence.includes('differs') || evidence.includes('odd')) {
		return unknown('The service answered about another amount or another account number');
	}
	if (!isPlain(id)) return unknown('The service answered without an id of the payout');
	const others = OF_A_PAYOUT.filter(
		(key) => isShown(body[key]) && payment.body?.[key] === undefined,
	);
	const hasStatus = (status ?? '') !== '';
	const isProven = hasStatus ? isOnItsWayOrMade(status) : others.length >= PROVING_FIELDS;
	if (isProven) return { ...ACCEPTED, records: [body] };
	return unknown('The service answered with something that does not prove this payout');
}

/** Text or a number, as ids are. */
function isPlain(value: unknown): boolean {
	return plainText(value).trim() !== '';
}

function isShown(value: unknown): boolean {
	return isPlain(value) || (isJsonObject(value) && Object.values(value).some(isPlain));
}

/** A service may write a reference of digits as a number. */
export function isReference(value: unknown, wanted: string): boolean {
	return (typeof value === 'string' || typeof value === 'number') && String(value) === wanted;
}
