import type { Verdict } from '../common/payment';
import { alreadySent, isUnknown, unknown } from '../proof/verdicts';
import type { Answer } from './asks';

export const USED_BEFORE = 'This order reference was used before';

/** Known before it left: it was paid before, whenever and by whomever. */
export function madeBefore(answer: Answer): Verdict {
	return asUsed(alreadySent(USED_BEFORE), answer);
}

/** The reference is used, by our list or by the service's word. The record says with what. */
export function asUsed(result: Verdict, answer: Answer): Verdict {
	const { lookedUp = result.lookedUp } = answer;
	if (answer.is !== 'known') return { ...result, lookedUp, ...whereNobodyAnswers(answer) };
	const { records, anothers } = answer.verdict;
	const says = records ? result.says : adding(result, answer.verdict);
	return { ...result, says, records, anothers, lookedUp };
}

/** It has left, and its answer was lost: it is ours where the record says so, and else unknown. */
export function asOurs(result: Verdict, answer: Answer): Verdict {
	const { lookedUp = result.lookedUp } = answer;
	if (answer.is !== 'known') return { ...result, lookedUp, ...whereNobodyAnswers(answer) };
	const found = answer.verdict;
	if (!isUnknown(found) && !found.anothers) return { ...found, lookedUp };
	return { ...result, anothers: found.anothers, says: adding(result, found), lookedUp };
}

/**
 * It was refused, but some services say "try later" to what they have just paid.
 *
 * @returns how it ends; undefined where the refusal is to be believed
 */
export function afterRefusal(refused: Verdict, answer: Answer): Verdict | undefined {
	const { lookedUp } = answer;
	if (answer.is === 'known') return { ...answer.verdict, lookedUp };
	if (answer.is !== 'unclear') return undefined;
	// A token that is refused for everything has paid nobody.
	const isForAll = refused.httpStatus === 401 && answer.refusesKeys;
	if (isForAll) return { ...answer.verdict, lookedUp };
	const says = `${refused.says}. Then the service did not say whether it knows the payment`;
	return { ...refused, waitMs: undefined, ...unknown(says), lookedUp };
}

/** What was refused for now, and is then stopped, ends as that refusal. What to do is by the reason of the stop. */
export function stoppedAt(refused: Verdict, held: Verdict): Verdict {
	const { cause, nextStep = 'Run this item again', endsRun } = held;
	const says = `${refused.says}. ${held.says}`;
	// A 409 with a time to wait may mean that the reference is used, where nobody has asked.
	const isUsed = refused.cause === 'reference' && refused.lookedUp === undefined;
	if (isUsed) return { ...refused, waitMs: undefined, ...alreadySent(says), endsRun };
	return { ...refused, cause, says, nextStep, endsRun };
}

/** Somebody has used the order reference, and nobody has seen with what. */
export const isOpenUse = ({ outcome, records, anothers }: Verdict): boolean =>
	outcome === 'alreadySent' && !records && !anothers;

const whereNobodyAnswers = ({ is }: Answer) => is === 'noLookUp' && { cannotAsk: true };

/** Once, however many look-ups say so. */
const adding = ({ says }: Verdict, found: Verdict): string =>
	says.endsWith(found.says) ? says : `${says}. ${found.says}`;
