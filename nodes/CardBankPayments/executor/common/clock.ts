import { sleep } from 'n8n-workflow';

/** Time and chance as a run sees them; tests bring their own. */
export interface Clock {
	/** Milliseconds since some moment. Never set back, so that no wait becomes longer. */
	now(): number;
	/** Milliseconds since 1970, by the clock of the machine. */
	wallTime(): number;
	/** With 0 it lets the event loop turn. Ends at once, without throwing, when the signal is given. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** From 0 up to, but not including, 1. */
	random(): number;
}

/** Node's timers wait no longer than this; a longer one would fire at once, a negative one warns. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
	now: () => performance.now(),
	wallTime: () => Date.now(),
	random: () => Math.random(),
	async sleep(ms, signal) {
		const timerMs = Math.max(0, Math.min(ms, LONGEST_TIMER_MS));
		// It throws where the signal is given.
		await sleep(timerMs, signal).catch(() => undefined);
	},
};

/** Waits for something that does not throw, or for the signal. */
export async function untilAborted(
	something: Promise<unknown>,
	signal?: AbortSignal,
): Promise<void> {
	if (signal?.aborted) return;
	let wake = () => {};
	const woken = new Promise<void>((resolve) => (wake = resolve));
	signal?.addEventListener('abort', wake);
	await Promise.race([something, woken]);
	signal?.removeEventListener('abort', wake);
}
