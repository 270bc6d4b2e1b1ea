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
 * @param leftAloneMs until it may leave, since its response was lost some minutes ago; 0 where it may now
 * @returns how a payment ends that has not left in this run; undefined where it may leave, as far as the service says
 */
export function whyNotLeaving(answer: Answer, leftAloneMs: number): Verdict | undefined {
	if (answer.is === 'known') return madeBefore(answer);
	const { lookedUp } = answer;
	if (leftAloneMs > 0) {
		const left = { ...unknown(lookUps.leftBefore), leftAloneMs };
		return { ...left, lookedUp, ...whereNobodyAnswers(answer) };
	}
	// Without look-ups, n8n's list decides, right before it leaves.
	return answer.is === 'unclear' ? { ...answer.verdict, lookedUp } : undefined;
}

/** N8n's list or a 409 says that the reference is used. Where the service shows its record, the builder sees it. */
export function asUsed(result: Verdict, answer: Answer): Verdict {
	const { lookedUp = result.lookedUp } = answer;
	if (answer.is !== 'known') return { ...result, lookedUp, ...whereNobodyAnswers(answer) };
	const { records, anothers } = answer.verdict;
	if (records) return { ...result, records, lookedUp };
	const says = adding(result, answer.verdict);
	// A second run would find the same record that nobody can read: a person has to compare it.
	return { ...result, says, anothers, lookedUp, ...(!anothers && { nextStep: nextSteps.compare }) };
}

/** It has left, and its response was lost: where the service's record is ours, that says how it ended. */
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
 * @returns how it ends; undefined where nothing was paid, so that the refusal stands
 */
export function afterRefusal(refused: Verdict, answer: Answer): Verdict | undefined {
	const { lookedUp } = answer;
	if (answer.is === 'known') return { ...answer.verdict, lookedUp };
	if (answer.is !== 'unclear') return undefined;
	// Payout and question both got a 401: nobody was let in, so nobody was paid.
	const isForAll = refused.httpStatus === 401 && answer.refusesKeys;
	if (isForAll) return { ...answer.verdict, outcome: refused.outcome, lookedUp };
	const says = lookUps.notToldAfterRefusal({ refusal: refused.says });
	return { ...refused, waitMs: undefined, ...unknown(says), lookedUp };
}

/** Row 5 was told "try later", and then somebody cancelled: it ends as that refusal, with the next step of the cancel. */
export function stoppedAt(refused: Verdict, held: Verdict): Verdict {
	const { cause, nextStep = nextSteps.rightAgain, endsRun } = held;
	const says = `${refused.says}. ${held.says}`;
	// A service without look-ups answered 409 and named a wait: the reference may be used.
	const isUsed = refused.cause === 'reference' && refused.lookedUp === undefined;
	if (isUsed) return { ...refused, waitMs: undefined, ...alreadySent(says), endsRun };
	return { ...refused, cause, says, nextStep, endsRun };
}

const whereNobodyAnswers = ({ is }: Answer) => is === 'noLookUp' && { cannotAsk: true };

/** Adds what was found, unless it stands there already. */
const adding = ({ says }: Verdict, found: Verdict): string =>
	says.endsWith(found.says) ? says : `${says}. ${found.says}`;
