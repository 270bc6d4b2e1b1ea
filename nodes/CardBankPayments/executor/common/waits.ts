import { nextSteps } from '../../sentences/nextSteps';

/** Milliseconds after which a question without a clear answer is repeated: so it is asked at 0, 1, 4 and 10 seconds. */
export const PAUSES_MS = [1_000, 3_000, 6_000];

/** @returns e.g. `43 seconds` */
export function inSeconds(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** What to do about a wait that is longer than the builder allows; 0 where no time was named. */
export function runAgainIn(waitMs: number): string {
	return nextSteps.afterWait({ when: waitMs > 0 ? `in ${inSeconds(waitMs)}` : 'later' });
}
