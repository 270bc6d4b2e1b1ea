import type { Clock } from '../common/clock';
import type { Reply } from './reply';
import { waitAsked } from './retryAfter';

const SHORTEST_WAIT_MS = 1_000;

/** At most this long, so that a run notices when the service is free. */
const LONGEST_BACKOFF_MS = 60_000;

/**
 * How long to wait after a refusal for the pace: as long as the service names, and not less than 1, 2,
 * 4 … seconds, since some name a moment that is too soon, and some name none.
 *
 * @param namedMs what the service named, in milliseconds; 0 where it named no time
 * @param times how often the same request was refused, this time included
 * @returns milliseconds
 */
export function waitAfter(namedMs: number, times: number, clock: Clock): number {
	// Up to a quarter more, so that several do not come back at once; a time that is named is exact.
	const isExact = namedMs > 0 && times === 1;
	const jitter = isExact ? 1 : 1 + clock.random() / 4;
	const backoffMs = SHORTEST_WAIT_MS * 2 ** (times - 1) * jitter;
	return Math.max(namedMs, Math.min(backoffMs, LONGEST_BACKOFF_MS));
}

/**
 * Sends a request that changes nothing, and again as often as the service asks to wait, for so many
 * milliseconds in all.
 *
 * @returns the response, the number of attempts, and the time that is left; negative where the service
 * still asks to wait
 */
export async function askPatiently(
	ask: () => Promise<Reply>,
	{ clock, leftMs, cancelSignal }: { clock: Clock; leftMs: number; cancelSignal?: AbortSignal },
): Promise<{ reply: Reply; times: number; leftMs: number }> {
	for (let times = 1; ; times++) {
		const reply = await ask().catch((error: Error): Reply => ({ body: error }));
		// A 404 is final, whatever else it says.
		const namedMs = reply.status === 404 ? undefined : waitAsked(reply, clock.wallTime());
		if (namedMs === undefined) return { reply, times, leftMs };
		if (leftMs <= 0 || namedMs > leftMs) return { reply, times, leftMs: -1 };
		// The last attempt comes when the time is over.
		const waitMs = Math.min(waitAfter(namedMs, times, clock), leftMs);
		await clock.sleep(waitMs, cancelSignal);
		leftMs -= waitMs;
		if (cancelSignal?.aborted) return { reply, times, leftMs };
	}
}
