import { sleep, type IDataObject } from 'n8n-workflow';
import { retryStored, type EngineScenario } from '../../workbench/engine/engine';
import { goodItems } from '../../workbench/engine/operations';
import { LONG_TIMEOUT_MS, type FaultCase } from './faultCases';
import type { Observation } from './invariants';
import { begin, endOf, type EndedExecution } from './interrupted';
import { runOf, type IsolatedService } from './isolatedService';
import { readReport, type InputItem } from './report';
import {
	canAsk,
	isGuarded,
	payingOperations,
	parametersFor,
	plainExecution,
	plainTry,
	type Interruption,
	type NodeSetting,
	type Schedule,
	type ScheduledExecution,
	type ScheduledFault,
} from './schedule';

/**
 * Carries out a schedule on one workflow with one node.
 *
 * @param name of the workflow, used once: n8n keeps the processed items of each one apart
 * @param timeoutMs how long the node waits for a service that keeps silent
 * @returns what was seen of each try, in their order
 */
export async function runSchedule(
	service: IsolatedService,
	name: string,
	{ setting, uniqueOrderReferences, paidBefore: paidFirst, executions }: Schedule,
	timeoutMs: number,
): Promise<Observation[]> {
	const history: Observation[] = [];
	const guarded = isGuarded(setting);
	let waiting: ScheduledFault[] = [];
	let requestsSeen = 0;
	const meets = (is: (faultCase: FaultCase) => boolean) =>
		executions.some(({ faults }) => faults.some(({ faultCase }) => is(faultCase)));
	// Where the service pays and does not say so when it is asked, only its 409 is left.
	const isDenied = meets(({ hides, lies }) => hides || (lies && !canAsk(setting)));
	const isUnknown = paidFirst.length > 0 && !canAsk(setting);
	const isUnique = uniqueOrderReferences || isDenied || isUnknown;
	await service.reset(isUnique);
	if (!setting.hasLookUps) service.withoutLookUps();
	const isLimited = executions.some(({ tries }) => tries.some((one) => one.maximumPerDay !== null));
	if (isLimited) await service.takesNoFee();

	let paidBefore: string[] = [];
	let ended: EndedExecution | undefined;
	const run = async (execution: ScheduledExecution, position: number, setting: NodeSetting) => {
		// Without the guard, only references of its own keep an execution from paying again.
		const scope = guarded ? name : `${name}-${position}`;
		const nameOf = (number: number) => `${scope}-${number}`;
		const inputs = inputsFor(setting, execution.references.map(nameOf), execution.shift);
		const items = inputs.map(({ reference, amount }) => ({ reference, amount }) as InputItem);
		// A payment link is no payment.
		if (position === 0 && setting.operation === 'createBankPayout') {
			const bodies = inputs.filter((_, index) => paidFirst.includes(execution.references[index]!));
			paidBefore = bodies.map(({ orderReference }) => String(orderReference));
			await service.pay(bodies);
			requestsSeen = (await service.atRest(0, false)).requests.length;
		}
		for (const [retries, oneTry] of execution.tries.entries()) {
			const isRetry = retries > 0;
			if (isRetry && ended?.stored === undefined) return;
			if (oneTry.clears) {
				waiting = [];
				await service.sandbox.control.clearFaults();
			}
			const isReachable = isRetry || execution.isReachable;
			const wasKilled = ended?.by?.startsWith('kill') === true;
			if (wasKilled || (!isRetry && execution.isLater)) service.later();
			service.useUrl(isReachable);
			if (!isRetry) {
				const faults = execution.faults.filter(({ faultCase }) => isFor(setting, faultCase));
				for (const fault of faults) await addFault(service, fault, setting, nameOf, timeoutMs);
				waiting = [...waiting, ...faults];
			}
			const cases = waiting.map(({ faultCase }) => faultCase);
			const isPatient = cases.every(({ slow }) => !slow);
			await service.useAccount(oneTry.account);
			service.credential.readable = oneTry.readable ?? Infinity;
			service.credential.run = history.length;
			const scenario: EngineScenario = {
				credential: service.credential,
				parameters: parametersFor(setting, isPatient ? LONG_TIMEOUT_MS : timeoutMs, oneTry),
				items: inputs,
				onError: setting.onError,
				retryOnFail: setting.retryOnFail,
				workflowId: setting.saved ? name : null,
				nodeType: service.nodeType,
			};
			const begunAt = service.time;
			ended = isRetry
				? endOf(await retryStored(ended?.stored ?? '', scenario))
				: await begin(service, scenario, survivable(execution.interruption, guarded));

			const endedAt = service.time;
			await sleep(Math.max(0, ...cases.map(({ settleMs }) => settleMs)));
			const { requests, payouts, cardPayments, contractViolations } = await service.atRest(
				requestsSeen,
				!isPatient,
			);
			requestsSeen += requests.length;
			const isFree = isReachable && oneTry.readable === null;
			const { by } = ended;
			history.push({
				...{ execution: position + 1, isRetry, begunAt, endedAt, setting, items, by },
				paidBefore,
				isDryRun: oneTry.validateOnly,
				maximumPerDay: oneTry.maximumPerDay,
				...{ isReachable, isPatient },
				isHealthy:
					isFree &&
					oneTry.maximumAmount === null &&
					!oneTry.validateOnly &&
					oneTry.maximumPerDay === null &&
					cases.length === 0 &&
					execution.interruption === null,
				canLookUp:
					isFree && cases.every(({ affects, hitsLookUp }) => affects === 'item' && !hitsLookUp),
				report: by?.startsWith('kill') ? undefined : readReport(ended.execution, items),
				clientId: String(service.credential.stored.clientId),
				requests: [],
				payouts: payouts.slice(paidBefore.length),
				cardPayments,
				breaches: contractViolations,
			});
			for (const request of requests)
				history[runOf(request) ?? history.length - 1]?.requests.push(request);
		}
	};
	for (const [position, execution] of executions.entries()) await run(execution, position, setting);
	if (canAsk(setting)) await run(lastOf(executions), executions.length, goesOn(setting));
	return history;
}

