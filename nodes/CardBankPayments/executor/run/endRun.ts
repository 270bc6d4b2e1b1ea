import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { rememberedIn } from '../check/agentRules';
import { resultOf, type Result } from '../common/payment';
import type { Delivery } from '../deliver/deliver';
import { isMemoryEmpty } from '../journal/memory';
import { attentionHint, changedReferenceHint, waitHint } from '../report/hints';
import { reportItems } from '../report/outputItems';
import { stoppedRun, unableToSend, whyUnable } from '../report/runError';
import { hasFailed } from './hasFailed';
import { recalledBy, type Run } from './openRun';
import type { Plan } from './planRun';

/**
 * Turns the results of a run into output items.
 *
 * @throws NodeOperationError in stop mode, when one of the items was not accepted
 */
export function endRun(
	run: Run,
	{ settings, stopsRun, unsent, hint: planned }: Plan,
	{ results, waitedMs = 0, hint }: Partial<Delivery> & Pick<Delivery, 'results'>,
): INodeExecutionData[] {
	const { context, operation } = run;
	const { effect } = operation;
	const { simplify, validateOnly, whenAlreadySent } = settings;
	const ended = [...results, ...unsent]
		.map((result) => repeatedCall(run, result))
		.map((result) => ({ ...result, failed: hasFailed(result, effect, settings) }))
		.sort(byIndex);
	const told = validateOnly ? [] : [changedReferenceHint(ended), planned, hint, waitHint(waitedMs)];
	if (ended.some(stopsRun)) {
		const nothingKnown = isMemoryEmpty(rememberedIn(context));
		throw stoppedRun(context.getNode(), ended, effect, { nothingKnown, hints: told });
	}
	addHints(context, [attentionHint(ended), ...told]);
	const kept = simplify && !validateOnly ? operation.simplified : undefined;
	return reportItems(ended, effect, kept, whenAlreadySent === 'returnPayout');
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
	const ended = results.map((result) => ({ ...result, failed: hasFailed(result, effect) }));
	return reportItems(ended, effect);
}

/** A repeated call of an agent has paid nothing, so it is no new success. */
function repeatedCall({ isTool, recalled, operation }: Run, result: Result): Result {
	const { outcome, index } = result;
	const isRepeated = isTool && operation.effect === 'payout' && recalled.has(index);
	if (!isRepeated || outcome !== 'accepted') return result;
	const says = 'An earlier call of this tool made this payout';
	return { ...result, outcome: 'alreadySent', says };
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
