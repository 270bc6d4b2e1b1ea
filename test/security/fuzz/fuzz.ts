import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IDataObject } from 'n8n-workflow';
import { findInContract, readContract } from '../../../workbench/contract/contract';
import { EngineCredential } from '../../../workbench/engine/credentials';
import { execute } from '../../../workbench/engine/engine';
import { hurriedNode, parameters } from '../../../workbench/engine/nodes';
import { operationsUnderTest } from '../../../workbench/engine/operations';
import { processedStore } from '../../../workbench/engine/processedStore';
import { LocalService } from '../../../workbench/servers/localService';
import { proofOf, referenceIn } from '../../../workbench/servers/proof';
import { UNSHOWABLE } from '../../unit/support/wording';
import { batchesOf, type Batch, type Target } from './cases';
import { accessToken, wrongWith, type Recorded } from './oracle';

/** What the fuzz of one operation did. */
interface FuzzResult {
	inputs: number;
	/** Items that were sent, each held against what was set for it. */
	sent: number;
	violations: string[];
}

/** As many items as an execution takes without copying becoming slow. */
const BATCH = 250;

/** Below this share of sent items, the fuzz would only have tried the checks and not the wire. */
const LEAST_SENT = 0.2;

/** The operations of the node, each with its part of the contract. */
export function targets(): Target[] {
	const contracts = readContract();
	// Filters are tried by test/engine/everyOperation: a list has no item of its own for each input.
	const operations = operationsUnderTest.filter(
		({ operation }) => !['page', 'items'].includes(operation.response.form),
	);
	return operations.map((operation) => {
		const contract = findInContract(contracts, operation);
		if (contract === undefined) throw new Error(`${operation.name} is not in the contract`);
		return { operation, contract };
	});
}

/** A service that accepts everything: its answer proves whatever was asked for. */
class Recorder extends LocalService {
	recorded: Recorded[] = [];

	/** @param isAskedFirst whether a GET is the question before a payout leaves, and not what is tried */
	constructor(private readonly isAskedFirst: boolean) {
		super();
	}

	protected take(
		{ method, url, rawHeaders }: IncomingMessage,
		body: string,
		response: ServerResponse,
	): void {
		if (this.isAskedFirst && method === 'GET') {
			response.writeHead(404, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ message: 'Invalid or missing payout' }));
			return;
		}
		const index = this.recorded.push({ method, url, rawHeaders, body }) - 1;
		response.writeHead(200, { 'content-type': 'application/json' });
		// No order reference that is generated is the `id` of its own payout.
		response.end(JSON.stringify({ ...proofOf(referenceIn(url, body)), id: `answer ${index}` }));
	}

	override async start(): Promise<this> {
		// However many headers were smuggled in, all of them are to be seen.
		this.server.maxHeadersCount = 0;
		return await super.start();
	}
}

/**
 * Sends generated items through one operation and checks every request and every outcome. A request to
 * any other place leaves its item without the recorder's answer.
 *
 * @param count items whose values are drawn
 * @returns every broken property, with the item
 */
export async function fuzz(target: Target, seed: number, count: number): Promise<string[]> {
	const recorder = await new Recorder(target.operation.request.method === 'POST').start();
	const result: FuzzResult = { inputs: 0, sent: 0, violations: [] };
	for (const batch of batchesOf(target, { seed, count, size: BATCH }))
		await runBatch(batch, target, recorder, result);
	await recorder.stop();
	const added = [Object, Array, String, Function].flatMap((one) => Object.keys(one.prototype));
	result.violations.push(...added.map((key) => `a prototype has got the key ${key}`));
	if (result.inputs < count || result.sent < result.inputs * LEAST_SENT) {
		result.violations.push(`only ${result.sent} of ${result.inputs} items were sent`);
	}
	return result.violations;
}

/** In continue mode: that the other one sends nothing when one item is invalid is tried in everyOperation.test.ts. */
async function runBatch(
	batch: Batch,
	target: Target,
	recorder: Recorder,
	result: FuzzResult,
): Promise<void> {
	const { cases, read } = batch;
	recorder.recorded = [];
	(await processedStore()).reset();
	const { baseUrl, recorded } = recorder;
	result.inputs += cases.length;
	const complain = (index: number, ...wrong: string[]) =>
		result.violations.push(...wrong.map((what) => `${what}: ${describe(batch, index)}`));
	const { items, error } = await execute({
		credential: new EngineCredential({ baseUrl, authentication: 'accessToken', accessToken }),
		parameters: batch.parameters,
		items: cases.map(({ item }) => item),
		onError: 'continueRegularOutput',
		nodeType: hurriedNode(read && parameters(read)),
	});
	if (error !== undefined || items.length !== cases.length) {
		complain(0, `${items.length} outcomes for ${cases.length} items (${error?.message})`);
		return;
	}
	const claimed = new Set<Recorded>();
	for (const [index, { json, pairedItem }] of items.entries()) {
		const fuzzCase = cases[index]!;
		if ((pairedItem as { item?: number } | undefined)?.item !== index) complain(index, 'pairing');
		const request = recorded[Number(/^answer (\d+)$/.exec(String(json.id))?.[1] ?? -1)];
		if (request === undefined) {
			complain(index, ...wrongWithRefusal(json));
			if (fuzzCase.isGood) complain(index, `a good item was refused (${String(json.message)})`);
			continue;
		}
		result.sent++;
		if (claimed.has(request)) complain(index, 'two items share a request');
		claimed.add(request);
		complain(index, ...wrongWith(request, fuzzCase, target, baseUrl));
	}
	if (claimed.size !== recorded.length) complain(0, 'a request belongs to no item');
}

function wrongWithRefusal({ error, message, details, ...rest }: IDataObject): string[] {
	const { outcome, nextStep } = (details ?? {}) as IDataObject;
	return [
		...(outcome === 'invalid' ? [] : [`outcome ${String(outcome)}`]),
		...(Object.keys(rest).length > 0 ? ['an error item with other keys'] : []),
		...[error, message, nextStep]
			.filter((text) => typeof text !== 'string' || UNSHOWABLE.test(text))
			.map((text) => `text ${String(text)}`),
	];
}

function describe({ parameters, cases }: Batch, index: number): string {
	const given = [...(cases[index]?.given ?? [])].map(([path, value]) => `${path}=${show(value)}`);
	return `${given.join(', ')} (additionalFields ${show(parameters.additionalFields)})`;
}

function show(value: unknown): string {
	const text = typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value));
	return text.length > 120 ? `${text.slice(0, 120)}… (${text.length})` : text;
}
