import type { Clock } from '../common/clock';
import type { ServiceResponse } from '../proof/response';
import { waitAsked } from '../proof/waitAsked';

const SHORTEST_WAIT_MS = 1_000;

/** The service names no time: after a longer wait, a run would notice too late that it takes payments again. */
const LONGEST_BACKOFF_MS = 60_000;

/**
 * How long to wait after a refusal for the pace: as long as the service names, and not less than 1,
 * 2, 4 … seconds, since some name none, or a moment that is too soon.
 *
 * @param namedMs what the service named; 0 where it named no time
 * @param times how often the same request was refused, this time included
 */
export function waitAfter(namedMs: number, times: number, clock: Clock): number {
	// Up to a quarter more, so that several do not come back at once; a time that is named is exact.
	const isExact = namedMs > 0 && times === 1;
	const jitter = isExact ? 1 : 1 + clock.random() / 4;
	const backoffMs = SHORTEST_WAIT_MS * 2 ** (times - 1) * jitter;
	return Math.max(namedMs, Math.min(backoffMs, LONGEST_BACKOFF_MS));
}

/** How long somebody waits for the service in all. */
export interface Patience {
	clock: Clock;
	leftMs: number;
	cancelSignal?: AbortSignal;
}

/** The last response to a request that was repeated as often as the service asked to wait. */
interface Waited {
	response: ServiceResponse;
	/** How often it was sent. */
	times: number;
}

/** Sends a request that changes nothing, and again as often as the service asks to wait. Never throws. */
export async function sendPatiently(
	send: () => Promise<ServiceResponse>,
	{ clock, leftMs, cancelSignal }: Patience,
): Promise<Waited> {
	for (let times = 1; ; times++) {
		const response = await send().catch((error: Error): ServiceResponse => ({ body: error }));
		const namedMs = waitAsked(response);
		if (namedMs === undefined || leftMs <= 0 || namedMs > leftMs) return { response, times };
		// The last attempt comes when the time is over.
		const waitMs = Math.min(waitAfter(namedMs, times, clock), leftMs);
		await clock.sleep(waitMs, cancelSignal);
		leftMs -= waitMs;
		if (cancelSignal?.aborted) return { response, times };
	}
}
