import type { Clock } from '../common/clock';

export const SHORTEST_WAIT_MS = 1_000;

/** At most this long, so that a run notices when the service is free. */
const LONGEST_GUESS_MS = 60_000;

/**
 * How long to wait where the service asks for it and names no time: 1, 2, 4 … seconds, and up to a
 * quarter more, so that several do not come back at once.
 *
 * @param count how often it was waited for before
 * @returns milliseconds
 */
export function guessedWait(count: number, clock: Clock): number {
	const next = SHORTEST_WAIT_MS * 2 ** Math.min(count, 6);
	return Math.min(next * (1 + clock.random() / 4), LONGEST_GUESS_MS);
}
