import { assertAgentMayRun, assertAgentReadsUpToLimit } from '../check/agentRules';
import { checkPayments } from '../check/checkDrafts';
import { resultOf, type Payment, type Result } from '../common/payment';
import { readSettings, type Settings } from '../read/settings';
import { changingReferenceHint } from '../report/hints';
import { judgementOf, type Judgement } from './judgement';
import type { Run } from './openRun';

/** What is to be sent, and how. */
export interface Plan {
	settings: Settings;
	judgement: Judgement;
	/** None, where an item that needs a correction holds back all. */
	payments: Payment[];
	unsent: Result[];
	/** For the builder, on how the node is set up. */
	hint?: string;
}

/** Checks what nothing is known of. Whatever is thrown here, nothing of it was sent. */
export function planRun(run: Run): Plan {
	const { context, operation, rest } = run;
	const { effect } = operation;
	if (run.hindrance !== undefined && rest.length > 0) throw run.hindrance;
	const settings = readSettings(
		context,
		rest.map(({ index }) => index),
	);
	if (rest.length > 0) {
		assertAgentMayRun(context, effect, settings);
		if (operation.answer.form === 'page') assertAgentReadsUpToLimit(context);
	}
	const { payments, invalid } = checkPayments(rest, effect, settings);
	const judgement = judgementOf(run, settings.whenAlreadySent);
	const isHeldBack = invalid.some(judgement.stops);
	const held = isHeldBack ? payments.map(heldBack) : [];
	const isAskedOnce = asksOnce(run, payments);
	return {
		settings,
		judgement,
		payments: isHeldBack ? [] : payments.slice(0, isAskedOnce ? 1 : undefined),
		unsent: [...invalid, ...held],
		hint: isAskedOnce ? ASKED_ONCE : effect === 'none' ? undefined : hintFor(run),
	};
}

const ASKED_ONCE =
	'All items ask for the same list, so it was read once. To keep the node from running for each item, turn on Execute Once in its settings.';

/** Whether every item asks for the same list. */
function asksOnce({ operation }: Run, payments: Payment[]): boolean {
	const asked = new Set(payments.map(({ query, limit }) => JSON.stringify([query, limit])));
	return operation.answer.form === 'page' && payments.length > 1 && asked.size === 1;
}

export function heldBack(payment: Payment): Result {
	return resultOf(payment, 'notSent', 'Another item needs a correction');
}

function hintFor({ context, operation }: Run): string | undefined {
	const raw = context.getNodeParameter('orderReference', 0, '', { rawExpressions: true });
	return changingReferenceHint(raw, operation.effect);
}
