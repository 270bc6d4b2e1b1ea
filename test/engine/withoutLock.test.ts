import type { Fault } from '../../sandbox';
import { systemClock, type Clock } from '../../nodes/CardBankPayments/executor/common/clock';
import { WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, type INode, type INodeParameters } from 'n8n-workflow';
import {
	execute,
	startExecution,
	NODE_NAME,
	retryExecution,
	type EngineScenario,
} from '../../workbench/engine/engine';
import { additionalData, engineWorkflow } from '../../workbench/engine/workflow';
import { hurriedClock, nodeWith } from '../../workbench/engine/nodes';
import { createBankPayout, payoutItems } from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { post } from '../../workbench/servers/sandboxClient';
import { useSandbox } from './useSandbox';

const free = { TZS: '0.00', USD: '0.00' };
// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({
	uniqueOrderReferences: false,
	settlementMs: 600_000,
	fees: { ACH: free, RTGS: free },
});

const DAY_MS = 86_400_000;
const onError = 'continueRegularOutput' as const;
const operation = 'createBankPayout' as const;

const scenario = (
	count: number,
	options: INodeParameters = {},
	changes: Partial<EngineScenario> = {},
) => sandbox.payouts(count, { options: { concurrency: 1, ...options }, onError, ...changes });

const pay = async (...how: Parameters<typeof scenario>) => await execute(scenario(...how));

describe('a token that is refused after the payout was made, and no new one to be had', () => {
	const lies = async (times = 1) => {
		await sandbox.control.addFault({ kind: 'statusAfter', status: 401, operation });
		// The first token is given, the second is not: the service is down for a moment.
		const down = { kind: 'statusBefore', status: 503, operation: 'generateToken' } as const;
		await sandbox.control.addFault({ ...down, skip: 1, times });
	};

	it('is found at the end of the run, once there is a token', async () => {
		await lies();
		const { items } = await pay(1, {}, { credential: sandbox.credential() });
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
		expect(outcomesOfItems(items)).toEqual(['accepted']);
	});

	it('is not told as rejected: nobody has asked what became of it', async () => {
		await lies(100);
		const { items } = await pay(1, {}, { credential: sandbox.credential() });
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
		expect(outcomesOfItems(items)).toEqual(['unknown']);
		expect(detailsOf(items[0]!).safeToRetry).toBe(false);
		expect((await processedStore()).reserved()).toEqual(['INV-0']);
	});

	it('is not paid again by Retry On Fail', async () => {
		await lies();
		await pay(1, {}, { credential: sandbox.credential(), retryOnFail: true });
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
	});
});

describe('a token endpoint that asks for a longer pause than is allowed', () => {
	it.each([
		['longer than Maximum Wait', 'Too many requests, please retry after 1200 seconds'],
		// As where the 100 calls of a day are used up.
		['without a time', 'Too many requests'],
	])('leaves no payout unknown that never left, and keeps no reference: %s', async (_, message) => {
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
		expect(detailsOf(items[0]!).safeToRetry).toBe(true);
	});
});

describe('a record whose time zone is written in hours alone, as ISO 8601 allows', () => {
	const inHours = (moment: string) =>
		new Date(Date.parse(moment) + 3 * 3_600_000).toISOString().replace('Z', '+03');

	/** What somebody else has paid this many days ago. */
	const paidBefore = async (days: number) => {
		await sandbox.control.settings({ clockAheadMs: -days * DAY_MS });
		const [item] = payoutItems(1);
		await post(sandbox.baseUrl, createBankPayout.request.url, item!);
		await sandbox.control.settings({ clockAheadMs: 0 });
		const [payout] = (await sandbox.ledger()).payouts;
		return payout!;
	};

	it.each([
		['as it is', (moment: string) => moment],
		['in hours', inHours],
	])('tells last month’s payout as alreadySent (%s)', async (_, written) => {
		const payout = await paidBefore(30);
		await sandbox.control.addFault({ kind: 'paceRefusal', operation });
		const body = { createdAt: written(payout.createdAt) };
		await sandbox.control.addFault({ kind: 'recordAltered', operation: 'getPayout', body });
		const { items } = await pay(1);
		expect(outcomesOfItems(items)).toEqual(['alreadySent']);
	});
});

describe('a clock of this machine that is set right between two attempts', () => {
	it('makes no earlier payout of the one that this execution has made', async () => {
		await sandbox.control.addFault({ kind: 'dropAfter', operation });
		const ahead = { ...hurriedClock, wallTime: () => Date.now() + 3 * 3_600_000 };
		const failed = await pay(
			1,
			{ lookUpUnclear: false },
			{
				nodeType: nodeWith(ahead),
				onError: 'stopWorkflow',
			},
		);
		const { items, error } = await retryExecution(failed, scenario(1, {}, { onError }));
		expect(error).toBeUndefined();
		expect(outcomesOfItems(items)).toEqual(['accepted']);
	});
});

describe('a node that is run by itself in the editor, with nothing before it', () => {
	/** As n8n's "Execute step" starts it: one empty item, and no source. */
	const alone = async (nodeError: 'continueErrorOutput' | 'continueRegularOutput') => {
		const [{ orderReference, accountNumber, accountName, bic, amount, currency } = {}] =
			payoutItems(1);
		const fixed = { orderReference, accountNumber, accountName, amount, currency };
		const parameters = {
			...{ resource: 'payout', operation: 'createBankPayout', transferType: 'ACH', options: {} },
			...fixed,
			bic: { __rl: true, mode: 'bic', value: bic },
		} as INodeParameters;
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

const again = async () => await pay(1, { maximumWait: 2 }, { credential: sandbox.credential() });

describe('a payout that was made, whose token was refused behind it, and a token endpoint that a proxy answers', () => {
	it.each<[string, Partial<Fault>]>([
		['503', { kind: 'statusBefore', status: 503 }],
		[
			'404, with a page',
			{ kind: 'statusBefore', status: 404, body: '<title>404 Not Found</title>' },
		],
		['200, with a page', { kind: 'answer', body: '<title>Maintenance</title>' }],
		['200, cut off', { kind: 'malformedJson' }],
		['302', { kind: 'redirect', status: 302 }],
		['403', { kind: 'statusBefore', status: 403, body: '<title>Forbidden</title>' }],
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
		const { items } = await again();
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
		const told = [outcomesOfItems(items)[0], detailsOf(items[0]!).safeToRetry];
		expect([...told, (await processedStore()).reserved()]).toEqual(['unknown', false, ['INV-0']]);
	});

	it('is not paid twice by the next run', async () => {
		await sandbox.control.addFault({ kind: 'statusAfter', status: 401, operation });
		await sandbox.control.addFault({
			...{ kind: 'statusBefore', status: 404, body: '<title>404 Not Found</title>' },
			...{ operation: 'generateToken', skip: 1, times: 2 },
		});
		await again();
		await again();
		await again();
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
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
