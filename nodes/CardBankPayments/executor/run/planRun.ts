import { assertAgentMayRun } from '../check/agentRules';
import { checkPayments } from '../check/checkPayments';
import { resultOf, type Payment, type Result } from '../common/payment';
import { readSettings, type Settings } from '../read/settings';
import { changingReferenceHint } from '../report/hints';
import type { Service } from '../service/connect';
import { hasFailed } from './hasFailed';
import { recalledBy, type Run } from './openRun';

/** What is to be sent, and how. */
export interface Plan {
	settings: Settings;
	/** None, where an item that needs a correction holds back all. */
	payments: Payment[];
	unsent: Result[];
	/** For the builder, on how the node is set up. */
	hint?: string;
	/** Whether nothing more is sent after this result. */
	stopsRun: (result: Result) => boolean;
}

const ASKED_ONCE =
	'All items ask for the same list, so it was read once. To keep the node from running for each item, turn on Execute Once in its settings.';

/** Checks the items that nothing is known of. Where it throws, none of them was sent. */
export function planRun(run: Run): Plan {
	const { context, operation, rest, recalled, isTool } = run;
	const { effect } = operation;
	if (run.hindrance !== undefined && rest.length > 0) throw run.hindrance;
	const indexes = rest.map(({ index }) => index);
	const settings = readSettings(context, indexes);
	if (rest.length > 0) assertAgentMayRun(context, operation, settings);
	const { payments, invalid } = checkPayments(rest, effect, settings);
	// A repeated call of a tool ends as an item: of an error, an agent sees the message only, and not
	// what was sent first.
	const goesOn = context.continueOnFail();
	const stopsRun = (result: Result) =>
		!goesOn && hasFailed(result, effect, settings) && !(isTool && recalled.has(result.index));
	const isHeldBack = invalid.some(stopsRun);
	const asked = new Set(payments.map(({ query, limit }) => JSON.stringify([query, limit])));
	const isList = operation.answer.form === 'page';
	const isAskedOnce = isList && payments.length > 1 && asked.size === 1;
	return {
		settings,
		payments: isHeldBack ? [] : payments.slice(0, isAskedOnce ? 1 : undefined),
		unsent: [...invalid, ...(isHeldBack ? payments.map(heldBack) : [])],
		hint: isAskedOnce ? ASKED_ONCE : hintFor(run),
		stopsRun,
	};
}

/** The requests that _Validate Only_ shows. */
export function showRequests(run: Run, plan: Plan, service: Service): { results: Result[] } {
	const shown = plan.payments.map((payment): Result => {
		try {
			const { method, url, headers, qs, body } = service.requestOf(payment);
			const request = { method, url, headers, ...(qs && { query: qs }), ...(body && { body }) };
			return { ...resultOf(payment, 'accepted', ''), records: [{ request }] };
		} catch (error) {
			// E.g. where the credential has no path for look-ups.
			return resultOf(payment, 'invalid', (error as Error).message);
		}
	});
	const known = recalledBy(run);
	// A run that stops shows no requests, and none of these was sent.
	const isHeldBack = [...known, ...shown].some(plan.stopsRun);
	const results = shown.map((result) =>
		isHeldBack && result.outcome === 'accepted' ? heldBack(result) : result,
	);
	return { results: [...known, ...results] };
}

function heldBack(item: Pick<Result, 'index' | 'orderReference'>): Result {
	return resultOf(item, 'notSent', 'Another item needs a correction');
}

function hintFor({ context, operation: { effect } }: Run): string | undefined {
	if (effect === 'none') return undefined;
	const raw = context.getNodeParameter('orderReference', 0, '', { rawExpressions: true });
	return changingReferenceHint(raw, effect);
}
