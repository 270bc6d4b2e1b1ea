import { lookUps } from '../../sentences/lookUps';
import { nextSteps } from '../../sentences/nextSteps';
import type { Verdict } from '../common/payment';
import { alreadySent, isUnknown, unknown } from '../proof/verdicts';
import type { Answer } from './asks';

/** The service, or n8n's list, knew the payout before it left: somebody made it before. */
export function madeBefore(answer: Answer): Verdict {
	return asUsed(alreadySent(lookUps.usedBefore), answer);
}

/**
 * @param leftAloneMs for so long it stays where it is, since it left some minutes ago and its answer was lost
 * @returns how a payment ends that has not left in this run; undefined where it may leave, as far as the service says
 */
export function whyNotLeaving(answer: Answer, leftAloneMs: number): Verdict | undefined {
	if (answer.is === 'known') return madeBefore(answer);
	const { lookedUp } = answer;
	if (leftAloneMs > 0) {
		const left = { ...unknown(lookUps.leftBefore), waitMs: leftAloneMs };
		return { ...left, lookedUp, ...whereNobodyAnswers(answer) };
	}
	// Where nobody can be asked, n8n's list decides, right before it leaves.
	if (answer.is === 'noLookUp') return undefined;
	return answer.is === 'unclear' ? { ...answer.verdict, lookedUp } : undefined;
}

/** The reference is used, by n8n's list or by the service's word. The record says with what. */
export function asUsed(result: Verdict, answer: Answer): Verdict {
	const { lookedUp = result.lookedUp } = answer;
	if (answer.is !== 'known') return { ...result, lookedUp, ...whereNobodyAnswers(answer) };
	const { records, anothers } = answer.verdict;
	if (records) return { ...result, records, lookedUp };
	const says = adding(result, answer.verdict);
	// To run it again, the usual advice, would end in the same way.
	return { ...result, says, anothers, lookedUp, ...(!anothers && { nextStep: nextSteps.compare }) };
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
	if (isForAll) return { ...answer.verdict, outcome: refused.outcome, lookedUp };
	const says = lookUps.notToldAfterRefusal({ refusal: refused.says });
	return { ...refused, waitMs: undefined, ...unknown(says), lookedUp };
}

/** What was refused for now, and is then stopped, ends as that refusal. What to do is by the reason of the stop. */
export function stoppedAt(refused: Verdict, held: Verdict): Verdict {
	const { cause, nextStep = nextSteps.rightAgain, endsRun } = held;
	const says = `${refused.says}. ${held.says}`;
	// A 409 with a time to wait may mean that the reference is used, where nobody has asked.
	const isUsed = refused.cause === 'reference' && refused.lookedUp === undefined;
	if (isUsed) return { ...refused, waitMs: undefined, ...alreadySent(says), endsRun };
	return { ...refused, cause, says, nextStep, endsRun };
}

const whereNobodyAnswers = ({ is }: Answer) => is === 'noLookUp' && { cannotAsk: true };

/** Adds what was found, unless it stands there already. */
const adding = ({ says }: Verdict, found: Verdict): string =>
	says.endsWith(found.says) ? says : `${says}. ${found.says}`;
