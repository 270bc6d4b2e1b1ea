import type { IDataObject } from 'n8n-workflow';
import type { AnswerRule, RecordKind, ValueType } from '../../resources/operation';
import type { Outcome } from '../common/outcome';
import { outcomeOfPayoutStatus } from './recordTable';

/** What an answer with a 2xx says about its request. */
export interface AnswerJudgement {
	outcome: Extract<Outcome, 'accepted' | 'reversed' | 'rejected' | 'unknown'>;
	/** One sentence for the builder, without a full stop. */
	says: string;
	/** What the item puts out, where it was accepted. */
	answers?: IDataObject[];
	/** The service's record, where the payment was made and taken back. */
	record?: { kind: RecordKind; content: IDataObject };
	/** The question was answered, and there is no such record. */
	notFound?: boolean;
}

const TYPES: Record<ValueType, (value: unknown) => boolean> = {
	text: (value) => typeof value === 'string' && value !== '',
	number: (value) => typeof value === 'number',
	list: Array.isArray,
};

/**
 * Reads an answer with a 2xx. The status alone proves nothing: something in between may have given
 * it, and a service may say no in an answer that looks like a yes.
 *
 * @param body parsed JSON, text, or undefined where it could not be read
 * @param orderReference that was sent
 */
export function judgeAnswer(
	body: unknown,
	rule: AnswerRule,
	orderReference: string,
): AnswerJudgement {
	if (rule.form === 'records') return judgeList(body, rule.kind, orderReference);
	if (!isJsonObject(body)) {
		return unknown('The service answered with something that cannot be read');
	}
	if (body.success === false) {
		return unknown('The answer has a status of success, but says that it did not succeed');
	}
	if (rule.form === 'record') return judgeRecord(body, rule.kind, orderReference);
	const wanted = Object.entries(rule.anyOf);
	if (wanted.some(([key, type]) => Object.hasOwn(body, key) && TYPES[type](body[key]))) {
		return { ...ACCEPTED, answers: [body] };
	}
	return unknown(
		`The service answered with success, but without ${wanted.map(([key]) => key).join(' or ')}`,
	);
}

/**
 * The records in the answer to a look-up.
 *
 * @returns those with this order reference; undefined where the answer is no list of records. A
 * single record counts as a list of one.
 */
export function recordsIn(body: unknown, orderReference: string): IDataObject[] | undefined {
	// An answer that says that it did not succeed is no record, whatever else it says.
	if (isJsonObject(body) && body.success === false) return undefined;
	const entries: unknown[] = Array.isArray(body) ? body : [body];
	const records = entries.filter(isJsonObject).filter((record) => 'orderReference' in record);
	if (entries.length > 0 && records.length === 0) return undefined;
	return records.filter((record) => isOf(record, orderReference));
}

/** How a record that the service does not have is spoken of, for each kind. */
export const NOT_KNOWN: Record<RecordKind, string> = {
	payout: 'The service knows no payout with this order reference',
	payment: 'The service knows no payment with this order reference',
};

const ACCEPTED = { outcome: 'accepted', says: 'The service accepted the request' } as const;

function judgeRecord(body: IDataObject, kind: RecordKind, orderReference: string): AnswerJudgement {
	if (body.orderReference === undefined) {
		return unknown('The service answered with success, but without the order reference');
	}
	if (!isOf(body, orderReference)) {
		return unknown('The service answered about another order reference');
	}
	const { outcome, says } = outcomeOfPayoutStatus(body.status, true);
	if (outcome === 'accepted') return { outcome, says, answers: [body] };
	if (outcome === 'reversed') return { outcome, says, record: { kind, content: body } };
	return unknown('The payout in the answer has a status that this node does not know');
}

function judgeList(body: unknown, kind: RecordKind, orderReference: string): AnswerJudgement {
	const records = recordsIn(body, orderReference);
	if (records === undefined) {
		return unknown('The service answered with something that is not a list of records');
	}
	if (records.length === 0) return { outcome: 'rejected', says: NOT_KNOWN[kind], notFound: true };
	return { ...ACCEPTED, answers: records };
}

function unknown(says: string): AnswerJudgement {
	return { outcome: 'unknown', says };
}

/** A service may write a reference of digits as a number. */
function isOf({ orderReference }: IDataObject, wanted: string): boolean {
	return (
		(typeof orderReference === 'string' || typeof orderReference === 'number') &&
		String(orderReference) === wanted
	);
}

function isJsonObject(body: unknown): body is IDataObject {
	return typeof body === 'object' && body !== null && !Array.isArray(body);
}