/** All the same payouts once more, when everything is well again. */
function lastOf(executions: ScheduledExecution[]): ScheduledExecution {
	const references = [...new Set(executions.flatMap((one) => one.references))];
	return { ...plainExecution, references, isLater: true, tries: [{ ...plainTry, clears: true }] };
}

const goesOn = (setting: NodeSetting): NodeSetting => ({
	...setting,
	...{ onError: 'continueRegularOutput', retryOnFail: false },
});

/** Whether a fault is one for this node. A link that was made and denied moves no money: it is told as used. */
function isFor({ operation }: NodeSetting, { lies, faults }: FaultCase): boolean {
	const isDeniedLink =
		operation === 'initiateCardPayment' && faults.some(({ kind }) => kind === 'statusAfter');
	return !lies || !isDeniedLink;
}

/** The items as n8n's trigger hands them out: each of another amount, so that a mix-up of answers shows. */
function inputsFor({ operation }: NodeSetting, references: string[], shift: number): IDataObject[] {
	const items = goodItems(payingOperations[operation], references.length);
	return items.map((item, index) => ({
		...item,
		orderReference: references[index],
		reference: references[index],
		amount: `${100 * (index + 1) + shift}.00`,
	}));
}

async function addFault(
	service: IsolatedService,
	{ faultCase, target, times, skip }: ScheduledFault,
	{ operation }: NodeSetting,
	nameOf: (reference: number) => string,
	timeoutMs: number,
): Promise<void> {
	const ofItem = { operation, ...(target !== null && { orderReference: nameOf(target) }) };
	for (const fault of faultCase.faults) {
		const isLate = faultCase.slow && fault.kind === 'delay';
		await service.sandbox.control.addFault({
			...{ times, skip, ...(faultCase.affects === 'item' && ofItem), ...fault },
			// All look-ups are over by then.
			...(isLate && { delayMs: 3 * timeoutMs }),
		});
	}
}

/** A kill that takes the memory along is survived by the guard only. */
function survivable(interruption: Interruption | null, guarded: boolean): Interruption | undefined {
	if (interruption?.kind === 'kill' && !guarded) return { ...interruption, kind: 'killAfterSave' };
	return interruption ?? undefined;
}
