import type { Clock } from '../common/clock';
import type { Result } from '../common/payment';
import type { Memory } from '../journal/memory';
import type { UsedReferences } from '../journal/usedReferences';
import type { Settings } from '../read/settings';
import type { Service } from '../service/connect';

/** Everything that a run sends with. */
export interface Means extends Settings {
	service: Service;
	memory: Memory;
	/** What went out, for a service without look-ups; undefined where no money moves. */
	used?: UsedReferences;
	clock: Clock;
	/** Whether nothing more is sent after this result. */
	stopsRun: (result: Result) => boolean;
	cancelSignal?: AbortSignal;
	/** Whether an AI agent calls. */
	isTool?: boolean;
}
