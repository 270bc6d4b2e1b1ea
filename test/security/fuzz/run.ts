import type { IDataObject, OnError } from 'n8n-workflow';
import { findInContract, readContract } from '../../../workbench/engine/contract';
import { StoredCredential } from '../../../workbench/engine/credentials';
import { execute } from '../../../workbench/engine/engine';
import { operationsUnderTest } from '../../../workbench/engine/operations';
import { processedStore } from '../../../workbench/engine/processedStore';
import { UNSHOWABLE } from '../../unit/support/wording';
import {
	batchesByExpression,
	batchesOfFixedValues,
	pathOf,
	type Batch,
	type Target,
} from './cases';
import { accessToken, wrongWith } from './oracle';
import { Recorder } from './recorder';

/** What the fuzz of one operation did. */
export interface FuzzResult {
	operation: string;
	inputs: number;
	/** Items that were sent, each held against what was set for it. */
	sent: number;
	/** Items that were refused before anything was sent. */
	refused: number;
	/** Every broken property, with the item. */
	violations: string[];
}

/** As many items as an execution takes without copying becoming slow. */
const BATCH = 250;
const STOPPED_BATCH = 5;

/** Below this share of sent items, the fuzz would only have tried the checks and not the wire. */
const LEAST_SENT = 0.2;

export interface FuzzOptions {
	seed: number;
	/** Items whose fields come from expressions. */
	inputs: number;
}

/** An operation that sends nothing in a way of its own gets this share of the inputs. */
const REPEATED = 0.2;

/** How many of the inputs that are wanted an operation gets. */
export function inputsFor({ fresh }: Target, wanted: number): number {
	return fresh.length > 0 ? wanted : Math.ceil(wanted * REPEATED);
}

/** The operations of the node, each with its part of the contract. */
export function targets(): Target[] {
	const contracts = readContract();
	const tried = new Set<string>();
	// Filters are tried by test/engine/badInput: a list has no item of its own for each input.
	const operations = operationsUnderTest.filter(
		({ operation }) => operation.answer.form !== 'page',
	);
	return operations.map((operation) => {
		const required = operation.required.map(({ name }) => pathOf(name));
		const contract = findInContract(contracts, operation.request, required);
		if (contract === undefined) throw new Error(`${operation.name} is not in the contract`);
		const fresh = contract.properties.filter(({ path, place, type, enum: choices }) => {
			const way = JSON.stringify([path, place, type, choices]);
			return !tried.has(way) && tried.add(way);
		});
		return { operation, contract, fresh };
	});
}

/** Sends generated items through one operation and checks every request and every outcome. */
export async function fuzz(target: Target, options: FuzzOptions): Promise<FuzzResult> {
	const { seed, inputs } = options;
	const recorder = await new Recorder().start();
	const origin = `http://${recorder.host}`;
	const result: FuzzResult = {
		operation: target.operation.name,
		inputs: 0,
		sent: 0,
		refused: 0,
		violations: [],
	};
	const prototypes = snapshotOfPrototypes();
	try {
		const continued = [
			...batchesByExpression(target, { seed, count: inputs, size: BATCH }),
			...batchesOfFixedValues(target, { seed: seed + 1, count: Math.ceil(inputs / 20) }),
		];
		const stopped = batchesByExpression(target, {
			seed: seed + 2,
			count: Math.ceil(inputs / 20),
			size: STOPPED_BATCH,
		});
		for (const batch of continued) {
			await runBatch(batch, target, recorder, 'continueRegularOutput', result);
		}
		for (const batch of stopped) await runBatch(batch, target, recorder, 'stopWorkflow', result);
	} finally {
		await recorder.stop();
	}
	if (snapshotOfPrototypes() !== prototypes) result.violations.push('a prototype was changed');
	for (const address of recorder.addressed) {
		if (address !== origin) result.violations.push(`a request to ${address}`);
	}
	if (result.sent < result.inputs * LEAST_SENT) {
		result.violations.push(`only ${result.sent} of ${result.inputs} items were sent`);
	}
	return result;
}

