import type { Effect } from '../../resources/operation';
import { plain, shortened, shown } from '../../wire/shown';
import type { Outcome } from '../common/outcome';
import { itemNumber, type Result, type LookedUp } from '../common/payment';
import { foundBefore } from './madeBefore';

/** What an outcome means for the money, and what the builder does next. */
interface Advice {
	title: string;
	meaning: string;
	nextStep: string;
}

/** Each outcome as it is called everywhere; behind the accepted ones, the most urgent one comes first. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
	accepted: 'accepted',
	unknown: 'unknown',
	reversed: 'reversed',
	rejected: 'rejected',
	alreadySent: 'already sent',
	invalid: 'invalid',
	notFound: 'not found',
	notSent: 'not sent',
};

/** Said of a whole run; "this item was not sent" behind it would say it twice. */
export const NOTHING_SENT = 'Nothing was sent';

/** A longer one does not fit on a line of the editor's panel, which then cuts off the whole text. */
const NAMED_LENGTH = 40;

const NOTHING_TO_DO = 'Nothing to do';
const CORRECT_CAUSE = 'Correct the cause, then run this item again';
const PAY_ANEW = 'The money came back: correct the cause, then pay under a new order reference';
const ONLY_ASKED = 'This was only a question: it changed nothing';
const NEW_REFERENCE = 'Use a new order reference only for a new payment';

type Texts = [meaning: string, nextStep: string];

/** For every operation, as far as it has no texts of its own below. */
const COMMON: Record<Outcome, Texts> = {
	accepted: ['The service did what was asked', NOTHING_TO_DO],
	reversed: ['The money came back, and the order reference is used up', PAY_ANEW],
	rejected: ['Nothing was started', CORRECT_CAUSE],
	unknown: [
		'No link came back and nothing was charged',
		'Make a new link under a new order reference',
	],
	alreadySent: ['It is not sent again', `Look up {reference} with {place}. ${NEW_REFERENCE}`],
	notFound: [
		ONLY_ASKED,
		'Ask again later. This does not mean that the payment may be sent again: one that was just sent may not be shown yet',
	],
	notSent: ['This item was not sent', 'Fix what stopped the run, then run this item again'],
	invalid: ['This item was not sent', 'Correct the item, then run it again'],
};

const OWN: Record<Effect, Partial<Record<Outcome, Texts>>> = {
	payout: {
		accepted: ['The payout was made', NOTHING_TO_DO],
		rejected: ['No money moved for this item', CORRECT_CAUSE],
		unknown: [
			'The payout may or may not have been made. It is not sent again by itself',
			'Look up {reference} later, with {place}, before sending it again',
		],
		alreadySent: [
			'It is not sent again, so that the beneficiary is not paid twice',
			`Look up {reference} with {place}. ${NEW_REFERENCE}, or once the money came back`,
		],
	},
	paymentLink: {},
	// A question that got no response, or a refusal, leaves everything as it was.
	none: {
		rejected: [ONLY_ASKED, CORRECT_CAUSE],
		unknown: [
			ONLY_ASKED,
			'Ask again later. Until there is a response, this says nothing about whether the payment was made',
		],
	},
};

/** Where a payment is looked up by hand. */
const PLACES: Record<Effect, string> = {
	payout: "Payout → Get or in the service's dashboard",
	paymentLink: "Card Payment → Get or in the service's dashboard",
	none: 'the service',
};

/**
 * The advice for one item.
 *
 * @param effect of the operation; for anything but payouts no money is at stake
 */
export function adviceFor(result: Result, effect: Effect): Advice {
	const { outcome, conflict, orderReference = '' } = result;
	const textsOf = (of: Outcome) => OWN[effect][of] ?? COMMON[of];
	const [meaning, usual] = textsOf(outcome);
	const byHand = (conflict ? textsOf('alreadySent')[1] : usual)
		.replace('{reference}', () => `order reference ${shown(orderReference)}`)
		.replace('{place}', PLACES[effect]);
	const found = foundBefore(result, effect)?.outcome;
	const known = { accepted: NOTHING_TO_DO, reversed: PAY_ANEW, unknown: undefined };
	const nextStep = result.nextStep ?? (found && known[found]) ?? byHand;
	if (conflict) {
		return {
			title: 'Order reference used with other details',
			meaning:
				'This order reference was already sent with other details. The new details were not sent',
			nextStep,
		};
	}
	const kind = effect === 'payout' ? 'Payout' : 'Request';
	const title =
		outcome === 'unknown' ? `${kind} outcome unknown` : `${kind} ${OUTCOME_WORDS[outcome]}`;
	return { title: outcome === 'notFound' ? 'Not found' : title, meaning, nextStep };
}

/** Item and order reference in front of a sentence. */
export function nameItem({ index, orderReference }: Result): string {
	return !orderReference
		? `Item ${itemNumber(index)}`
		: `Item ${itemNumber(index)}, order reference ${shortened(orderReference, NAMED_LENGTH)}`;
}

/** One line on how an item ended: which one, what happened, what it means. */
export function describeResult(result: Result, effect: Effect): string {
	const { says, lookedUp, outcome, records } = result;
	const name = nameItem(result);
	const found = foundBefore(result, effect);
	const { meaning } = adviceFor(result, effect);
	// Where the service's record was found, that says more.
	const leftOpen = outcome !== 'accepted' && records === undefined;
	const sentences =
		found?.outcome === 'accepted'
			? [`${found.says} (${name.replace('Item', 'item')})`]
			: [`${name}: ${plain(says)}`, ...(found === undefined ? [] : [found.says])];
	if (lookedUp && leftOpen) sentences.push(describeLookUps(lookedUp));
	if (!says.includes(NOTHING_SENT)) sentences.push(meaning);
	return sentences.map((sentence) => `${sentence}.`).join(' ');
}

function describeLookUps({ times, answer }: LookedUp): string {
	return `Looked up ${times === 1 ? 'once' : `${times} times`}, last response: ${answer}`;
}

/** Every order reference in one line, e.g. "INV-1, INV-2": none may be lost in "and 8 more". */
export function listReferences(results: Result[]): string {
	return results
		.map(({ index, orderReference }) => shown(orderReference || `item ${itemNumber(index)}`))
		.join(', ');
}
