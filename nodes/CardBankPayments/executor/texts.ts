import type { Effect } from '../shared/operation';
import type { Outcome } from './outcome';
import type { ItemResult } from './types';

/** What an outcome means for the money, and what the builder does next. */
interface Advice {
	title: string;
	meaning: string;
	nextStep: string;
}

/** Longer than any sensible reference or message; keeps hostile text from flooding a log. */
const MAXIMUM_LENGTH = 200;

/** A longer one does not fit on a line of the editor's panel, which then cuts off the whole text. */
const NAMED_LENGTH = 40;

/**
 * The advice for one item.
 *
 * @param effect of the operation; for anything but payouts no money is at stake
 */
export function adviceFor(result: ItemResult, effect: Effect): Advice {
	const { outcome, orderReference, conflict } = result;
	const reference = `order reference ${shown(orderReference ?? '')}`;
	const lookUp = `Look up ${reference} with the service; use a new order reference only for a new payment`;
	const paysOut = effect === 'payout';
	const advice: Record<Outcome, Advice> = {
		accepted: {
			title: paysOut ? 'Payout accepted' : 'Request accepted',
			meaning: paysOut ? 'The payout was made' : 'The service did what was asked',
			nextStep: 'Nothing to do',
		},
		rejected: {
			title: paysOut ? 'Payout refused' : 'Request refused',
			meaning: paysOut ? 'No money moved for this item' : 'Nothing was started',
			nextStep: 'Correct the cause, then run this item again',
		},
		unknown: paysOut
			? {
					title: 'Payout outcome unknown',
					meaning: 'The payout may or may not have been made. It is not sent again by itself',
					nextStep: `Look up ${reference} with the service before sending it again`,
				}
			: {
					title: 'Request outcome unknown',
					meaning: 'No money moved',
					nextStep: `Run this item again; if the service then knows ${reference}, look it up there`,
				},
		notSent: {
			title: paysOut ? 'Payout not sent' : 'Request not sent',
			meaning: 'This item was not sent',
			nextStep: 'Settle what ended the run, then run this item again',
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
	return advice[outcome];
}

/** Item and order reference in front of a sentence; items are counted from 0, as n8n does. */
export function nameItem({ index, orderReference }: ItemResult): string {
	return orderReference === undefined
		? `Item ${index}`
		: `Item ${index}, order reference ${shortened(orderReference, NAMED_LENGTH)}`;
}

/** One line on how an item ended: which one, what happened, what it means. */
export function describeResult(result: ItemResult, effect: Effect): string {
	return `${nameItem(result)}: ${plain(result.says)}. ${adviceFor(result, effect).meaning}.`;
}

/** Every order reference in one line, e.g. "INV-1, INV-2": none may be lost in "and 8 more". */
export function listReferences(results: ItemResult[]): string {
	return results
		.map(({ index, orderReference }) => shown(orderReference ?? `item ${index}`))
		.join(', ');
}

/** Text from outside (the service, the input) as it may be shown: plain, and not endless. */
export function shown(text: string): string {
	return shortened(text, MAXIMUM_LENGTH);
}

function shortened(text: string, maximumLength: number): string {
	const short = plain(text.slice(0, MAXIMUM_LENGTH * 2));
	return short.length > maximumLength ? `${short.slice(0, maximumLength)}…` : short;
}

/** Text on one line, without markup. */
function plain(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]+/gu, ' ').trim();
}

/** An account number with all but its last four digits covered. */
export function masked(accountNumber: string): string {
	return `…${accountNumber.slice(-4)}`;
}

/**
 * The service's own words on why it refused, where it gives any.
 *
 * @param accountNumber of the item; services like to repeat it, and messages end up in logs
 */
export function serviceMessage(body: unknown, accountNumber: unknown): string {
	const { message } = (typeof body === 'object' && body !== null ? body : {}) as {
		message?: unknown;
	};
	if (typeof message !== 'string') return '';
	const secret = typeof accountNumber === 'string' ? accountNumber : '';
	return shown(secret.length > 4 ? message.replaceAll(secret, () => masked(secret)) : message);
}
