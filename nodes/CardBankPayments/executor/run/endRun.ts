import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { rememberedIn } from '../check/agentRules';
import { resultOf, type EndedResult, type Result } from '../common/payment';
import type { Delivery } from '../deliver/deliver';
import { isMemoryEmpty } from '../journal/memory';
import { attentionHint, changedReferenceHint, waitHint } from '../report/hints';
import { reportItems } from '../report/outputItems';
import { stoppedRun } from '../report/stoppedRun';
import { unableToSend, whyUnable } from '../report/unableToSend';
import { withFailure } from './judgement';
import { recalledBy, type Run } from './openRun';
import type { Plan } from './planRun';

/**
 * Turns the results of a run into output items.
 *
 * @throws NodeOperationError in stop mode, when one of the items was not accepted
 */
export function endRun(
	run: Run,
	{ judgement, settings, hint: planned }: Plan,
	{ results, waitedMs = 0, hint }: Partial<Delivery> & Pick<Delivery, 'results'>,
): INodeExecutionData[] {
	const { context, operation } = run;
	const { effect } = operation;
	const ended: EndedResult[] = results
		.map((result) => repeatedCall(run, result))
		.map(judgement.ended)
		.sort(byIndex);
	const isStopped = ended.some(judgement.stops);
	const told = [changedReferenceHint(ended), planned, hint, waitHint(waitedMs)];
	addHints(context, isStopped ? [] : [attentionHint(ended), ...told]);
	if (isStopped) {
		const nothingKnown = isMemoryEmpty(rememberedIn(context));
		throw stoppedRun(context.getNode(), ended, effect, { nothingKnown, hints: told });
	}
	const kept = settings.simplify ? operation.simplified : undefined;
	return reportItems(ended, effect, kept, judgement.returnsPayout);
}

/**
 * Ends a run that could not begin to send. What the memory knows is told all the same.
 *
 * @param run undefined where not even the items could be read
 * @throws NodeOperationError in stop mode
 */
export function endUnsent(
	context: IExecuteFunctions,
	run: Run | undefined,
	error: unknown,
): INodeExecutionData[] {
	const nothingKnown = isMemoryEmpty(rememberedIn(context));
	const says = whyUnable(error, nothingKnown);
	const unsent = run?.rest ?? context.getInputData().map((_, index) => ({ index }));
	const results = [
		...(run === undefined ? [] : recalledBy(run)),
		...unsent.map((item) => resultOf(item, 'notSent', says)),
	].sort(byIndex);
	if (!context.continueOnFail()) {
		throw unableToSend(context.getNode(), error, results, nothingKnown);
	}
	// n8n would let the input items pass as if they were paid.
	const effect = run?.operation.effect ?? 'none';
	const ended = results.map((result) => withFailure(result, effect));
	return reportItems(ended, effect);
}

/** What an agent asks for once more was not done once more: never a fresh success. */
function repeatedCall({ isTool, recalled, operation }: Run, result: Result): Result {
	if (!isTool || operation.effect !== 'payout' || !recalled.has(result.index)) return result;
	if (result.outcome !== 'accepted') return result;
	return {
		...result,
		outcome: 'alreadySent',
		says: 'An earlier call of this tool made this payout',
	};
}

/** A hint that cannot be shown is not worth losing the outcomes over. */
function addHints(context: IExecuteFunctions, messages: Array<string | undefined>): void {
	try {
		for (const message of messages) {
			if (message === undefined) continue;
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
		}
	} catch {
		// The outcomes say the same, item by item.
	}
}

function byIndex(a: Result, b: Result): number {
	return a.index - b.index;
}
