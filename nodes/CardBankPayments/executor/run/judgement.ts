import type { EndedResult, Result } from '../common/payment';
import type { Effect } from '../../resources/operation';
import type { Settings } from '../read/settings';
import { isMade } from '../report/madeBefore';
import type { Run } from './openRun';

/** Which results are failures, and which of them end the run. The one place that decides so. */
export interface Judgement {
	ended: (result: Result) => EndedResult;
	stops: (result: Result) => boolean;
	/** Whether a payout that was made before comes out as its record. */
	returnsPayout: boolean;
}

/**
 * A repeated call of a tool is answered as an item, not as a thrown error: of that, n8n hands an
 * agent the message only, and the agent would not learn what was sent first.
 */
export function judgementOf(
	{ context, isTool, operation, recalled }: Run,
	whenAlreadySent: Settings['whenAlreadySent'],
): Judgement {
	const goesOn = context.continueOnFail();
	const ended = (result: Result) => withFailure(result, operation.effect, whenAlreadySent);
	const stops = (result: Result) =>
		!goesOn && ended(result).failed && !(isTool && recalled.has(result.index));
	return { ended, stops, returnsPayout: whenAlreadySent === 'returnPayout' };
}

/** @param whenAlreadySent undefined where the settings cannot be read */
export function withFailure(
	result: Result,
	effect: Effect,
	whenAlreadySent?: Settings['whenAlreadySent'],
): EndedResult {
	const { outcome } = result;
	const passes =
		(outcome === 'alreadySent' && whenAlreadySent === 'passThrough') ||
		(whenAlreadySent === 'returnPayout' && isMade(result, effect));
	return { ...result, failed: outcome !== 'accepted' && !passes };
}
