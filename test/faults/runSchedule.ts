import { findViolations } from './invariants';
import type { Lane } from './lane';
import { LONG_TIMEOUT_MS, SETTLE_MS } from './marks';
import type { Observation } from './observation';
import { isGuarded, itemsFor, type NodeSetting } from './payments';
import type { Schedule, ScheduledExecution, ScheduledFault } from './schedule';
import { Trial, type Interruption, type RunOptions } from './trial';
import type { Violation } from './violations';

/** Shorter than in the matrix: here, a healthy answer may be late as well. */
const SCHEDULE_TIMEOUT_MS = 60;

const SCHEDULE_LATE_MS = 2 * SCHEDULE_TIMEOUT_MS;

/** Carries out a schedule. @param name of its workflow, used once */
export async function runSchedule(
	lane: Lane,
	name: string,
	{ setting, uniqueOrderReferences, coldToken, executions }: Schedule,
): Promise<{ history: Observation[]; violations: Violation[] }> {
	const trial = new Trial(lane, name, setting);
	const guarded = isGuarded(setting);
	await lane.reset({
		// Where the service pays and says that it did not, only its 409 is left.
		uniqueOrderReferences:
			uniqueOrderReferences ||
			executions.some(({ faults }) => faults.some(({ faultCase }) => faultCase.lies)),
		coldToken,
	});
	let waiting: ScheduledFault[] = [];
	const clear = async () => {
		waiting = [];
		await lane.control.clearFaults();
	};

	for (const [position, execution] of executions.entries()) {
		if (execution.clears) await clear();
		waiting = [...waiting, ...faultsFor(execution, setting)];
		// Without the guard, only references of its own keep an execution from paying again.
		const scope = guarded ? name : `${name}-${position}`;
		const nameOf = (reference: number) => `${scope}-${reference}`;
		for (const fault of faultsFor(execution, setting)) await addFault(lane, fault, setting, nameOf);
		lane.setReachable(execution.isReachable);

		const items = itemsFor(execution.references.map(nameOf), execution.shift);
		await lane.useAccount(execution.tries.account);
		await trial.execute(
			items,
			optionsFor(waiting, execution.tries, execution),
			survivable(execution.interruption, guarded),
		);
		lane.setReachable(true);
		for (const limits of execution.retries) {
			if (!trial.canRetry) break;
			if (limits.clears) await clear();
			await lane.useAccount(limits.account);
			await trial.retry(optionsFor(waiting, limits));
		}
	}
	return { history: trial.history, violations: findViolations(trial.history) };
}

/**
 * A payment that the service calls refused, under a reference that is another one in the next try, is
 * known to nobody: not to the memory and not to the service's 409.
 */
function faultsFor(
	{ faults }: ScheduledExecution,
	{ changingReference }: NodeSetting,
): ScheduledFault[] {
	return changingReference ? faults.filter(({ faultCase }) => !faultCase.lies) : faults;
}

async function addFault(
	lane: Lane,
	{ faultCase, target, times, skip }: ScheduledFault,
	{ operation, changingReference }: NodeSetting,
	nameOf: (reference: number) => string,
): Promise<void> {
	const { faults, strikes, slow } = faultCase;
	const isAimed = strikes === 'item' && target !== null && !changingReference;
	for (const fault of faults) {
		await lane.addFault(
			{
				times,
				skip,
				...(strikes === 'item' && { operation }),
				...fault,
				...(isAimed && { orderReference: nameOf(target) }),
				...(slow && fault.kind === 'delay' && { delayMs: SCHEDULE_LATE_MS }),
			},
			nameOf(target ?? 0),
		);
	}
}

function optionsFor(
	waiting: ScheduledFault[],
	{ readable, maximumAmount }: ScheduledExecution['tries'],
	execution?: ScheduledExecution,
): RunOptions {
	const silent = waiting.filter(({ faultCase }) => faultCase.slow);
	const isLate = silent.some(({ faultCase }) =>
		faultCase.faults.some(({ kind }) => kind === 'delay'),
	);
	const isLimited = readable !== null || maximumAmount !== null;
	const isPatient = silent.length === 0;
	return {
		timeoutMs: isPatient ? LONG_TIMEOUT_MS : SCHEDULE_TIMEOUT_MS,
		isPatient,
		isHealthy:
			waiting.length === 0 &&
			execution?.isReachable === true &&
			execution.interruption === null &&
			!isLimited,
		isElsewhere: execution?.isReachable === false,
		canLookUp:
			execution?.isReachable !== false &&
			waiting.every(({ faultCase }) => faultCase.strikes === 'item' && !faultCase.hitsLookUp),
		...(readable !== null && { readable }),
		...(maximumAmount !== null && { maximumAmount }),
		settleMs: Math.max(
			isPatient ? 0 : isLate ? SCHEDULE_LATE_MS : SETTLE_MS,
			...waiting.map(({ faultCase }) => (faultCase.slow ? 0 : faultCase.settleMs)),
		),
	};
}

/** A kill that takes the memory along is survived by the guard only. */
function survivable(interruption: Interruption | null, guarded: boolean): Interruption | undefined {
	if (interruption?.kind === 'kill' && !guarded) return { ...interruption, kind: 'killAfterSave' };
	return interruption ?? undefined;
}
