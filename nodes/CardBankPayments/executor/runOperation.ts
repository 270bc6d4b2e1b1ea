import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { assertAgentMayRun } from './check/agentRules';
import { checkPayments } from './check/checkDrafts';
import { systemClock, type Clock } from './clock';
import { endRun, endUnsent, judgementOf, type Judgement } from './endRun';
import type { BuildRequest } from './http/buildRequest';
import { openRun, type Run } from './openRun';
import { resultOf, type ItemResult, type Payment } from './payment';
import { readSettings, type Settings } from './read/settings';
import { changingReferenceHint, waitHint } from './report/hints';
import { markErrorItems } from './report/n8n1ErrorOutput';
import { reportRequests, type BuiltRequest } from './report/outputItems';
import { carryOut } from './send/carryOut';
import { openSender, type OpenSender } from './send/openSender';

/** What is to be sent, and how. */
interface Plan {
	settings: Settings;
	judgement: Judgement;
	payments: Payment[];
	invalid: ItemResult[];
	/** Whether nothing is sent, since an item needs a correction. */
	isHeldBack: boolean;
	referenceHint?: string;
}

/**
 * Runs the chosen operation over all input items: read, recall, check, send, report.
 *
 * @returns one output item for each input item, in their order; several where the service gave several
 * @throws NodeOperationError in stop mode, when one of the items was not accepted
 */
export async function runOperation(
	context: IExecuteFunctions,
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][]> {
	if (context.getInputData().length === 0) return [[]];
	const node = context.getNode();
	const items = await runItems(context, clock);
	return [node.onError === 'continueErrorOutput' ? markErrorItems(items, node) : items];
}

async function runItems(context: IExecuteFunctions, clock: Clock): Promise<INodeExecutionData[]> {
	let run: Run | undefined;
	let plan: Plan;
	try {
		run = await openRun(context);
		plan = planOf(run);
	} catch (error) {
		return endUnsent(context, run, error);
	}
	let sender: OpenSender | undefined;
	try {
		sender = await senderFor(run, plan, clock);
	} catch (error) {
		// Where nothing is sent, what is known is told even if the service cannot be asked about it.
		if (run.rest.length > 0 && !plan.isHeldBack) return endUnsent(context, run, error);
	}
	return await sendAndReport(run, plan, sender);
}

/** Checks what nothing is known of. Whatever is thrown here, nothing of it was sent. */
function planOf(run: Run): Plan {
	const { context, rest } = run;
	const { effect } = run.operation;
	if (run.hindrance !== undefined && rest.length > 0) throw run.hindrance;
	const settings = readSettings(
		context,
		rest.map(({ index }) => index),
	);
	if (rest.length > 0) assertAgentMayRun(context, effect, settings);
	const { payments, invalid } = checkPayments(rest, effect, settings);
	const judgement = judgementOf(run, settings);
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

async function senderFor(
	{ context, operation, lookUp, memory }: Run,
	{ settings, judgement }: Plan,
	clock: Clock,
): Promise<OpenSender> {
	const stopsRun = judgement.stops;
	return await openSender({ context, operation, lookUp, memory, settings, clock, stopsRun });
}

/** Reads no parameter any more: what that may throw would take the outcomes with it. */
async function sendAndReport(
	run: Run,
	{ settings, judgement, payments, invalid, isHeldBack, referenceHint }: Plan,
	sender: OpenSender | undefined,
): Promise<INodeExecutionData[]> {
	const { effect, simplified } = run.operation;
	const recalled = [...run.recalled.values()];
	if (settings.validateOnly && sender !== undefined && !isHeldBack) {
		const { built, unbuilt } = buildAll(payments, sender.buildRequest);
		const others = [...recalled.map(({ result }) => result), ...invalid, ...unbuilt];
		if (!unbuilt.some(judgement.stops)) {
			const ended = others.map((result) => ({ ...result, failed: judgement.fails(result) }));
			return reportRequests(built, ended, effect);
		}
		const unsent = built.map(({ payment }) => heldBack(payment));
		return endRun(run, [...others, ...unsent], { judgement, hints: [referenceHint] });
	}
	const { results, waitedMs, hint } =
		sender === undefined || settings.validateOnly
			? { results: recalled.map(({ result }) => result), waitedMs: 0 }
			: await carryOut(isHeldBack ? [] : payments, recalled, sender);
	const unsent = isHeldBack ? payments.map(heldBack) : [];
	return endRun(run, [...results, ...invalid, ...unsent], {
		judgement,
		hints: [referenceHint, hint, waitHint(waitedMs)],
		kept: settings.simplify ? simplified : undefined,
	});
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

/** As the builder typed it; this run's hints do without it where it cannot be read. */
function rawReference(context: IExecuteFunctions): unknown {
	return context.getNodeParameter('orderReference', 0, '', { rawExpressions: true });
}
