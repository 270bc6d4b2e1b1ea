import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { RecordKind } from '../../resources/operation';
import { systemClock, type Clock } from '../common/clock';
import type { Means } from '../deliver/attempt';
import { deliver } from '../deliver/deliver';
import { LookUps } from '../deliver/lookUp';
import { Journal } from '../journal/journal';
import { ReferenceList } from '../journal/list';
import { markErrorItems } from '../report/n8n1ErrorOutput';
import { connect, type Service } from '../service/connect';
import { endRun, endUnsent } from './endRun';
import { openRun, recalledBy, type Run } from './openRun';
import { planRun, type Plan } from './planRun';
import { showRequests } from './showRequests';

/**
 * Runs the chosen operation over all input items: read, recall, check, send, report.
 *
 * @returns one output item for each input item, in their order; several where the service gave several
 * @throws NodeOperationError in stop mode, when one of the items was not accepted
 */
export async function runOperation(
	context: IExecuteFunctions,
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][]> {
	if (context.getInputData().length === 0) return [[]];
	const node = context.getNode();
	const items = await runItems(context, clock);
	return [node.onError === 'continueErrorOutput' ? markErrorItems(items, node) : items];
}

async function runItems(context: IExecuteFunctions, clock: Clock): Promise<INodeExecutionData[]> {
	let run: Run | undefined;
	let plan: Plan;
	try {
		// read/ resolves the items, and journal/memory recalls what this execution has sent of them.
		run = await openRun(context);
		// check/ says which of the others may go out. After this, no parameter is read any more.
		plan = planRun(run);
	} catch (error) {
		return endUnsent(context, run, error);
	}
	let service: Service;
	try {
		// service/ reads the credential.
		service = await connect(context, run.operation, run.lookUp, plan.settings, clock);
	} catch (error) {
		if (plan.payments.length > 0) return endUnsent(context, run, error);
		// Where nothing is sent, what is known is told even if the service cannot be asked about it.
		return endRun(run, plan, { results: [...recalledBy(run), ...plan.unsent] });
	}
	if (plan.settings.validateOnly) return showRequests(run, plan, service);
	// deliver/ sends what neither the memory nor the list of used references knows, at the service's pace.
	const means = meansOf(run, plan, service, clock);
	const sent = await deliver(plan.payments, [...run.recalled.values()], means);
	// report/ says what became of each item.
	return endRun(run, plan, { ...sent, results: [...sent.results, ...plan.unsent] });
}

/** What sending needs. */
function meansOf(
	{ context, operation, lookUp, memory }: Run,
	{ settings, judgement }: Plan,
	service: Service,
	clock: Clock,
): Means {
	const { concurrency, batchIntervalMs, maximumWaitMs, duplicateGuard, lookUpUnclear } = settings;
	const cancelSignal = context.getExecutionCancelSignal();
	const movesMoney = operation.effect === 'payout';
	const isGuarded = movesMoney && duplicateGuard === 'allExecutions';
	const list = isGuarded ? new ReferenceList(context, service.baseUrl, clock) : undefined;
	const canAsk = lookUpUnclear && operation.effect !== 'none' ? service.ask : undefined;
	const kind = (lookUp?.answer as { kind: RecordKind } | undefined)?.kind ?? 'payout';
	return {
		service,
		journal: new Journal(memory, list),
		lookUps: canAsk && new LookUps({ kind, ask: canAsk, clock, maximumWaitMs, cancelSignal }),
		movesMoney,
		clock,
		concurrency,
		batchIntervalMs,
		maximumWaitMs,
		stopsRun: judgement.stops,
		cancelSignal,
	};
}
