import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { resources } from '../resources';
import { describeValue } from '../shared/describeValue';
import type { Operation } from '../shared/operation';
import { assertAgentMayRun } from './agent';
import { checkDrafts } from './check';
import { markErrorItems } from './errorOutput';
import { Guard } from './guard';
import { attentionHint, changingReferenceHint } from './hints';
import { Memory } from './memory';
import { readDrafts } from './read';
import { operationError, reportItems, reportRequests, stoppedRun } from './report';
import { requestsOf, type BuildRequest } from './request';
import { sendPayments } from './sendPayments';
import { Session } from './session';
import { readSettings, type Settings } from './settings';
import type { ItemResult, Payment } from './types';

/** Everything that is known before the first item is sent. */
interface Run {
	operation: Operation;
	settings: Settings;
	session: Session;
	buildRequest: BuildRequest;
	memory: Memory;
	payments: Payment[];
	invalid: ItemResult[];
	isFailure: (result: ItemResult) => boolean;
	referenceHint?: string;
}

/**
 * Runs the chosen operation over all input items: read, check, send, report.
 *
 * @returns one output item for each input item, in their order
 * @throws NodeOperationError in stop mode, when one of the items was not accepted
 */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const itemCount = context.getInputData().length;
	if (itemCount === 0) return [[]];
	const items = await runItems(context, itemCount);
	const node = context.getNode();
	return [node.onError === 'continueErrorOutput' ? markErrorItems(items, node) : items];
}

async function runItems(
	context: IExecuteFunctions,
	itemCount: number,
): Promise<INodeExecutionData[]> {
	const stopAtFailure = !context.continueOnFail();
	let run: Run;
	try {
		run = await prepare(context, itemCount, stopAtFailure);
	} catch (error) {
		if (stopAtFailure) throw asNodeError(context, error);
		// n8n would let the input items pass as if they were paid.
		return reportItems(nothingSent(itemCount, error), 'none', () => true);
	}
	return await sendAndReport(context, run, stopAtFailure);
}

/** Reads and checks; whatever is thrown here, nothing was sent. */
async function prepare(
	context: IExecuteFunctions,
	itemCount: number,
	stopAtFailure: boolean,
): Promise<Run> {
	const operation = chosenOperation(context);
	const { effect } = operation;
	const settings = readSettings(context);
	assertAgentMayRun(context, effect, settings);

	const isFailure = ({ outcome }: ItemResult) =>
		outcome !== 'accepted' &&
		!(outcome === 'alreadySent' && settings.whenAlreadySent === 'passThrough');
	const memory = new Memory(context.getContext('node'), String(operation.option.value), effect);
	const drafts = await readDrafts(context, operation.fields, itemCount);
	const { payments, invalid } = checkDrafts(drafts, effect, settings);
	if (stopAtFailure && invalid.length > 0) {
		// What an earlier try has sent is not "not sent" because another item is now invalid.
		const others = payments.map((payment) => memory.recall(payment) ?? heldBack(payment));
		const results = [...invalid, ...others].sort(byIndex);
		throw stoppedRun(context.getNode(), results, effect, isFailure);
	}

	const session = await Session.open(context);
	return {
		operation,
		settings,
		session,
		buildRequest: requestsOf(operation, session.credentials, settings.proxy),
		memory,
		payments,
		invalid,
		isFailure,
		referenceHint: effect === 'none' ? undefined : changingReferenceHint(rawReference(context)),
	};
}

/** Reads no parameter once it has sent: what that may throw would take all outcomes with it. */
async function sendAndReport(
	context: IExecuteFunctions,
	run: Run,
	stopAtFailure: boolean,
): Promise<INodeExecutionData[]> {
	const { settings, session, buildRequest, memory, payments, invalid, isFailure } = run;
	const { effect } = run.operation;
	if (settings.validateOnly) return reportRequests(payments, buildRequest, invalid, effect);

	const guard =
		effect === 'payout' && settings.duplicateGuard === 'allExecutions'
			? new Guard(context)
			: undefined;
	const sent = await sendPayments(payments, {
		memory,
		guard,
		buildRequest,
		send: async (request) => await session.send(request, settings.timeoutMs),
		concurrency: settings.concurrency,
		batchIntervalMs: settings.batchIntervalMs,
		cancelSignal: context.getExecutionCancelSignal(),
		stopAtFailure,
		isFailure,
	});
	const results = [...sent, ...invalid].sort(byIndex);
	addHints(context, [
		stopAtFailure ? undefined : attentionHint(results, isFailure),
		run.referenceHint,
		guard?.hint,
	]);
	if (stopAtFailure && results.some(isFailure)) {
		throw stoppedRun(context.getNode(), results, effect, isFailure);
	}
	const kept = settings.simplify ? run.operation.simplified : undefined;
	return reportItems(results, effect, isFailure, kept);
}

function asNodeError(context: IExecuteFunctions, error: unknown): NodeOperationError {
	if (error instanceof NodeOperationError) return error;
	const { message, description } = error as Error & { description?: string };
	return operationError(context.getNode(), message, description ?? 'Nothing was sent.');
}

function nothingSent(itemCount: number, error: unknown): ItemResult[] {
	const { message, description } = error as Error & { description?: string | null };
	const says = [message, description ?? ''].join('. ').replace(/[.\s]+$/, '');
	return Array.from({ length: itemCount }, (_, index) => ({ index, outcome: 'notSent', says }));
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = resources
		.find(({ option }) => option.value === resource)
		?.operations.find(({ option }) => option.value === value);
	if (operation !== undefined) return operation;
	throw operationError(
		context.getNode(),
		`There is no operation ${describeValue(value)} of ${describeValue(resource)}`,
		'Choose Resource and Operation from their lists. Nothing was sent.',
	);
}

function heldBack({ index, orderReference }: Payment): ItemResult {
	return { index, orderReference, outcome: 'notSent', says: 'Another item needs a correction' };
}

function byIndex(a: ItemResult, b: ItemResult): number {
	return a.index - b.index;
}

function rawReference(context: IExecuteFunctions): unknown {
	return context.getNodeParameter('orderReference', 0, '', { rawExpressions: true });
}

function addHints(context: IExecuteFunctions, messages: Array<string | undefined>): void {
	for (const message of messages) {
		if (message !== undefined) {
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
		}
	}
}
