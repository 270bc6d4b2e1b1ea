import { WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, type IDataObject, type INode } from 'n8n-workflow';
import {
	execute,
	NODE_NAME,
	retryExecution,
	type EngineScenario,
} from '../../workbench/engine/engine';
import { fixedParameters, payoutItems } from '../../workbench/engine/operations';
import { additionalData, engineWorkflow } from '../../workbench/engine/workflow';
import { startSandbox } from '../../sandbox';
import { useSandbox } from './useSandbox';

/* What the node knows arrives: not lost by n8n or by a setting that was changed. */

const sandbox = useSandbox({ uniqueOrderReferences: false });
const operation = 'createBankPayout';

describe('with an error output', () => {
	const onError = 'continueErrorOutput';
	beforeEach(async () => {
		await sandbox.control.addFault({
			kind: 'statusBefore',
			operation,
			orderReference: 'INV-1',
			status: 422,
		});
	});

	it.each<[string, IDataObject[] | undefined]>([
		['the node before is pinned and never ran', undefined],
		['pinned data was edited from one row to three', payoutItems(1)],
		['the node before gave nothing', []],
	])(
		'each outcome goes where it belongs, where n8n cannot follow the items: %s',
		async (_, ran) => {
			const { outputs, error } = await execute(
				sandbox.oneByOne(3, {}, { onError, pinned: { ran } }),
			);
			expect(error).toBeUndefined();
			const [good, bad] = outputs;
			expect(good?.map(({ json }) => json.status)).toEqual(['AUTHORIZED', 'AUTHORIZED']);
			expect(bad?.map(({ json }) => (json.details as IDataObject).outcome)).toEqual(['rejected']);
		},
	);

	it('shows nothing of the row that stood there before pinned data was edited', async () => {
		await sandbox.control.addFault({
			kind: 'statusBefore',
			operation,
			orderReference: 'INV-0',
			status: 422,
		});
		const ran = payoutItems(1, 'PAID');
		const { outputs } = await execute(sandbox.oneByOne(1, {}, { onError, pinned: { ran } }));
		expect(outputs[1]?.map(({ json }) => Object.keys(json))).toEqual([
			['error', 'message', 'details'],
		]);
	});

	it('lays the outcome of what failed over its input item, where n8n can follow it', async () => {
		const items = payoutItems(3);
		const { outputs } = await execute(sandbox.oneByOne(3, {}, { items, onError }));
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		const details = { outcome: 'rejected', orderReference: 'INV-1', safeToRetry: true };
		const told = { ...details, cause: 'item', httpStatus: 422, nextStep: expect.any(String) };
		const message = expect.stringMatching(/^INV-1 \(item 2\): /);
		const json = { ...items[1], error: 'Payout rejected', message, details: told };
		expect(outputs[1]).toEqual([expect.objectContaining({ json, pairedItem: { item: 1 } })]);
	});

	it.each<[string, Partial<EngineScenario>, number]>([
		['with Retry On Fail', { retryOnFail: true }, 1],
		// Each turn comes from another output of the node before.
		['in a loop, behind the second output', { laterItems: [payoutItems(3, 'LATER')] }, 2],
	])('names the input item of what failed where n8n can follow it: %s', async (_, how, failed) => {
		await sandbox.control.addFault({
			kind: 'statusBefore',
			operation,
			orderReference: 'LATER-2',
			status: 422,
		});
		const { outputs } = await execute(sandbox.oneByOne(3, {}, { onError, ...how }));
		expect(outputs[0]).toHaveLength(2);
		expect(outputs[1]?.map(({ pairedItem }) => pairedItem)).toMatchObject([{ item: failed }]);
	});
});

it('a sandbox that accepted a payout has paid nobody at the live service', async () => {
	const first = sandbox.oneByOne(2);
	await sandbox.control.addFault({
		kind: 'statusBefore',
		operation,
		orderReference: 'INV-1',
		status: 422,
	});
	const failed = await execute(first);
	expect(failed.error).toBeDefined();
	const live = await startSandbox();
	const { credential } = first;
	credential.stored = { ...credential.stored, baseUrl: live.baseUrl };
	const retried = await retryExecution(failed, first);
	expect(retried.error).toBeUndefined();
	expect((await live.control.ledger()).paid).toEqual({ 'INV-0': 1, 'INV-1': 1 });
	await live.close();
});

describe('a node that is run by itself in the editor, with nothing before it', () => {
	/** As n8n's "Execute step" starts it: one empty item, and no source. */
	const alone = async (nodeError: 'continueErrorOutput' | 'continueRegularOutput') => {
		const parameters = fixedParameters(payoutItems(1)[0]!, { options: {} });
		const started = sandbox.oneByOne(1, {}, { parameters, onError: nodeError });
		const workflow = engineWorkflow(started);
		const node = workflow.getNode(NODE_NAME) as INode;
		const main = [[{ json: {} }]];
		const executionData = { nodeExecutionStack: [{ node, data: { main }, source: null }] };
		const data = createRunExecutionData({ executionData });
		const engine = new WorkflowExecute(additionalData(workflow, started), 'manual', data);
		const run = await engine.processRunExecutionData(workflow);
		const tasks = run.data.resultData.runData[NODE_NAME] ?? [];
		return (tasks.at(-1)?.data?.main ?? []).flatMap((items) => items ?? []);
	};

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'tells which payout failed, and what to do (%s)',
		async (nodeError) => {
			await sandbox.control.addFault({ kind: 'dropBefore', operation });
			const [item] = await alone(nodeError);
			expect(item?.json).toMatchObject({
				message: expect.stringContaining('INV-0'),
				details: { outcome: 'unknown', orderReference: 'INV-0', safeToRetry: false },
			});
		},
	);
});
