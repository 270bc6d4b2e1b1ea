import type { IExecuteFunctions } from 'n8n-workflow';
import { assertAgentMayRun } from '../check/agentRules';
import { checkPayments } from '../check/checkDrafts';
import type { ItemResult, Payment } from '../common/payment';
import { readSettings, type Settings } from '../read/settings';
import { changingReferenceHint } from '../report/hints';
import { judgementOf, type Judgement } from './judgement';
import type { Run } from './openRun';

/** What is to be sent, and how. */
export interface Plan {
	settings: Settings;
	judgement: Judgement;
	payments: Payment[];
	invalid: ItemResult[];
	/** Whether nothing is sent, since an item needs a correction. */
	isHeldBack: boolean;
	referenceHint?: string;
}

/** Checks what nothing is known of. Whatever is thrown here, nothing of it was sent. */
export function planRun(run: Run): Plan {
	const { context, rest } = run;
	const { effect } = run.operation;
	if (run.hindrance !== undefined && rest.length > 0) throw run.hindrance;
	const settings = readSettings(
		context,
		rest.map(({ index }) => index),
	);
	if (rest.length > 0) assertAgentMayRun(context, effect, settings);
	const { payments, invalid } = checkPayments(rest, effect, settings);
	const judgement = judgementOf(run, settings.whenAlreadySent);
	return {
		settings,
		judgement,
		payments,
		invalid,
		isHeldBack: invalid.some(judgement.stops),
		referenceHint:
			effect === 'none' ? undefined : changingReferenceHint(rawReference(context), effect),
	};
}

/** As the builder typed it; this run's hints do without it where it cannot be read. */
function rawReference(context: IExecuteFunctions): unknown {
	return context.getNodeParameter('orderReference', 0, '', { rawExpressions: true });
}
