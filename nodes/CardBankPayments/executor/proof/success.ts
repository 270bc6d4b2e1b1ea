import type { IDataObject } from 'n8n-workflow';
import type { ItemsRule, ResponseRule, ValueType } from '../../resources/operation';
import { responses } from '../../sentences/responses';
import { listIn } from '../../wire/listIn';
import { plainText } from '../../wire/shown';
import type { Payment, Verdict } from '../common/payment';
import { evidenceOf } from './evidence';
import { isOnItsWayOrMade } from './records';
import { isJsonObject } from './response';
import { ACCEPTED, rejected, unknown } from './verdicts';

const TYPES: Record<ValueType, (value: unknown) => boolean> = {
	link: (value) => typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value),
	text: (value) => typeof value === 'string' && value.trim() !== '',
	amount: (value) => Number.isFinite(value) || /^-?\d+(?:\.\d+)?$/.test(plainText(value)),
	list: Array.isArray,
};

/** Fields that the service adds to a payout. A mock that gives the request back may add one of them, but not two. */
const OF_A_PAYOUT = [
	...['createdAt', 'fee', 'channel', 'channelProvider', 'order', 'beneficiary', 'clientId'],
];
const PROVING_FIELDS = 2;

/**
 * Reads a response with a 2xx. The status alone proves nothing, since something in between may have given
 * it, and words prove nothing either: only the form of what was asked for does.
 */
export function judgeSuccess(body: unknown, rule: ResponseRule, payment: Payment): Verdict {
	switch (rule.form) {
		case 'items':
			return judgeItems(body, rule, payment);
		// Those with our reference are read in `lookUpReading.ts`, and pages in `service/pages.ts`.
		case 'records':
			return { ...unknown(responses.noRecord.says), nextStep: responses.noRecord.nextStep };
		case 'page':
			return unknown(responses.isNot({ what: 'a list of records' }));
		case 'record':
			return isJsonObject(body) ? judgeCreated(body, payment) : UNREADABLE;
		case 'fields':
			return isJsonObject(body) ? judgeFields(body, rule.anyOf) : UNREADABLE;
	}
}

const UNREADABLE = unknown(responses.unreadable);

function judgeFields(body: IDataObject, anyOf: Record<string, ValueType>): Verdict {
	const wanted = Object.entries(anyOf);
	if (wanted.some(([key, type]) => Object.hasOwn(body, key) && TYPES[type](body[key]))) {
		return { ...ACCEPTED, records: [body] };
	}
	return unknown(responses.without({ what: wanted.map(([key]) => key).join(' or ') }));
}

/**
 * The payout that was asked for: under our order reference, with an id, to no other account and of no other amount,
 * and either a status of a payout that is on its way or made, or at least two more fields of a payout.
 * Whatever else came, the payout is looked up, also with a status such as REVERSED: only its record proves that.
 */
function judgeCreated(body: IDataObject, payment: Payment): Verdict {
	const { id, status, orderReference } = body;
	if (orderReference === undefined) {
		return unknown(responses.without({ what: 'the order reference' }));
	}
	if (!isReference(orderReference, payment.orderReference)) {
		return unknown(responses.anothers({ what: 'order reference' }));
	}
	const evidence = evidenceOf(body, payment);
	if (evidence === 'account number' || evidence === 'amount') {
		return unknown(responses.anothers({ what: evidence }));
	}
	if (!isPlain(id)) return unknown(responses.without({ what: 'an id of the payout' }));
	const others = OF_A_PAYOUT.filter(
		(key) => isShown(body[key]) && payment.body?.[key] === undefined,
	);
	const hasStatus = (status ?? '') !== '';
	const isProven = hasStatus ? isOnItsWayOrMade(status) : others.length >= PROVING_FIELDS;
	if (isProven) return { ...ACCEPTED, records: [body] };
	return unknown(responses.notProven);
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

/**
 * Reads a list that comes whole: it gives an item for each entry, or none of it.
 *
 * @param payment its `limit` is the most entries that an AI agent may read
 */
function judgeItems(
	body: unknown,
	{ name: wanted, key, each, whole }: ItemsRule,
	{ limit: most = Infinity }: Pick<Payment, 'limit'>,
): Verdict {
	const list = listIn(body, key);
	const isEntry = (entry: unknown): entry is IDataObject =>
		isJsonObject(entry) && Object.entries(each).every(([name, type]) => TYPES[type](entry[name]));
	const details = whole && isJsonObject(body) ? body[whole.key] : undefined;
	if (!list?.every(isEntry) || (whole && !isJsonObject(details))) {
		return unknown(responses.isNot({ what: wanted }));
	}
	if (list.length > most) {
		const of = { what: wanted, entries: list.length, most };
		const { says, nextStep } = responses.tooManyEntries(of);
		return rejected('settings', says, nextStep);
	}
	if (!whole) return { ...ACCEPTED, records: list };
	// An empty statement still has a balance, so it gives one item.
	const entries = list.length === 0 ? [{}] : list;
	return { ...ACCEPTED, records: entries.map((entry) => ({ ...entry, [whole.as]: details })) };
}
