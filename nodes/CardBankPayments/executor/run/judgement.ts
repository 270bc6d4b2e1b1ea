import type { EndedItem, ItemResult } from '../common/payment';
import type { Settings } from '../read/settings';
import type { Run } from './openRun';

/** Which results are failures, and which of them end the run. The one place that decides so. */
export interface Judgement {
	ended: (result: ItemResult) => EndedItem;
	stops: (result: ItemResult) => boolean;
}

/**
 * A repeated call of a tool is answered as an item, not as a thrown error: of that, n8n hands an
 * agent the message only, and the agent would not learn what was sent first.
 */
export function judgementOf(
	{ context, isTool, recalled }: Run,
	whenAlreadySent: Settings['whenAlreadySent'],
): Judgement {
	const goesOn = context.continueOnFail();
	const ended = (result: ItemResult) => withFailure(result, whenAlreadySent);
	const stops = (result: ItemResult) =>
		!goesOn && ended(result).failed && !(isTool && recalled.has(result.index));
	return { ended, stops };
}

/** @param whenAlreadySent undefined where the settings cannot be read */
export function withFailure(
	result: ItemResult,
	whenAlreadySent?: Settings['whenAlreadySent'],
): EndedItem {
	const { outcome } = result;
	const passes = outcome === 'alreadySent' && whenAlreadySent === 'passThrough';
	return { ...result, failed: outcome !== 'accepted' && !passes };
}
