import type { IDataObject } from 'n8n-workflow';
import { notes as sentences } from '../../../sentences/notes';
import { records } from '../../../sentences/records';
import { amountInWords, centsOf } from '../../../wire/amount';
import { masked, plain, plainText, shown } from '../../../wire/shown';
import type { Cause } from '../../common/payment';
import { amountOf, dayMade } from '../recordInWords';
import { cameInAs, type Row } from './row';

/** What a person reads in a cell of a table. */
const LONGEST_NOTE = 300;

/** What to do, what happened to the money, and the service's words. */
export type Note = (row: Row) => string;

/** Whoever owns the table cannot change the expression in the node. */
const FOR_EXPRESSIONS = /, in n8n (?:\{\{.*?\}\}|\.\w+\(\))/g;

/** On one line, with a full stop. */
export function inCell(note: string): string {
	const text = plain(note)
		.replace(FOR_EXPRESSIONS, '')
		.replace(/(?<![.?!])$/, '.');
	return text.length > LONGEST_NOTE ? `${text.slice(0, LONGEST_NOTE - 1)}…` : text;
}

/** A sentence with what the record shows. */
const ofRecord =
	(sentence: (of: { details: string }) => string): Note =>
	({ record }) =>
		sentence({ details: inWords(record) });

/** A sentence with what happened. */
const because =
	(sentence: (of: { why: string }) => string): Note =>
	({ result: { says } }) =>
		sentence({ why: says });

/** A sentence with the request that was not sent. */
const ofRequest =
	(sentence: (of: { request: string }) => string): Note =>
	({ result: { request } }) =>
		sentence({ request: requestInWords(request?.body as IDataObject | undefined) });

/** The note of a row, by what happened. */
export const notes = {
	// Payouts
	paid: ofRecord(sentences.paid),
	onItsWay: ofRecord(sentences.onItsWay),
	reversed: (row) => (row.record ? ofRecord(sentences.reversedAs)(row) : sentences.reversed),
	held: because(sentences.held),
	aboveMaximum: because(sentences.aboveMaximum),
	rejected: because(sentences.rejected),
	notSent: (row) =>
		because(cameInAs(row) === 'unknown' ? sentences.notSentAndUnknown : sentences.notSent)(row),
	unknown: because(sentences.unknown),
	otherDetails: () => sentences.otherDetails,
	anothers: because(sentences.anothers),
	justPaid: ofRecord(sentences.justPaid),
	justSent: ofRecord(sentences.justSent),
	alreadySent: (row) =>
		row.record ? ofRecord(sentences.alreadySent)(row) : sentences.sentAndNotShown,
	wouldPay: ofRequest(sentences.wouldPay),

	// Look-ups
	notListed: () => sentences.notListed,
	notLookedUp: (row) =>
		because(row.result.cause === 'item' ? sentences.correctLookUp : sentences.notLookedUp)(row),
	notAsked: () => sentences.notAsked,
	anothersFound: () => sentences.anothersFound,
	stillAlreadySent: ofRecord(sentences.stillAlreadySent),
	oddStatus: ({ record }) => sentences.oddStatus({ status: statusOf(record) || records.noStatus }),

	// Card payments
	cardPaid: ({ record }) => sentences.paid({ details: collected(record) }),
	paidOtherwise: ({ record, expected: { cents, currency } }) =>
		sentences.paidOtherwise({
			collected: collected(record),
			expected: cents ? amountInWords(cents, currency) : String(currency),
		}),
	refunded: () => sentences.refunded,
	onHold: () => sentences.onHold,
	notPaid: ({ record }) => sentences.notPaid({ status: statusOf(record) }),
	nobodyPaid: () => sentences.nobodyPaid,

	// Links
	linkMade: () => sentences.linkMade,
	linkRejected: because(sentences.linkRejected),
	linkNotMade: because(sentences.linkNotMade),
	linkLost: because(sentences.linkLost),
	linkBefore: because(sentences.linkBefore),
	wouldMakeLink: ofRequest(sentences.wouldMakeLink),

	// Previews
	canBePaid: ({ record }) => sentences.canBePaid({ arrival: plainText(record?.estimatedArrival) }),
	cannotBePaid: (row) => because(OF_PREVIEW[row.result.cause ?? 'service'])(row),
} satisfies Record<string, Note>;

const OF_PREVIEW: Record<Cause, (of: { why: string }) => string> = {
	item: sentences.correctPreview,
	reference: sentences.usedPreview,
	account: sentences.refusedPreview,
	settings: sentences.failedPreview,
	service: sentences.failedPreview,
	run: sentences.failedPreview,
};

const statusOf = (record: IDataObject = {}): string => shown(plainText(record.status), 40);

/** E.g. `2026-11-28, SUCCESS, 41,307.25 TZS with the fee`. */
function inWords(record: IDataObject = {}): string {
	const parts = [dayMade(record), statusOf(record), amountOf(record)];
	return parts.filter(Boolean).join(', ') || records.noDetails;
}

function collected({ collectedAmount, collectedCurrency }: IDataObject = {}): string {
	const cents = centsOf(collectedAmount);
	if (cents === undefined) return records.noAmount;
	return amountInWords(cents, shown(plainText(collectedCurrency)));
}

/** E.g. `150,000.00 TZS to …2700 as S042INV7`. */
function requestInWords(body: IDataObject = {}): string {
	const account = plainText(body.accountNumber);
	const amount = amountInWords(centsOf(body.amount) ?? 0n, plainText(body.currency));
	const reference = shown(plainText(body.orderReference));
	return account === ''
		? records.link({ amount, reference })
		: records.payout({ amount, account: masked(account), reference });
}
