import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { lookUpOf } from '../../resources';
import { systemClock, type Clock } from '../common/clock';
import { deliver } from '../deliver/deliver';
import { markErrorItems } from '../report/outputItems';
import { connect, type Service } from '../service/connect';
import { endRun, endUnsent } from './endRun';
import { meansOf } from './means';
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
		// read/readItems puts the items into the format of the service, journal/memory recalls what was sent.
		run = await openRun(context);
		// check/ says what else may go out, read/settings how. After this, no parameter is read any more.
		plan = planRun(run);
	} catch (error) {
		return endUnsent(context, run, error);
	}
	try {
		// service/account reads the credential.
		service = await connect(context, run.operation, lookUpOf(run.operation), plan.settings, clock);
	} catch (error) {
		if (plan.payments.length > 0) return endUnsent(context, run, error);
		// With nothing to send, what is known is told even where the credential cannot be read.
		return endRun(run, plan, { results: recalledBy(run) });
	}
	if (plan.settings.validateOnly) return endRun(run, plan, showRequests(run, plan, service));
	// deliver/ sends at the service's pace what neither the memory nor journal/list knows; the tables in
	// service/ (statusTable, judgeAnswer, recordTable) say what each response proves.
	const means = meansOf(run, plan, service, clock);
	const sent = await deliver(plan.payments, [...run.recalled.values()], means);
	// hasFailed.ts says which results are failures, and report/ what the builder reads.
	return endRun(run, plan, sent);
}
