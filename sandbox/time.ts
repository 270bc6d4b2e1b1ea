import type { SandboxSettings } from './types';

/** What the clock of the service shows, in milliseconds since 1970. */
export function serviceTime({ clockAheadMs }: SandboxSettings): number {
	return Date.now() + clockAheadMs;
}
