import { outcomes } from '../../sentences/outcomes';
import type { Effect } from '../../resources/operation';
import { plain, shown } from '../../wire/shown';
import { itemNumber, type Result, type Outcome } from '../common/payment';
import { isUnknown, movedNothing } from '../proof/verdicts';
import type { EndedResult } from './endedResult';

/** A longer one does not fit on a line of the editor's panel, which then cuts off the whole text. */
export const NAMED_LENGTH = 40;

const COMMON: Record<Outcome, string> = outcomes.money.common;

const OWN: Partial<Record<Effect, Partial<typeof COMMON>>> = {
	payout: outcomes.money.payout,
	none: outcomes.money.reading,
};

/** Whether it was definitely not made, or moves no money. */
export function isSafeToRetry(result: EndedResult): boolean {
	const isSafe = movedNothing(result) || (isUnknown(result) && result.effect !== 'payout');
	return isSafe && !result.conflict;
}

/** How an item ended, e.g. `Payout rejected`. */
export function titleOf({ conflict, anothers, outcome, effect }: EndedResult): string {
	const { title } = outcomes;
	if (conflict) return title.conflict;
	if (anothers) return title.anothers;
	if (outcome === 'notFound') return title.notFound;
	const ended = outcome === 'unknown' ? title.unknown : inWords(outcome);
	return effect === 'payout' ? title.payout({ ended }) : title.request({ ended });
}

function meaningOf({ conflict, outcome, effect }: EndedResult): string {
	if (conflict) return outcomes.money.conflict;
	return OWN[effect]?.[outcome] ?? COMMON[outcome];
}

/** As an outcome is called everywhere, e.g. `already sent`. */
function inWords(outcome: Outcome): string {
	return outcome.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** E.g. `INV7801 (item 2)`, by which the builder finds the row. */
export function nameItem({ index, orderReference }: Result): string {
	const item = `item ${itemNumber(index)}`;
	if (!orderReference) return item.replace('item', 'Item');
	return `${shown(orderReference, NAMED_LENGTH)} (${item})`;
}

/** How an item ended: which one, and {@link reasonOf}. */
export const describeResult = (result: EndedResult, isNothingSent = false): string =>
	`${nameItem(result)}: ${reasonOf(result, isNothingSent)}`;

/** First what became of the money, left out where the whole run sent nothing, and then why. */
export function reasonOf(result: EndedResult, isNothingSent: boolean): string {
	const { says, lookedUp, outcome, records, found } = result;
	const sentences = isNothingSent ? [] : [meaningOf(result)];
	// A record that says that it was made says all.
	if (found?.outcome !== 'accepted') sentences.push(plain(says));
	if (found !== undefined) sentences.push(found.says);
	// Where money may have moved, the look-ups are told; a record that was found says more.
	const isOpen = outcome === 'unknown' || outcome === 'alreadySent';
	if (lookedUp && isOpen && records === undefined && !lookedUp.isKnown) {
		const times = lookedUp.times === 1 ? 'once' : `${lookedUp.times} times`;
		sentences.push(outcomes.lookedUp({ times, answer: lookedUp.answer }));
	}
	return sentences.map((sentence) => `${sentence}.`).join(' ');
}

/** The results by their outcome in words, as far as there are any. */
export function byOutcome(results: Result[]): Array<[words: string, group: Result[]]> {
	return Object.keys(COMMON).flatMap((outcome) => {
		const group = results.filter((one) => one.outcome === outcome);
		return group.length === 0 ? [] : [[inWords(outcome as Outcome), group]];
	});
}
