import { isGuarded, type NodeSetting } from './payments';
import { requestsFor, type Observation } from './observation';
import type { Violation } from './violations';

/**
 * Holds outcomes against what the trial has seen so far: "already sent" needs a reason, and what
 * was never used up must go through as soon as nothing is in the way.
 */
export function judgeOutcomes(history: Observation[]): Violation[] {
	const violations: Violation[] = [];
	/** References that earlier executions have used up, or may have. */
	const used = new Set<string>();
	const known = new Set<string>();

	for (const [position, seen] of history.entries()) {
		const previous = history[position - 1];
		if (previous && previous.execution !== seen.execution) addUsed(previous, used);
		// A killed execution releases nothing: its references stay reserved, sent or not.
		if (previous?.isKilled) addAll(previous, used);
		for (const { orderReference, status } of seen.requests) {
			if (status === 409 && orderReference) known.add(orderReference);
		}
		if (seen.isKilled) continue;
		violations.push(...unfoundedAlreadySent(seen, used, known), ...missedChances(seen, used));
	}
	return violations;
}

function addUsed(last: Observation, used: Set<string>): void {
	if (last.report === undefined) addAll(last, used);
	for (const [reference, outcome] of last.report?.outcomes ?? []) {
		if (['accepted', 'unknown', 'alreadySent', 'reversed'].includes(outcome)) used.add(reference);
	}
}

function addAll({ items }: Observation, used: Set<string>): void {
	for (const { reference } of items) used.add(reference);
}

/** Where references are not given back, or an execution forgets what it did, this is what shows. */
function unfoundedAlreadySent(
	{ report, setting, execution }: Observation,
	used: Set<string>,
	known: Set<string>,
): Violation[] {
	return [...(report?.outcomes ?? [])]
		.filter(([reference, outcome]) => {
			const isFounded = known.has(reference) || (isGuarded(setting) && used.has(reference));
			return outcome === 'alreadySent' && !isFounded;
		})
		.map(([reference]) => ({
			kind: 'wrongOutcome',
			says: `${reference} is reported already sent in execution ${execution}, but no earlier one used it up`,
		}));
}

/** In a new execution that meets no fault, everything that is still free must be accepted. */
function missedChances(seen: Observation, used: Set<string>): Violation[] {
	const { report, setting, items, isHealthy, isRetry, execution } = seen;
	if (!isHealthy || isRetry || !isPassedBy(setting, used)) return [];
	const refusedByService = (reference: string) =>
		requestsFor(seen, reference).some(({ status }) => status === 409);
	return items
		.filter(({ reference }) => !used.has(reference) && !refusedByService(reference))
		.filter(({ reference }) => report?.outcomes.get(reference) !== 'accepted')
		.map(({ reference }) => ({
			kind: 'wrongOutcome',
			says: `${reference} was free, but execution ${execution} reports it ${report?.outcomes.get(reference)}`,
		}));
}

/** Whether references that are used up leave the other items alone. */
function isPassedBy({ onError, whenAlreadySent }: NodeSetting, used: Set<string>): boolean {
	return onError !== 'stopWorkflow' || whenAlreadySent === 'passThrough' || used.size === 0;
}
