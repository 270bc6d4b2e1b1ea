import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { resultOf, type EndedItem, type ItemResult } from '../common/payment';
import { isMemoryEmpty } from '../idempotency/executionMemory';
import { attentionHint, changedReferenceHint } from '../report/hints';
import { reportItems } from '../report/outputItems';
import { stoppedRun } from '../report/stoppedRun';
import { unableToSend, whyUnable } from '../report/unableToSend';
import { withFailure, type Judgement } from './judgement';
import { recalledBy, type Run } from './openRun';

/**
 * Turns the results of a run into output items.
 *
 * @param hints for the builder; undefined ones are left out
 * @param kept paths of the values that are kept of an answer; the whole answer when absent
 * @throws NodeOperationError in stop mode, when one of the items was not accepted
 */
export function endRun(
	run: Run,
	results: ItemResult[],
	{
		judgement,
		hints,
		kept,
	}: { judgement: Judgement; hints: Array<string | undefined>; kept?: readonly string[] },
): INodeExecutionData[] {
	const { context } = run;
	const { effect } = run.operation;
	const ended: EndedItem[] = results
		.map((result) => repeatedCall(run, result))
		.map(judgement.ended)
		.sort(byIndex);
	const isStopped = ended.some(judgement.stops);
	const told = [changedReferenceHint(ended), ...hints];
	addHints(context, isStopped ? [] : [attentionHint(ended), ...told]);
	if (isStopped) {
		const nothingKnown = isMemoryEmpty(context.getContext('node'));
		throw stoppedRun(context.getNode(), ended, effect, { nothingKnown, hints: told });
	}
	return reportItems(ended, effect, kept);
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
	const nothingKnown = isMemoryEmpty(context.getContext('node'));
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
	const ended = results.map((result) => withFailure(result));
	return reportItems(ended, run?.operation.effect ?? 'none');
}

/** What an agent asks for once more was not done once more: never a fresh success. */
function repeatedCall({ isTool, recalled, operation }: Run, result: ItemResult): ItemResult {
	const { outcome, answers, ...rest } = result;
	if (!isTool || operation.effect !== 'payout' || !recalled.has(result.index)) return result;
	if (outcome !== 'accepted') return result;
	const [content] = answers ?? [];
	return {
		...rest,
		outcome: 'alreadySent',
		says: 'An earlier call of this tool made this payout',
		...(content && { record: { kind: 'payout', content } }),
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

function byIndex(a: ItemResult, b: ItemResult): number {
	return a.index - b.index;
}
