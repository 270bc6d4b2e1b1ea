import type { Observation } from './observation';
import { countByKind, type Violation, type ViolationKind } from './violations';

type Count = 'executions' | 'retries' | 'cancelled' | 'killed' | 'requests' | 'payouts';

export type Figures = Record<Count, number> & { violations: Record<ViolationKind, number> };

/** The figures of one part of the command, added up run by run. */
export class Tally {
	executions = 0;
	retries = 0;
	cancelled = 0;
	killed = 0;
	/** Requests for payments that the service received; tokens do not count. */
	requests = 0;
	payouts = 0;
	readonly violations: Violation[] = [];

	add(history: Observation[], violations: Violation[]): void {
		for (const { isRetry, isCancelled, isKilled, requests, setting } of history) {
			if (isRetry) this.retries++;
			else this.executions++;
			if (isCancelled) this.cancelled++;
			if (isKilled) this.killed++;
			this.requests += requests.filter(({ operation }) => operation === setting.operation).length;
		}
		const paid = Object.values(history.at(-1)?.paid ?? {});
		this.payouts += paid.reduce((sum, times) => sum + times, 0);
		this.violations.push(...violations);
	}

	figures(): Figures {
		const { executions, retries, cancelled, killed, requests, payouts, violations } = this;
		return {
			executions,
			retries,
			cancelled,
			killed,
			requests,
			payouts,
			violations: countByKind(violations),
		};
	}
}
