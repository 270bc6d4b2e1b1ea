import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { rememberedIn } from '../check/agentRules';
import type { Result } from '../common/payment';
import type { deliver } from '../deliver/deliver';
import { isMemoryEmpty } from '../journal/memory';
import { attentionHint, runHints } from '../report/hints';
import { hasFailed } from '../report/madeBefore';
import { markErrorItems, reportItems } from '../report/outputItems';
import { runError } from '../report/runError';
import type { Plan, Run } from './planRun';

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
	sent: Partial<Awaited<ReturnType<typeof deliver>>> & { results: Result[]; cause?: unknown },
): INodeExecutionData[][] {
	const { results, waitedMs = 0, hint, cause } = sent;
	const node = context.getNode();
	const { effect = 'none', response } = run?.operation ?? {};
	const { simplify, validateOnly, whenAlreadySent } = plan?.settings ?? {};
	const recalled = [...(run?.recalled.values() ?? [])].map(({ result }) => result);
	// What became of an item says more than what was known of it.
	const byIndex = new Map(
		[...recalled, ...(plan?.unsent ?? []), ...results].map((result) => [result.index, result]),
	);
	const ended = [...byIndex.values()]
		.sort((a, b) => a.index - b.index)
		.map((result) => repeatedCall(run, result))
		.map((result) => ({ ...result, failed: hasFailed(result, effect, whenAlreadySent) }));
	const hints = [...runHints(ended, waitedMs), plan?.hint, hint];
	const told = validateOnly ? [] : hints.filter((one) => one !== undefined);
	// A run that goes on gives items, also without a plan: n8n would pass its inputs on as if paid.
	const isStopped = plan === undefined ? !context.continueOnFail() : ended.some(plan.stopsRun);
	if (isStopped) {
		const nothingKnown = isMemoryEmpty(rememberedIn(context));
		throw runError(node, ended, effect, { nothingKnown, hints: told, cause });
	}
	try {
		const hintOf = (message = '') =>
			({ message, type: 'warning', location: 'outputPane' }) as const;
		context.addExecutionHints(...[attentionHint(ended), ...told].filter(Boolean).map(hintOf));
	} catch {
		// A hint that cannot be shown is not worth losing the outcomes over.
	}
	const kind = simplify && !validateOnly ? response?.kind : undefined;
	const items = reportItems(ended, effect, kind, whenAlreadySent === 'returnPayout');
	return [node.onError === 'continueErrorOutput' ? markErrorItems(items, node) : items];
}

/** A repeated call of an agent has paid nothing, so it is no new success. */
function repeatedCall(run: Run | undefined, result: Result): Result {
	const isRepeated = run?.isRepeated(result) && run.operation.effect === 'payout';
	if (!isRepeated || result.outcome !== 'accepted') return result;
	const says = 'An earlier call of this tool made this payout';
	return { ...result, outcome: 'alreadySent', says };
}
