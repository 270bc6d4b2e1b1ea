import type { IDataObject } from 'n8n-workflow';
import { amountInWords, centsOf } from '../../../wire/amount';
import { masked, plain, plainText, shown } from '../../../wire/shown';
import type { Cause } from '../../common/payment';
import { amountOf, dayMade } from '../recordInWords';
import { cameInAs, type Row } from './row';

/** What a person reads in a cell of a table. */
const LONGEST_NOTE = 300;

/** What to do, what happened to the money, and the service's words. */
export type Note = (row: Row) => Array<string | undefined>;

/** Whoever owns the table cannot change the expression in the node. */
const FOR_EXPRESSIONS = /, in n8n (?:\{\{.*?\}\}|\.\w+\(\))/g;

/** Whole sentences on one line. */
export function noteOf(sentences: ReturnType<Note>): string {
	const text = sentences
		.map((one) => plain(one ?? '').replace(FOR_EXPRESSIONS, ''))
		.filter((one) => one !== '')
		.map((one) => one.replace(/(?<![.?!])$/, '.'))
		.join(' ');
	return text.length > LONGEST_NOTE ? `${text.slice(0, LONGEST_NOTE - 1)}…` : text;
}

const PENDING = 'then write pending';
const NEW_REFERENCE = `give the row a new order reference, ${PENDING}`;
const NEXT_RUN = 'It is tried again by the next run';
const NEW_BILL = `Only where it is a new bill, ${NEW_REFERENCE}`;
const IS_IT_PAID = `Find out in the dashboard whether this bill is paid. If not, ${NEW_REFERENCE}`;
const BEFORE_IT_CAN_BE_PAID: Partial<Record<Cause, string>> = {
	item: 'Correct it',
	reference: IS_IT_PAID,
	account: 'Ask who runs this workflow',
};

/** Every sentence of a note, by what happened. */
export const notes = {
	// Payouts
	paid: ({ record }) => [`Paid: ${inWords(record)}`],
	onItsWay: ({ record }) => [`On its way: ${inWords(record)}`],
	reversed: ({ record }) => [
		`Correct the account, ${NEW_REFERENCE}`,
		`The money came back${record ? `: ${inWords(record)}` : ''}`,
	],
	held: ({ result }) => [
		'Is it to be paid all the same? Write checked, or ask who runs this workflow',
		`Nothing was sent: ${result.says}`,
	],
	rejected: ({ result }) => [`Correct it, ${PENDING}`, `No money moved: ${result.says}`],
	notSent: (row) => [
		NEXT_RUN,
		cameInAs(row) === 'unknown' ? 'Whether it was paid before is still not known' : undefined,
		`Nothing was sent now: ${row.result.says}`,
	],
	unknown: ({ result }) => [
		'Do not pay it by hand: a run in ten minutes or later looks it up',
		'The money moved, or not',
		result.says,
	],
	otherDetails: () => [
		IS_IT_PAID,
		'Nothing was sent now: this run has sent the order reference with other values',
	],
	anothers: ({ result }) => [IS_IT_PAID, `Nothing was sent now: ${result.says}`],
	justPaid: ({ record }) => [
		`Nothing to do: another run has just paid this row (${inWords(record)})`,
	],
	justSent: ({ record }) => [
		`Nothing to do: another run has just sent the payout of this row (${inWords(record)})`,
	],
	alreadySent: ({ record }) =>
		record
			? [NEW_BILL, `Nothing was sent now: it was sent before (${inWords(record)})`]
			: [
					`Ask the service whether it was paid. ${NEW_BILL}`,
					'Nothing was sent now: an earlier run has sent it, and the service does not show it',
				],
	wouldPay: ({ result }) => [
		'Nothing was sent: Validate Only is on',
		`It would send ${requestInWords(result.request?.body as IDataObject | undefined)}`,
	],

	// Look-ups
	notListed: () => [
		'Was it sent from another account, or was the order reference changed?',
		'The service does not list it under this order reference',
	],
	notLookedUp: ({ result: { cause, says } }) => [
		cause === 'item' ? 'Correct the row' : 'It is looked up again by the next run',
		`It could not be looked up: ${says}`,
	],
	notAsked: () => ['Nothing was asked: Validate Only is on'],
	anothersFound: () => [
		IS_IT_PAID,
		'The service has another payout under this order reference, or several',
	],
	stillAlreadySent: ({ record }) => [
		NEW_BILL,
		`The order reference is that of an earlier payout (${inWords(record)})`,
	],
	oddStatus: ({ record }) => [
		'Ask the service what became of it',
		`The service knows it, with ${statusOf(record) || 'no status'}`,
	],

	// Card payments
	cardPaid: ({ record }) => [`Paid: ${collected(record)}`],
	paidOtherwise: ({ record, expected: { cents, currency } }) => [
		'Settle it with the payer',
		`Paid: ${collected(record)}, and not ${cents ? amountInWords(cents, currency) : currency}`,
	],
	refunded: () => ['The money went back to the payer'],
	onHold: () => ['Ask the service: the payment is on hold'],
	notPaid: ({ record }) => [`Not paid yet: ${statusOf(record)}`],
	nobodyPaid: () => ['Nobody has paid at the link yet'],

	// Links
	linkMade: () => ['Send the link to the payer'],
	linkRejected: ({ result }) => [`Correct it, ${PENDING}`, `No link was made: ${result.says}`],
	linkNotMade: ({ result }) => [NEXT_RUN, `No link was made: ${result.says}`],
	linkLost: ({ result }) => [
		`For a link, ${NEW_REFERENCE}`,
		'No link came back, and nothing was charged',
		result.says,
	],
	linkBefore: ({ result }) => [
		`Is it another bill, or is the link lost? Then ${NEW_REFERENCE}`,
		`No link was made: ${result.says}`,
	],
	wouldMakeLink: ({ result }) => [
		'Nothing was sent: Validate Only is on',
		`It would make a link for ${requestInWords(result.request?.body as IDataObject | undefined)}`,
	],

	// Previews
	canBePaid: ({ record }) => ['It can be paid', plainText(record?.estimatedArrival)],
	cannotBePaid: ({ result: { cause = 'service', says } }) => {
		const what = BEFORE_IT_CAN_BE_PAID[cause];
		return what
			? [what, `It cannot be paid: ${says}`]
			: ['Try it again later', `It could not be tried out: ${says}`];
	},
} satisfies Record<string, Note>;

const statusOf = (record: IDataObject = {}): string => shown(plainText(record.status), 40);

/** E.g. `2026-11-28, SUCCESS, 41,307.25 TZS with the fee`. */
function inWords(record: IDataObject = {}): string {
	const parts = [dayMade(record), statusOf(record), amountOf(record)];
	return parts.filter(Boolean).join(', ') || 'without details';
}

function collected({ collectedAmount, collectedCurrency }: IDataObject = {}): string {
	const cents = centsOf(collectedAmount);
	if (cents === undefined) return 'the service does not show how much';
	return amountInWords(cents, shown(plainText(collectedCurrency)));
}

/** E.g. `150,000.00 TZS to …2700 as S042INV7`. */
function requestInWords(body: IDataObject = {}): string {
	const account = plainText(body.accountNumber);
	return [
		amountInWords(centsOf(body.amount) ?? 0n, plainText(body.currency)),
		account && `to ${masked(account)}`,
		`as ${shown(plainText(body.orderReference))}`,
	]
		.filter(Boolean)
		.join(' ');
}
