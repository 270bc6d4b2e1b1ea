import { LONG_TIMEOUT_MS, SETTLE_MS } from './faultCases';
import { findViolations } from './invariants';
import type { Lane } from './lane';
import type { Observation } from './observation';
import { isGuarded, itemsFor } from './payments';
import type { Schedule, ScheduledExecution, ScheduledFault } from './schedule';
import { Trial, type Interruption, type RunOptions } from './trial';
import type { Violation } from './violations';

/** Shorter than in the matrix: here, a healthy answer may be late as well. */
const SHORT_TIMEOUT_MS = 60;

const LATE_MS = 2 * SHORT_TIMEOUT_MS;

/** Carries out a schedule. @param name of its workflow, used once */
export async function runSchedule(
	lane: Lane,
	name: string,
	{ setting, uniqueOrderReferences, coldToken, executions }: Schedule,
): Promise<{ history: Observation[]; violations: Violation[] }> {
	const trial = new Trial(lane, name, setting);
	const guarded = isGuarded(setting);
	await lane.reset({ uniqueOrderReferences, coldToken });
	let waiting: ScheduledFault[] = [];
	const clear = async () => {
		waiting = [];
		await lane.control.clearFaults();
	};

	for (const [position, execution] of executions.entries()) {
		if (execution.clears) await clear();
		waiting = [...waiting, ...execution.faults];
		// Without the guard, only references of its own keep an execution from paying again.
		const scope = guarded ? name : `${name}-${position}`;
		const nameOf = (reference: number) => `${scope}-${reference}`;
		for (const fault of execution.faults) await addFault(lane, fault, setting.operation, nameOf);
		lane.setReachable(execution.isReachable);

		const items = itemsFor(execution.references.map(nameOf), execution.shift);
		await trial.execute(
			items,
			optionsFor(waiting, execution),
			survivable(execution.interruption, guarded),
		);
		lane.setReachable(true);
		for (const { clears } of execution.retries) {
			if (!trial.canRetry) break;
			if (clears) await clear();
			await trial.retry(optionsFor(waiting));
		}
	}
	return { history: trial.history, violations: findViolations(trial.history) };
}

async function addFault(
	lane: Lane,
	{ faultCase, target, times, skip }: ScheduledFault,
	operation: Schedule['setting']['operation'],
	nameOf: (reference: number) => string,
): Promise<void> {
	const { fault, strikes, slow } = faultCase;
	if (fault === undefined) return;
	await lane.addFault({
		...fault,
		times,
		skip,
		...(strikes === 'item' && { operation }),
		...(strikes === 'item' && target !== null && { orderReference: nameOf(target) }),
		...(slow && fault.kind === 'delay' && { delayMs: LATE_MS }),
	});
}

function optionsFor(waiting: ScheduledFault[], execution?: ScheduledExecution): RunOptions {
	const silent = waiting.filter(({ faultCase }) => faultCase.slow);
	const isLate = silent.some(({ faultCase }) => faultCase.fault?.kind === 'delay');
	const isPatient = silent.length === 0;
	return {
		timeoutMs: isPatient ? LONG_TIMEOUT_MS : SHORT_TIMEOUT_MS,
		isPatient,
		isHealthy:
			waiting.length === 0 && execution?.isReachable === true && execution.interruption === null,
		settleMs: isPatient ? 0 : isLate ? LATE_MS : SETTLE_MS,
	};
}

/** A kill that takes the memory along is survived by the guard only. */
function survivable(interruption: Interruption | null, guarded: boolean): Interruption | undefined {
	if (interruption?.kind === 'kill' && !guarded) return { ...interruption, kind: 'killAfterSave' };
	return interruption ?? undefined;
}
