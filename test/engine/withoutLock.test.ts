import type { Fault } from '../../sandbox';
import { systemClock, type Clock } from '../../nodes/CardBankPayments/executor/common/clock';
import { WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, type INode } from 'n8n-workflow';
import { execute, startExecution, NODE_NAME, retryExecution } from '../../workbench/engine/engine';
import { additionalData, engineWorkflow } from '../../workbench/engine/workflow';
import { hurriedClock, nodeWith } from '../../workbench/engine/nodes';
import { fixedParameters, payoutItems } from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const onError = 'continueRegularOutput' as const;
const operation = 'createBankPayout' as const;

const scenario: typeof sandbox.oneByOne = (count, options, changes) =>
	sandbox.oneByOne(count, options, { onError, ...changes });

const pay = async (...how: Parameters<typeof scenario>) => await execute(scenario(...how));

it('a payout that was made, whose token was refused behind it, is found once there is a token again', async () => {
	await sandbox.control.addFault({ kind: 'statusAfter', status: 401, operation });
	// The first token is given, the second is not: the service is down for a moment.
	const down = { kind: 'statusBefore', status: 503, operation: 'generateToken' } as const;
	await sandbox.control.addFault({ ...down, skip: 1 });
	const { items } = await pay(1, {}, { credential: sandbox.credential() });
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
	expect(outcomesOfItems(items)).toEqual(['accepted']);
});

describe('a token endpoint that asks for a longer pause than is allowed', () => {
	it.each([
		['Too many requests, please retry after 1200 seconds', 1200],
		// As where the 100 calls of a day are used up.
		['Too many requests', undefined],
	])('leaves no payout unknown that never left, and keeps no reference: %s', async (...told) => {
		const [message, seconds] = told;
		await sandbox.control.addFault({
			kind: 'statusBefore',
			status: 429,
			operation: 'generateToken',
			times: 100,
			body: { message },
		});
		const options = { maximumWait: 2 };
		const { items } = await pay(2, options, { credential: sandbox.credential() });
		expect(await sandbox.requests(operation)).toEqual([]);
		expect(outcomesOfItems(items)[0]).toMatch(/^(?:rejected|notSent)$/);
		expect((await processedStore()).reserved()).toEqual([]);
		const { safeToRetry, waitSeconds } = detailsOf(items[0]!);
		expect(safeToRetry).toBe(true);
		if (seconds !== undefined) expect(waitSeconds).toBe(seconds);
	});
});

it('a clock of this machine that is set right between two attempts makes no earlier payout of the one that this execution has made', async () => {
	await sandbox.control.addFault({ kind: 'dropAfter', operation });
	const ahead = { ...hurriedClock, wallTime: () => Date.now() + 3 * 3_600_000 };
	const changes = { nodeType: nodeWith(ahead), onError: 'stopWorkflow' } as const;
	const failed = await pay(1, { lookUpUnclear: false }, changes);
	const { items, error } = await retryExecution(failed, scenario(1));
	expect(error).toBeUndefined();
	expect(outcomesOfItems(items)).toEqual(['accepted']);
});

describe('a node that is run by itself in the editor, with nothing before it', () => {
	/** As n8n's "Execute step" starts it: one empty item, and no source. */
	const alone = async (nodeError: 'continueErrorOutput' | 'continueRegularOutput') => {
		const parameters = fixedParameters(payoutItems(1)[0]!, { options: {} });
		const started = scenario(1, {}, { parameters, onError: nodeError });
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

describe('a payout that was made, whose token was refused behind it, and a token endpoint that a proxy answers', () => {
	it.each<[string, Partial<Fault>]>([
		['503', { kind: 'statusBefore', status: 503 }],
		[
			'404, with a page',
			{ kind: 'statusBefore', status: 404, body: '<title>404 Not Found</title>' },
		],
		[
			'403, for now',
			{ kind: 'statusBefore', status: 403, body: { message: 'Please retry after 5 seconds' } },
		],
		['400', { kind: 'statusBefore', status: 400, body: '<title>Bad Request</title>' }],
	])('is not told as rejected, and is not paid again (%s)', async (_, fault) => {
		await sandbox.control.addFault({ kind: 'statusAfter', status: 401, operation });
		await sandbox.control.addFault({
			...fault,
			...{ operation: 'generateToken', skip: 1, times: 100 },
		} as Fault);
		const { items } = await pay(1, { maximumWait: 2 }, { credential: sandbox.credential() });
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
		const told = [outcomesOfItems(items)[0], detailsOf(items[0]!).safeToRetry];
		expect([...told, (await processedStore()).reserved()]).toEqual(['unknown', false, ['INV-0']]);
	});
});

it('a payout that was made is not paid again where its look-up waits for a token and the run is stopped', async () => {
	await sandbox.control.addFault({ kind: 'statusAfter', status: 401, operation });
	await sandbox.control.addFault({
		...{ kind: 'statusBefore', status: 429, operation: 'generateToken', skip: 1, times: 1 },
		body: { message: 'Too many requests, please retry after 300 seconds' },
	});
	let waits: () => void = () => {};
	const waiting = new Promise<void>((resolve) => (waits = resolve));
	const clock: Clock = {
		...hurriedClock,
		sleep: async (ms, signal) => {
			if (ms < 250_000) return await hurriedClock.sleep(ms, signal);
			waits();
			await systemClock.sleep(ms, signal);
		},
	};
	const running = startExecution(
		sandbox.payouts(1, { onError, credential: sandbox.credential(), nodeType: nodeWith(clock) }),
	);
	await waiting;
	running.cancel();
	await running.finished.catch(() => {});
	const reserved = (await processedStore()).reserved();
	await execute(sandbox.payouts(1, { onError, credential: sandbox.credential() }));
	expect([await sandbox.paid(), reserved]).toEqual([{ 'INV-0': 1 }, ['INV-0']]);
});