async function runBatch(
	batch: Batch,
	target: Target,
	recorder: Recorder,
	onError: OnError,
	result: FuzzResult,
): Promise<void> {
	const { cases } = batch;
	recorder.recorded = [];
	(await processedStore()).reset();
	const { baseUrl } = recorder;
	result.inputs += cases.length;
	const execution = await execute({
		credential: new StoredCredential({ baseUrl, authentication: 'accessToken', accessToken }),
		parameters: batch.parameters,
		items: cases.map(({ item }) => item),
		onError,
	}).catch(refusedByN8n);
	if (execution === undefined) {
		result.refused += cases.length;
		if (recorder.recorded.length > 0) result.violations.push('sent although n8n refused the node');
		return;
	}
	const { items, error } = execution;
	const complain = (index: number, what: string) =>
		result.violations.push(`${what}: ${describe(batch, index)}`);

	if (onError === 'stopWorkflow' && error !== undefined) {
		checkStopped(error, recorder, cases.length, (what) => complain(0, what));
		if (cases.every(({ isGood }) => isGood)) complain(0, 'good items were refused');
		result.refused += cases.length;
		return;
	}
	if (error !== undefined || items.length !== cases.length) {
		complain(0, `${items.length} outcomes for ${cases.length} items (${error?.message})`);
		return;
	}
	const claimed = new Set<number>();
	for (const [index, { json, pairedItem }] of items.entries()) {
		const fuzzCase = cases[index]!;
		if ((pairedItem as { item?: number } | undefined)?.item !== index) complain(index, 'pairing');
		const place = recorder.indexOf(json);
		const request = place === undefined ? undefined : recorder.recorded[place];
		if (place === undefined || request === undefined) {
			result.refused++;
			for (const what of wrongWithRefusal(json)) complain(index, what);
			if (fuzzCase.isGood) complain(index, `a good item was refused (${String(json.message)})`);
			continue;
		}
		result.sent++;
		if (claimed.has(place)) complain(index, 'two items share a request');
		claimed.add(place);
		for (const what of wrongWith(request, fuzzCase, target, baseUrl)) complain(index, what);
	}
	if (claimed.size !== recorder.recorded.length) complain(0, 'a request belongs to no item');
}

/** n8n does not start a workflow in which a required parameter holds nothing. */
function refusedByN8n(error: Error): undefined {
	if (!error.stack?.includes('checkForWorkflowIssues')) throw error;
}

function wrongWithRefusal({ error, message, details, ...rest }: IDataObject): string[] {
	const wrong: string[] = [];
	const { outcome, nextStep } = (details ?? {}) as IDataObject;
	if (outcome !== 'invalid') wrong.push(`outcome ${String(outcome)}`);
	if (Object.keys(rest).length > 0) wrong.push('an error item with other keys');
	for (const text of [error, message, nextStep]) {
		if (typeof text !== 'string' || UNSHOWABLE.test(text)) wrong.push(`text ${String(text)}`);
	}
	return wrong;
}

/** In stop mode one invalid item holds back all, and the message must be plain text. */
function checkStopped(
	error: Error & { description?: string | null },
	{ recorded }: Recorder,
	count: number,
	complain: (what: string) => void,
): void {
	if (recorded.length > 0) complain(`${recorded.length} requests although an item is not valid`);
	if (!error.message.startsWith('Nothing was sent: ')) complain(`message ${error.message}`);
	const lines = (error.description ?? '').split('<br/>');
	if (lines.length > count + 10) complain(`${lines.length} lines`);
	for (const text of [error.message, ...lines]) {
		if (UNSHOWABLE.test(text)) complain(`text ${text}`);
	}
}

/** Everything reachable on the prototypes that careless copying would change. */
function snapshotOfPrototypes(): string {
	return JSON.stringify(
		[Object.prototype, Array.prototype, String.prototype, Function.prototype].map((prototype) =>
			Reflect.ownKeys(prototype).map(String),
		),
	);
}

function describe({ parameters, cases }: Batch, index: number): string {
	const given = [...(cases[index]?.given ?? [])].map(([path, value]) => `${path}=${show(value)}`);
	const { additionalFields } = parameters;
	return `${given.join(', ')} (additionalFields ${show(additionalFields)})`;
}

function show(value: unknown): string {
	const text = typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value));
	return text.length > 120 ? `${text.slice(0, 120)}… (${text.length})` : text;
}
