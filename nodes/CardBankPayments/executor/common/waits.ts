import { nextSteps } from '../../sentences/nextSteps';

/**
 * What is not clear is tried again after each of these pauses, in milliseconds: a service may be slow, another run
 * may hold an order reference only in passing, and n8n's database may be busy for a moment.
 */
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
