import type { IDataObject } from 'n8n-workflow';
import type { AnswerRule, ValueType } from '../../resources/operation';
import { shown } from '../../wire/shown';
import type { Outcome } from '../common/outcome';
import type { Payment } from '../common/payment';
import { wordsIn } from './quote';
import { readPage } from './pages';
import { isOfAnother, outcomeOfPayoutStatus } from './recordTable';
import { saysNo } from './saysNo';

/** What a response with a 2xx says about its request. */
export interface AnswerJudgement {
	outcome: Extract<Outcome, 'accepted' | 'reversed' | 'unknown'>;
	/** One sentence for the builder, without a full stop. */
	says: string;
	/** What the response holds of the payment, where it was made. */
	records?: IDataObject[];
}

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

/**
 * Reads a response with a 2xx to a request that is no look-up. The status alone proves nothing:
 * something in between may have given it, and a service may say no in what looks like a yes.
 *
 * @param body parsed JSON, text, or undefined where it could not be read
 * @param payment that was sent
 */
export function judgeAnswer(
	body: unknown,
	rule: Exclude<AnswerRule, { form: 'records' }>,
	payment: Payment,
): AnswerJudgement {
	if (!isJsonObject(body)) {
		return unknown('The service answered with something that cannot be read');
	}
	if (rule.form === 'record') return judgeRecord(body, payment);
	if (saysNo(body)) return unknown(no(body));
	if (rule.form === 'page') return judgePage(body);
	const wanted = Object.entries(rule.anyOf);
	if (wanted.some(([key, type]) => Object.hasOwn(body, key) && TYPES[type](body[key]))) {
		return { ...ACCEPTED, records: [body] };
	}
	return unknown(
		`The service answered 2xx, but without ${wanted.map(([key]) => key).join(' or ')}`,
	);
}

/**
 * The records in the response to a look-up.
 *
 * @returns those with this order reference; undefined where the response is no list of records. A
 * single record counts as a list of one.
 */
export function recordsIn(body: unknown, orderReference: string): IDataObject[] | undefined {
	// A body that says no is no record; its status is that of the payment.
	if (isJsonObject(body) && saysNo({ ...body, status: undefined })) return undefined;
	const entries: unknown[] = Array.isArray(body) ? body : [body];
	const records = entries.filter(isJsonObject).filter((record) => 'orderReference' in record);
	if (entries.length > 0 && records.length === 0) return undefined;
	return records.filter((record) => isReference(record.orderReference, orderReference));
}

export const ACCEPTED = { outcome: 'accepted', says: 'The service accepted the request' } as const;

/**
 * A payout has its order reference, and a known status, or an id and more than a copy of the request.
 */
function judgeRecord(body: IDataObject, payment: Payment): AnswerJudgement {
	const { status, ...rest } = body;
	if (saysNo(rest)) return unknown(no(rest));
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
	const { outcome, says } =
		status === undefined ? ofId(body, payment) : outcomeOfPayoutStatus(status);
	if (outcome === 'unknown') return unknown(says);
	if (outcome === 'accepted' && wordsIn(body).some((words) => REFUSES.test(words))) {
		return unknown('The service answered 2xx, but its words are those of a refusal');
	}
	return { outcome, says, records: [body] };
}

function ofId(body: IDataObject, payment: Payment): AnswerJudgement {
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

function judgePage(body: IDataObject): AnswerJudgement {
	const page = readPage(body);
	if (page === undefined)
		return unknown('The service answered with something that is not a page of a list');
	return { ...ACCEPTED, records: page.records };
}

function unknown(says: string): AnswerJudgement {
	return { outcome: 'unknown', says };
}

/** Names the key that says no where it holds one plain word; the service's own words follow. */
function no(body: IDataObject): string {
	const said = ['success', 'ok', 'statusCode'].find(
		(key) => typeof body[key] !== 'object' && saysNo({ [key]: body[key] }),
	);
	return said === undefined
		? 'The service answered 2xx, but says that it did not do what was asked'
		: `The service answered 2xx, but with ${said}: ${shown(String(body[said]))}`;
}

/** A service may write a reference of digits as a number. */
function isReference(value: unknown, wanted: string): boolean {
	return (typeof value === 'string' || typeof value === 'number') && String(value) === wanted;
}

function isJsonObject(body: unknown): body is IDataObject {
	return typeof body === 'object' && body !== null && !Array.isArray(body);
}
