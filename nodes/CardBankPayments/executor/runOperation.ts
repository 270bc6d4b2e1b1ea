import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { systemClock, type Clock } from './common/clock';
import { markErrorItems } from './report/n8n1ErrorOutput';
import { endUnsent } from './run/endRun';
import { openRun, type Run } from './run/openRun';
import { planRun, type Plan } from './run/planRun';
import { sendPlan } from './run/sendPlan';
import { openSender, type OpenSender } from './send/openSender';

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
		run = await openRun(context);
		plan = planRun(run);
	} catch (error) {
		return endUnsent(context, run, error);
	}
	const { operation, lookUp, memory } = run;
	const { settings, judgement } = plan;
	let sender: OpenSender | undefined;
	try {
		const stopsRun = judgement.stops;
		sender = await openSender({ context, operation, lookUp, memory, settings, clock, stopsRun });
	} catch (error) {
		// Where nothing is sent, what is known is told even if the service cannot be asked about it.
		if (run.rest.length > 0 && !plan.isHeldBack) return endUnsent(context, run, error);
	}
	return await sendPlan(run, plan, sender);
}
