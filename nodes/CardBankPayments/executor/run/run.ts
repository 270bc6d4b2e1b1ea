import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { systemClock, type Clock } from '../common/clock';
import { resultOf } from '../common/payment';
import { deliver } from '../deliver/deliver';
import { notSent } from '../proof/verdicts';
import { told } from '../report/runError';
import { connect, type Service } from '../service/connect';
import { endRun } from './endRun';
import { meansOf, openRun, planRun, showRequests, type Plan, type Run } from './planRun';

/**
 * Runs the chosen operation over all input items: read, recall, check, send, report.
 *
 * @returns one output item for each input item, in their order; of records, as many as the service gave
 * @throws NodeOperationError in stop mode, when an item has failed, by `hasFailed`
 */
export async function runOperation(
	context: IExecuteFunctions,
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][]> {
	const inputs = context.getInputData();
	let run: Run | undefined;
	let plan: Plan | undefined;
	let service: Service;
	try {
		// read/readItems puts the items into the format of the service, service/account reads the credential,
		// and journal/memory recalls what was sent there.
		run = await openRun(context);
		// check/ says what else may go out, read/settings how. After this, no parameter is read any more.
		plan = planRun(run);
		service = connect(context, run.operation, await run.account, plan.settings, clock);
	} catch (cause) {
		const unsent = plan?.payments ?? run?.rest ?? inputs.map((_, index) => ({ index }));
		const says = told(cause).filter(Boolean).join('. ');
		const results = unsent.map((item) => resultOf(item, notSent('settings', says)));
		// With nothing to send, what is known is told even where the credential cannot be read.
		return endRun(context, run, plan, { results, ...(results.length > 0 && { cause }) });
	}
	if (plan.settings.validateOnly) {
		return endRun(context, run, plan, { results: showRequests(plan, service) });
	}
	// deliver/ asks for each payment, sends it at the service's pace and asks again; proof/ says what each response proves.
	const means = meansOf(run, plan, service, clock);
	const sent = await deliver(plan.payments, [...run.recalled.values()], means);
	// report/endedResult says which results are failures, and the rest of report/ what the builder reads.
	return endRun(context, run, plan, { ...sent, now: service.wallTime() });
}
