import type { INodeExecutionData } from 'n8n-workflow';
import { resultOf, type ItemResult, type Payment } from '../common/payment';
import type { BuildRequest } from '../http/buildRequest';
import { waitHint } from '../report/hints';
import { reportRequests, type BuiltRequest } from '../report/outputItems';
import { carryOut } from '../send/carryOut';
import type { OpenSender } from '../send/openSender';
import { endRun } from './endRun';
import { recalledBy, type Run } from './openRun';
import type { Plan } from './planRun';

/**
 * Sends what the plan lets go out, and reports. Reads no parameter any more: what that may throw would
 * take the outcomes with it.
 *
 * @param sender undefined where nothing is sent, and the service cannot be asked either
 */
export async function sendPlan(
	run: Run,
	plan: Plan,
	sender: OpenSender | undefined,
): Promise<INodeExecutionData[]> {
	const { settings, judgement, payments, invalid, isHeldBack, referenceHint } = plan;
	if (settings.validateOnly && sender !== undefined && !isHeldBack) {
		return showRequests(run, plan, sender.buildRequest);
	}
	const { results, waitedMs, hint } =
		sender === undefined || settings.validateOnly
			? { results: recalledBy(run), waitedMs: 0 }
			: await carryOut(isHeldBack ? [] : payments, [...run.recalled.values()], sender);
	const unsent = isHeldBack ? payments.map(heldBack) : [];
	return endRun(run, [...results, ...invalid, ...unsent], {
		judgement,
		hints: [referenceHint, hint, waitHint(waitedMs)],
		kept: settings.simplify ? run.operation.simplified : undefined,
	});
}

/** What would be sent, of _Validate Only_. */
function showRequests(
	run: Run,
	{ judgement, payments, invalid, referenceHint }: Plan,
	buildRequest: BuildRequest,
): INodeExecutionData[] {
	const { built, unbuilt } = buildAll(payments, buildRequest);
	const others = [...recalledBy(run), ...invalid, ...unbuilt];
	if (!unbuilt.some(judgement.stops)) {
		return reportRequests(built, others.map(judgement.ended), run.operation.effect);
	}
	const unsent = built.map(({ payment }) => heldBack(payment));
	return endRun(run, [...others, ...unsent], { judgement, hints: [referenceHint] });
}

/** Some items' requests cannot be made, e.g. since the credential names no path to ask at. */
function buildAll(payments: Payment[], buildRequest: BuildRequest) {
	const built: BuiltRequest[] = [];
	const unbuilt: ItemResult[] = [];
	for (const payment of payments) {
		try {
			built.push({ payment, request: buildRequest(payment) });
		} catch (error) {
			unbuilt.push(resultOf(payment, 'invalid', (error as Error).message));
		}
	}
	return { built, unbuilt };
}

function heldBack(payment: Payment): ItemResult {
	return resultOf(payment, 'notSent', 'Another item needs a correction');
}
