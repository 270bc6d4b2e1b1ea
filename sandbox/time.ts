import type { SandboxSettings } from './types';

/** What the clock of the service shows, in milliseconds since 1970. */
export function serviceTime({ clockAheadMs, clockStepMs }: SandboxSettings): number {
	const now = Date.now() + clockAheadMs;
	return now - (now % clockStepMs);
}
