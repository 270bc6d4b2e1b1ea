import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { RecordKind } from '../../resources/operation';
import { systemClock, type Clock } from '../common/clock';
import { deliver, type Means } from '../deliver/deliver';
import { LookUps } from '../deliver/lookUp';
import { Journal } from '../journal/journal';
import { ReferenceList } from '../journal/list';
import { markErrorItems } from '../report/outputItems';
import { connect, type Service } from '../service/connect';
import { endRun, endUnsent } from './endRun';
import { openRun, recalledBy, type Run } from './openRun';
import { planRun, showRequests, type Plan } from './planRun';

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
	const items = await runItems(context, clock);
	const node = context.getNode();
	return [node.onError === 'continueErrorOutput' ? markErrorItems(items, node) : items];
}

async function runItems(context: IExecuteFunctions, clock: Clock): Promise<INodeExecutionData[]> {
	let run: Run | undefined;
	let plan: Plan;
	let service: Service;
	try {
		// read/readItems resolves the items, and journal/memory recalls what this execution has sent of them.
		run = await openRun(context);
		// check/ says which of the others may go out. After this, no parameter is read any more.
		plan = planRun(run);
	} catch (error) {
		return endUnsent(context, run, error);
	}
	try {
		// service/account reads the credential.
		service = await connect(context, run.operation, run.lookUp, plan.settings, clock);
	} catch (error) {
		if (plan.payments.length > 0) return endUnsent(context, run, error);
		// Where nothing is sent, what is known is told even if the service cannot be asked about it.
		return endRun(run, plan, { results: recalledBy(run) });
	}
	if (plan.settings.validateOnly) return endRun(run, plan, showRequests(run, plan, service));
	// deliver/ sends what neither the memory nor journal/list knows, at the service's pace; the tables in
	// service/ say what a response proves.
	const means = meansOf(run, plan, service, clock);
	const sent = await deliver(plan.payments, [...run.recalled.values()], means);
	// report/ says what became of each item, and endRun.ts which of them have failed.
	return endRun(run, plan, sent);
}

/** What sending needs. */
function meansOf(
	{ context, operation, lookUp, memory }: Run,
	{ settings, stopsRun }: Plan,
	service: Service,
	clock: Clock,
): Means {
	const { maximumWaitMs, lookUpUnclear } = settings;
	const cancelSignal = context.getExecutionCancelSignal();
	const movesMoney = operation.effect === 'payout';
	const isGuarded = movesMoney && settings.duplicateGuard === 'allExecutions';
	const list = isGuarded ? new ReferenceList(context, service.baseUrl, clock) : undefined;
	// What is to be returned as its record has to be looked up.
	const looksUp = lookUpUnclear || settings.whenAlreadySent === 'returnPayout';
	const ask = looksUp && operation.effect !== 'none' ? service.ask : undefined;
	const kind = (lookUp?.answer as { kind: RecordKind } | undefined)?.kind ?? 'payout';
	const asking = { kind, clock, maximumWaitMs, cancelSignal, onlyAlreadySent: !lookUpUnclear };
	const lookUps = ask && new LookUps({ ask, ...asking });
	const journal = new Journal(memory, list);
	return { ...settings, service, journal, lookUps, movesMoney, clock, stopsRun, cancelSignal };
}
