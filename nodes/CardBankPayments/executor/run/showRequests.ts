import type { INodeExecutionData } from 'n8n-workflow';
import { resultOf, type Result } from '../common/payment';
import { reportRequests, type BuiltRequest } from '../report/outputItems';
import type { Service } from '../service/connect';
import { endRun } from './endRun';
import { recalledBy, type Run } from './openRun';
import { heldBack, type Plan } from './planRun';

/** What would be sent, of _Validate Only_. */
export function showRequests(run: Run, plan: Plan, service: Service): INodeExecutionData[] {
	const { judgement } = plan;
	const built: BuiltRequest[] = [];
	const unsent: Result[] = [...plan.unsent];
	for (const payment of plan.payments) {
		try {
			built.push({ payment, request: service.requestOf(payment) });
		} catch (error) {
			// E.g. since the credential names no path to ask at.
			unsent.push(resultOf(payment, 'invalid', (error as Error).message));
		}
	}
	const others = [...recalledBy(run), ...unsent];
	if (unsent.some(judgement.stops)) {
		const held = built.map(({ payment }) => heldBack(payment));
		return endRun(run, plan, { results: [...others, ...held] });
	}
	return reportRequests(built, others.map(judgement.ended), run.operation.effect);
}
