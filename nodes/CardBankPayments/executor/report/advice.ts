import type { Effect } from '../../resources/operation';
import { plain, shown } from '../../wire/shown';
import { itemNumber, type Result, type Outcome } from '../common/payment';
import { foundBefore } from './madeBefore';

/** A longer one does not fit on a line of the editor's panel, which then cuts off the whole text. */
const NAMED_LENGTH = 40;

const NOTHING_TO_DO = 'Nothing to do';
const CORRECT_CAUSE = 'Correct the cause, then run this item again';
const NOTHING_CHANGED = 'Nothing was changed';
const LOOK_UP =
	'Look up {reference} with {place}. Use a new order reference only for a new payment';

/** In the order of a summary: after the accepted ones, the most urgent first. */
const COMMON: Record<Outcome, [meaning: string, nextStep: string]> = {
	accepted: ['The service did what was asked', NOTHING_TO_DO],
	unknown: [
		'No link came back and nothing was charged',
		'Make a new link under a new order reference',
	],
	reversed: [
		'The money came back, and the order reference is used up',
		'The money came back: correct the cause, then pay under a new order reference',
	],
	rejected: ['Nothing was started', CORRECT_CAUSE],
	alreadySent: ['It is not sent again', LOOK_UP],
	invalid: ['This item was not sent', 'Correct the item, then run it again'],
	notFound: [
		NOTHING_CHANGED,
		'Look it up again later: one that was just sent may not be shown yet. This does not mean that it may be sent again',
	],
	notSent: ['This item was not sent', 'Fix what stopped the run, then run this item again'],
};

const OWN: Partial<Record<Effect, Partial<typeof COMMON>>> = {
	payout: {
		accepted: ['The payout was made', NOTHING_TO_DO],
		rejected: ['No money moved for this item', CORRECT_CAUSE],
		unknown: [
			'The payout may or may not have been made. It is not sent again by itself',
			'Look up {reference} later, with {place}, before sending it again',
		],
		alreadySent: [
			'It is not sent again, so that the beneficiary is not paid twice',
			`${LOOK_UP}, or once the money came back`,
		],
	},
	// Such a request changes nothing, whatever became of it.
	none: {
		rejected: [NOTHING_CHANGED, CORRECT_CAUSE],
		unknown: [
			NOTHING_CHANGED,
			'Run it again later. Without a response, nothing says whether the payment was made',
		],
	},
};

const PLACES: Record<Effect, string> = {
	payout: "Payout → Get or in the service's dashboard",
	paymentLink: "Card Payment → Get or in the service's dashboard",
	none: 'the service',
};

const SAFE_TO_RETRY = new Set<Outcome>(['rejected', 'notSent', 'invalid']);

export function adviceFor(result: Result, effect: Effect) {
	const { conflict, outcome, orderReference = '' } = result;
	const textsOf = (one: Outcome) => OWN[effect]?.[one] ?? COMMON[one];
	const [meaning, usual] = textsOf(conflict ? 'alreadySent' : outcome);
	const found = foundBefore(result, effect);
	// Where the service's record says what became of a payout that was sent before, that counts.
	const isClear = found !== undefined && found.outcome !== 'unknown';
	const nextStep = (result.nextStep ?? (isClear ? textsOf(found.outcome)[1] : usual))
		.replace('{reference}', () => `order reference ${shown(orderReference)}`)
		.replace('{place}', PLACES[effect]);
	if (conflict) {
		const title = 'Order reference used with other details';
		return { title, meaning: 'The new details were not sent', nextStep, safeToRetry: false };
	}
	const subject = effect === 'payout' ? 'Payout' : 'Request';
	const isUnknown = outcome === 'unknown';
	// "Payout unknown" would say that the service does not know it.
	const ended = isUnknown ? 'outcome unknown' : inWords(outcome);
	return {
		title: outcome === 'notFound' ? 'Not found' : `${subject} ${ended}`,
		meaning,
		nextStep,
		safeToRetry: SAFE_TO_RETRY.has(outcome) || (isUnknown && effect !== 'payout'),
	};
}

/** As an outcome is called everywhere, e.g. `already sent`. */
function inWords(outcome: Outcome): string {
	return outcome.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export function nameItem({ index, orderReference }: Result): string {
	const item = `Item ${itemNumber(index)}`;
	if (!orderReference) return item;
	return `${item}, order reference ${shown(orderReference, NAMED_LENGTH)}`;
}

/** How an item ended: which one, what happened, and, unless nothing was sent, what it means. */
export function describeResult(result: Result, effect: Effect, isNothingSent = false): string {
	const { says, lookedUp, outcome, records } = result;
	const name = nameItem(result);
	const found = foundBefore(result, effect);
	const sentences =
		found?.outcome === 'accepted'
			? [`${found.says} (${name.replace('Item', 'item')})`]
			: [`${name}: ${plain(says)}`, ...(found === undefined ? [] : [found.says])];
	// Where the service's record was found, that says more.
	if (lookedUp && outcome !== 'accepted' && records === undefined) {
		const times = lookedUp.times === 1 ? 'once' : `${lookedUp.times} times`;
		sentences.push(`Looked up ${times}, last response: ${lookedUp.answer}`);
	}
	if (!isNothingSent) sentences.push(adviceFor(result, effect).meaning);
	return sentences.map((sentence) => `${sentence}.`).join(' ');
}

/** The results by their outcome in words, as far as there are any. */
export function byOutcome(results: Result[]): Array<[words: string, group: Result[]]> {
	return Object.keys(COMMON).flatMap((outcome) => {
		const group = results.filter((one) => one.outcome === outcome);
		return group.length === 0 ? [] : [[inWords(outcome as Outcome), group]];
	});
}
