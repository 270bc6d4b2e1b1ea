import type { Clock } from '../common/clock';
import type { Result } from '../common/payment';
import type { Journal } from '../journal/journal';
import type { Settings } from '../read/settings';
import type { Service } from '../service/connect';

/** Everything that a run sends with. */
export interface Means extends Settings {
	service: Service;
	journal: Journal;
	clock: Clock;
	/** Whether nothing more is sent after this result. */
	stopsRun: (result: Result) => boolean;
	cancelSignal?: AbortSignal;
}
