import type { Clock } from '../common/clock';
import type { Result } from '../common/payment';
import type { Journal } from '../journal/journal';
import type { Service } from '../service/connect';

/** Everything that a run sends with. */
export interface Means {
	service: Service;
	journal: Journal;
	clock: Clock;
	concurrency: number;
	batchIntervalMs: number;
	maximumWaitMs: number;
	lookUpUnclear: boolean;
	/** With `returnPayout`, used payouts are looked up even where look-ups are off. */
	whenAlreadySent: string;
	/** Whether nothing more is sent after this result. */
	stopsRun: (result: Result) => boolean;
	cancelSignal?: AbortSignal;
}
