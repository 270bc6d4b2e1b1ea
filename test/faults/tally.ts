import type { Outcome } from '../../nodes/CardBankPayments/executor/common/outcome';
import { isCleanAnswer, mayHaveMovedMoney, type Observation } from './observation';
import { countByKind, type Violation, type ViolationKind } from './violations';

/** What is counted, while there is nothing. */
const nothing = {
	executions: 0,
	retries: 0,
	cancelled: 0,
	killed: 0,
	/** Requests for payments that the service received; tokens do not count. */
	requests: 0,
	payouts: 0,
	/** Payouts that got no answer that proves anything, in runs that may ask the service. */
	unclear: 0,
	/** Those among them that the node reports as made, taken back or refused: nobody has to look. */
	settled: 0,
};

export type Figures = typeof nothing & { violations: Record<ViolationKind, number> };

const SETTLED = new Set<Outcome>(['accepted', 'reversed', 'rejected']);

/** The figures of one part of the command, added up run by run. */
export class Tally {
	private readonly counts = { ...nothing };
	private readonly violations: Violation[] = [];

	add(history: Observation[], violations: Violation[]): void {
		for (const observation of history) {
			const { isRetry, isCancelled, isKilled, requests, setting } = observation;
			this.counts[isRetry ? 'retries' : 'executions']++;
			if (isCancelled) this.counts.cancelled++;
			if (isKilled) this.counts.killed++;
			const own = requests.filter(({ operation }) => operation === setting.operation);
			this.counts.requests += own.length;
			this.addSettled(observation);
		}
		const paid = Object.values(history.at(-1)?.paid ?? {});
		this.counts.payouts += paid.reduce((sum, times) => sum + times, 0);
		this.violations.push(...violations);
	}

	private addSettled({ setting, requests, report }: Observation): void {
		if (setting.operation !== 'createBankPayout' || !setting.lookUpUnclear) return;
		const unclear = requests.filter(
			(request) =>
				request.operation === setting.operation &&
				!isCleanAnswer(request) &&
				mayHaveMovedMoney(request),
		);
		for (const reference of new Set(unclear.map(({ orderReference }) => orderReference))) {
			const outcome = report?.outcomes.get(String(reference));
			if (outcome === undefined) continue;
			this.counts.unclear++;
			if (SETTLED.has(outcome)) this.counts.settled++;
		}
	}

	figures(): Figures {
		return { ...this.counts, violations: countByKind(this.violations) };
	}
}
