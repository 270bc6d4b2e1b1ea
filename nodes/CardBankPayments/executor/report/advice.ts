import type { Effect } from '../../resources/operation';
import { plain, shortened, shown } from '../../text/shown';
import type { Outcome } from '../common/outcome';
import type { ItemResult, LookedUp } from '../common/payment';

/** What an outcome means for the money, and what the builder does next. */
interface Advice {
	title: string;
	meaning: string;
	nextStep: string;
}

/** A longer one does not fit on a line of the editor's panel, which then cuts off the whole text. */
const NAMED_LENGTH = 40;

/** The answer to a question; it says nothing about whether the payment may be sent. */
const NOT_FOUND: Advice = {
	title: 'Not found',
	meaning: 'It may still appear',
	nextStep:
		'Ask again later. This does not mean that the payment may be sent again: one that was just sent may not be shown yet',
};

/** What a question that got no answer, or a refusal, leaves as it was. */
const ONLY_ASKED = 'This was only a question: it changed nothing';

/**
 * The advice for one item.
 *
 * @param effect of the operation; for anything but payouts no money is at stake
 */
export function adviceFor(result: ItemResult, effect: Effect): Advice {
	const { outcome, orderReference, conflict, notFound, nextStep } = result;
	if (notFound) return NOT_FOUND;
	const reference = `order reference ${shown(orderReference ?? '')}`;
	const known = statusIn(result);
	const paysOut = effect === 'payout';
	const onlyAsks = effect === 'none';
	const askAt = onlyAsks
		? 'the service'
		: `${paysOut ? 'Payout' : 'Card Payment'} → Get or in the service's dashboard`;
	const lookUp = `${known === undefined ? `Look up ${reference} with ${askAt}` : `The service has ${reference} with the status ${known}`}; use a new order reference only for a new payment, or once the service says that the money came back`;
	const advice: Record<Outcome, Advice> = {
		accepted: {
			title: paysOut ? 'Payout accepted' : 'Request accepted',
			meaning: paysOut ? 'The payout was made' : 'The service did what was asked',
			nextStep: 'Nothing to do',
		},
		reversed: {
			title: paysOut ? 'Payout taken back' : 'Payment taken back',
			meaning: 'The money came back, and the order reference is used up',
			nextStep: 'Correct the cause, then pay under a new order reference',
		},
		rejected: {
			title: paysOut ? 'Payout refused' : 'Request refused',
			meaning: paysOut
				? 'No money moved for this item'
				: onlyAsks
					? ONLY_ASKED
					: 'Nothing was started',
			nextStep: 'Correct the cause, then run this item again',
		},
		unknown: paysOut
			? {
					title: 'Payout outcome unknown',
					meaning: 'The payout may or may not have been made. It is not sent again by itself',
					nextStep: `Look up ${reference} later, with ${askAt}, before sending it again`,
				}
			: {
					title: 'Request outcome unknown',
					meaning: onlyAsks ? ONLY_ASKED : 'No money moved',
					nextStep: onlyAsks
						? 'Ask again later. Until there is an answer, this says nothing about whether the payment was made'
						: `Run this item again; if the service then knows ${reference}, look it up there`,
				},
		notSent: {
			title: paysOut ? 'Payout not sent' : 'Request not sent',
			meaning: 'This item was not sent',
			nextStep: 'Fix what stopped the run, then run this item again',
		},
		alreadySent: {
			title: paysOut ? 'Payout already sent' : 'Order reference already used',
			meaning: paysOut
				? 'It is not sent again, so that the beneficiary is not paid twice'
				: 'It is not sent again',
			nextStep: lookUp,
		},
		invalid: conflict
			? {
					title: 'Order reference used with other details',
					meaning: 'What was sent first stands; these details were not sent',
					nextStep: lookUp,
				}
			: {
					title: paysOut ? 'Payout not valid' : 'Request not valid',
					meaning: 'This item was not sent',
					nextStep: 'Correct the item, then run it again',
				},
	};
	return nextStep === undefined ? advice[outcome] : { ...advice[outcome], nextStep };
}

/** The status of the service's record, in its own word: what became of the payment. */
function statusIn({ record }: ItemResult): string | undefined {
	const status = record?.content.status;
	return typeof status === 'string' && status !== '' ? shown(status) : undefined;
}

/** Item and order reference in front of a sentence; items are counted from 0, as n8n does. */
export function nameItem({ index, orderReference }: ItemResult): string {
	return orderReference === undefined
		? `Item ${index}`
		: `Item ${index}, order reference ${shortened(orderReference, NAMED_LENGTH)}`;
}

/** One line on how an item ended: which one, what happened, what it means. */
export function describeResult(result: ItemResult, effect: Effect): string {
	const { says, lookedUp, outcome, record } = result;
	// Where the service's record was found, that says more.
	const leftOpen = outcome !== 'accepted' && record === undefined;
	const sentences = [
		`${nameItem(result)}: ${plain(says)}`,
		...(lookedUp && leftOpen ? [describeLookUps(lookedUp)] : []),
		adviceFor(result, effect).meaning,
	];
	return sentences.map((sentence) => `${sentence}.`).join(' ');
}

function describeLookUps({ times, answer }: LookedUp): string {
	return `Looked up ${times === 1 ? 'once' : `${times} times`}, last answer: ${answer}`;
}

/** Every order reference in one line, e.g. "INV-1, INV-2": none may be lost in "and 8 more". */
export function listReferences(results: ItemResult[]): string {
	return results
		.map(({ index, orderReference }) => shown(orderReference ?? `item ${index}`))
		.join(', ');
}
