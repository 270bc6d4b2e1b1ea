import type { ItemResult } from '../common/payment';
import type { Refusals } from './gate';

/** The service refused a payment for its pace, and so it may be sent again later. */
export function refusedForNow(
	{ result, namedMs, lastWaitMs, waitedMs }: Refusals & { result: ItemResult },
	stopped: string,
	maximumWaitMs: number,
): ItemResult {
	const orLonger = waitedMs > maximumWaitMs ? ', or set the option Maximum Wait to more' : '';
	return {
		...result,
		says: `${result.says}. ${stopped}`,
		nextStep: `Run this item again in ${inSeconds(namedMs || lastWaitMs)}${orLonger}`,
	};
}

/** @param askedMs what the service named; what is waited in the end may be more */
export function tooLate(askedMs: number): string {
	const asks = askedMs > 0 ? `wait ${inSeconds(askedMs)}` : 'wait and names no time';
	return `The service asks to ${asks}: the next try would come later than Maximum Wait allows`;
}

/** @returns e.g. `43 seconds` */
export function inSeconds(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
