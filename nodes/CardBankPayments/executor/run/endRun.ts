import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { memory } from '../../sentences/memory';
import { serviceDay } from '../../wire/text';
import { isToolRun, rememberedIn } from '../check/agentRules';
import { systemClock } from '../common/clock';
import { resultOf, type Result } from '../common/payment';
import type { Delivered } from '../deliver/deliver';
import { isMemoryEmpty } from '../journal/memory';
import { alreadySent, isAccepted } from '../proof/verdicts';
import { attentionHint, rowsHint, waitedHint, usedBeforeHint } from '../report/hints';
import { endedResult, hasFailed } from '../report/endedResult';
import { markErrorItems, reportItems } from '../report/outputItems';
import { pairingOf } from '../report/pairing';
import { rowsOf } from '../report/rows/rowsOf';
import { runError } from '../report/runError';
import type { Plan, Run } from './planRun';

/** What a run has to tell: what became of its items, and what kept it from sending. */
export type Ended = Pick<Delivered, 'results'> &
	Partial<Delivered> & {
		cause?: unknown;
		/** What time it is at the service, in milliseconds since 1970. */
		now?: number;
	};

/**
 * Turns the results of a run into output items, together with what was known before.
 *
 * @param run undefined where not even the items could be read, as the plan where it could not be made
 * @throws NodeOperationError in stop mode, when an item has failed, by `hasFailed`
 */
export function endRun(
	context: IExecuteFunctions,
	run: Run | undefined,
	plan: Plan | undefined,
	{ results, waitedMs = 0, hints: found = [], cause, now = systemClock.wallTime() }: Ended,
): INodeExecutionData[][] {
	const node = context.getNode();
	const { effect = 'none', simplified } = run?.operation ?? {};
	const { simplify, whenAlreadySent } = plan?.settings ?? {};
	const isReturnSet = whenAlreadySent === 'returnPayout';
	const recalled = [...(run?.recalled.values() ?? [])].map(({ result }) => result);
	// Where the one list that all items ask for does not come, each of them fails with that reason.
	const shared = (plan?.alike ?? []).flatMap((item) =>
		results.filter((one) => hasFailed(one, effect)).map((one) => resultOf(item, one)),
	);
	// A result of this run says more than the memory of an earlier attempt.
	const byIndex = new Map(
		[...recalled, ...(plan?.unsent ?? []), ...results, ...shared].map((result) => [
			result.index,
			result,
		]),
	);
	const ended = [...byIndex.values()]
		.sort((a, b) => a.index - b.index)
		.map((result) => repeatedCall(run, result))
		.map((result) => endedResult(result, effect, whenAlreadySent));
	const hints = [waitedHint(waitedMs), ...(plan?.hints ?? []), ...found].filter(
		(one) => one !== undefined,
	);
	const rows = run?.rows;
	// A run that goes on gives items, also without a plan: n8n would pass its inputs on as if paid. So does one
	// whose rows were paid by an earlier attempt: the error would lose them.
	const isStopped = rows
		? cause !== undefined && recalled.length === 0 && !context.continueOnFail()
		: plan
			? ended.some(plan.stopsRun)
			: !context.continueOnFail();
	if (isStopped) {
		const nothingKnown = isMemoryEmpty(rememberedIn(context));
		const isCanceled = context.getExecutionCancelSignal()?.aborted;
		const isTool = isToolRun(context);
		const stop = { nothingKnown, isCanceled, isTool, isReturnSet, hints, cause };
		throw runError(node, ended, stop);
	}
	if (rows) {
		const items = rowsOf(ended, rows, {
			inputs: context.getInputData(),
			expectedOf: (index) => plan?.expected.get(index) ?? {},
			today: serviceDay(now),
		});
		showHints(context, [rowsHint(items), ...hints]);
		return [items];
	}
	showHints(context, [attentionHint(ended), usedBeforeHint(ended), ...hints]);
	const canFollow = node.onError === 'continueErrorOutput' ? pairingOf(context) : undefined;
	const items = reportItems(ended, {
		kept: simplify ? simplified : undefined,
		returnsPayout: isReturnSet,
		isPaired: canFollow && (({ index, failed }) => !failed || canFollow(index)),
	});
	return [node.onError === 'continueErrorOutput' ? markErrorItems(items, node) : items];
}

function showHints(context: IExecuteFunctions, hints: Array<string | undefined>): void {
	const hintOf = (message: string) =>
		({ message, type: 'warning', location: 'outputPane' }) as const;
	try {
		context.addExecutionHints(...hints.filter((one) => one !== undefined).map(hintOf));
	} catch {
		// A hint that cannot be shown is not worth losing the outcomes over.
	}
}

/** A repeated call of an agent has paid nothing, so it is no new success. */
function repeatedCall(run: Run | undefined, result: Result): Result {
	const isRepeated = run?.isRepeated(result) && run.operation.effect === 'payout';
	if (!isRepeated || !isAccepted(result)) return result;
	return { ...result, ...alreadySent(memory.earlierCall) };
}
