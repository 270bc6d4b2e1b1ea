import type { INodeParameters, OnError } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import {
	execute,
	killedBefore,
	nthPayout,
	retryExecution,
	type EngineScenario,
} from '../../workbench/engine/engine';
import { MovableClock, nodeWith } from '../../workbench/engine/nodes';
import { createBankPayout, fixedParameters, payoutItems } from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { post } from '../../workbench/servers/sandboxClient';
import { useSandbox } from './useSandbox';

/*
 * Ask, send, ask, where n8n has a part in it: killed runs, Retry execution, calls of an agent. What becomes of a payout
 * by each answer is tried in test/unit/executor/deliver, and by each fault in test/faults.
 */

// It pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const onError: OnError = 'continueRegularOutput';
const operation = 'createBankPayout';
const always = { times: 1000 };

type Changes = Partial<EngineScenario> & { options?: INodeParameters };

/** A run that goes on behind what fails, in a process whose time is put forward by the test. */
const run = async (count: number, changes: Changes = {}) =>
	await execute(sandbox.payouts(count, { onError, ...changes }));

const outcomesOf = async (...how: Parameters<typeof run>) =>
	outcomesOfItems((await run(...how)).items);

const repeated = (count: number, what: string) => Array<string>(count).fill(what);
const once = (count: number) =>
	Object.fromEntries(payoutItems(count).map((item) => [String(item.orderReference), 1]));

/** Somebody else pays under this reference, with the dashboard, say. */
const payElsewhere = async (orderReference: string, changes = {}) => {
	const item = payoutItems(9).find((one) => one.orderReference === orderReference);
	await post(sandbox.baseUrl, createBankPayout.request.url, { ...item, ...changes });
};

const lookUp = async (fault: Omit<Fault, 'operation'>) =>
	await sandbox.control.addFault({ ...always, ...fault, operation: 'getPayout' });

describe('what is known before it leaves was paid before', () => {
	it('by a run that was killed in the middle: the next run pays the rest', async () => {
		await killedBefore(sandbox.payouts(40), nthPayout(17));
		const paid = Object.keys(await sandbox.paid());
		expect(paid.length).toBeGreaterThanOrEqual(17);
		expect(paid.length).toBeLessThan(40);
		const { items } = await run(40);
		const outcomes = outcomesOfItems(items);
		expect(outcomes.filter((one) => one === 'alreadySent')).toHaveLength(paid.length);
		expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(40 - paid.length);
		// Each with the record that the service has of it.
		for (const item of items.filter(({ json }) => json.details)) {
			expect(detailsOf(item)).toHaveProperty('payout.id');
		}
		expect(await sandbox.paid()).toEqual(once(40));
	});

	it('and stops a run in Stop mode before it pays the others', async () => {
		await payElsewhere('INV-3');
		const { error } = await run(5, { onError: 'stopWorkflow' });
		expect(error?.message).toMatch(/^INV-3 \(item 4\): Nothing was sent now\./);
		expect(error?.description).toContain('Not sent (4): INV-0, INV-1, INV-2, INV-4.');
		expect(await sandbox.paid()).toEqual({ 'INV-3': 1 });
	});
});

describe('what is known after it has left is ours', () => {
	it('where it was refused for its pace, and made, also in a retry of its execution', async () => {
		await sandbox.control.addFault({
			kind: 'paceRefusalAfter',
			operation,
			orderReference: 'INV-0',
		});
		const refusal: Fault = { kind: 'statusBefore', status: 422, orderReference: 'INV-1' };
		await sandbox.control.addFault({ ...refusal, operation });
		const scenario = sandbox.oneByOne(2);
		const stopped = await execute(scenario);
		expect(stopped.error?.description).toContain('Accepted (1): INV-0.');
		const { items, error } = await retryExecution(stopped, scenario);
		expect([error, outcomesOfItems(items)]).toEqual([undefined, ['accepted', 'accepted']]);
		expect(await sandbox.paid()).toEqual(once(2));
	});
});

describe('a payout that left without a clear answer', () => {
	const clock = () => {
		const moving = new MovableClock();
		return { clock: moving, nodeType: nodeWith(moving) };
	};

	it('is left alone by the other runs for ten minutes, and then sent if the service does not know it', async () => {
		const { clock: time, nodeType } = clock();
		await sandbox.control.addFault({ kind: 'dropBefore', operation });
		expect(await outcomesOf(2, { nodeType })).toEqual(['unknown', 'accepted']);
		time.pass(4);
		const asked = (await sandbox.requests('getPayout')).length;
		const { items } = await run(2, { nodeType });
		expect(outcomesOfItems(items)).toEqual(['unknown', 'alreadySent']);
		const { safeToRetry, waitSeconds } = detailsOf(items[0]!);
		expect(safeToRetry).toBe(false);
		expect(waitSeconds).toBeGreaterThan(300);
		expect(waitSeconds).toBeLessThanOrEqual(360);
		// One question for each, and nothing else.
		expect((await sandbox.requests('getPayout')).length - asked).toBe(2);
		expect(await sandbox.payoutsSent()).toEqual(['INV-0', 'INV-1']);
		time.pass(6.1);
		expect(await outcomesOf(2, { nodeType })).toEqual(['accepted', 'alreadySent']);
		expect(await sandbox.paid()).toEqual(once(2));
	});

	it('is left alone for as long from its last sending, also where the service did not answer', async () => {
		const { clock: time, nodeType } = clock();
		await sandbox.control.addFault({ kind: 'dropBefore', operation });
		await run(1, { nodeType });
		await lookUp({ kind: 'statusBefore', status: 503 });
		expect(await outcomesOf(1, { nodeType })).toEqual(['unknown']);
		time.pass(10.1);
		// Later, an answer that is not clear keeps it where it is, as it does any other.
		expect(await outcomesOf(1, { nodeType })).toEqual(['notSent']);
		expect(await sandbox.payoutsSent()).toEqual(['INV-0']);
	});

	it('is free at once at another address: that is another service', async () => {
		const { nodeType } = clock();
		await sandbox.control.addFault({ kind: 'dropBefore', operation });
		expect(await outcomesOf(1, { nodeType })).toEqual(['unknown']);
		const baseUrl = sandbox.baseUrl.replace('127.0.0.1', 'localhost');
		const credential = sandbox.pastedToken({ baseUrl });
		expect(await outcomesOf(1, { nodeType, credential })).toEqual(['accepted']);
	});

	it('is not sent again by Retry execution, however late', async () => {
		const { clock: time, nodeType } = clock();
		await sandbox.control.addFault({ kind: 'dropBefore', operation });
		const scenario = sandbox.oneByOne(1, {}, { nodeType });
		const stopped = await execute(scenario);
		time.pass(60);
		const { error } = await retryExecution(stopped, scenario);
		expect(error?.description).toContain('Unknown, perhaps paid (1): INV-0.');
		expect(await sandbox.payoutsSent()).toEqual(['INV-0']);
	});

	it('is not sent again by a third call of an agent, however late', async () => {
		const { clock: time, nodeType } = clock();
		await sandbox.control.addFault({ kind: 'dropBefore', operation });
		const limits = { agentPayouts: 'fixedBeneficiary', maximumAmount: 500, maximumPerDay: 5000 };
		const changes = { amount: '={{ $json.amount }}', options: limits };
		const parameters = fixedParameters(payoutItems(1)[0]!, changes);
		const credential = sandbox.pastedToken();
		credential.beforeRequest = () => time.pass(11);
		const laterItems = [payoutItems(1), payoutItems(1)];
		const call = { parameters, asTool: true, laterItems, credential, nodeType };
		const { turns } = await run(1, call);
		expect(turns.flatMap(outcomesOfItems)).toEqual(['unknown', 'unknown', 'unknown']);
		expect(await sandbox.payoutsSent()).toEqual(['INV-0']);
	});
});

describe('a service without look-ups: the list that n8n keeps decides', () => {
	const forms: Array<[string, Omit<Fault, 'operation'> | undefined]> = [
		['no path', undefined],
		['a page', { kind: 'statusBefore', status: 404, text: '<h1>Not Found</h1>' }],
	];
	const without = async (fault: (typeof forms)[number][1]): Promise<Changes> => {
		if (fault === undefined) return { credential: sandbox.pastedToken({ payoutPath: '' }) };
		await lookUp(fault);
		return {};
	};

	it.each(forms)('pays once over two executions: %s', async (_, fault) => {
		const how = await without(fault);
		const first = await run(3, how);
		expect(outcomesOfItems(first.items)).toEqual(repeated(3, 'accepted'));
		expect(await outcomesOf(4, how)).toEqual([...repeated(3, 'alreadySent'), 'accepted']);
		expect(await sandbox.paid()).toEqual(once(4));
		// A wrong path would otherwise never be noticed.
		const hint = expect.stringContaining('has no look-up at the Payout Path of the credential');
		expect(first.hints).toEqual(fault ? [hint] : []);
	});

	it('frees a refused reference at once: killed a moment later, the next run pays it', async () => {
		const how = await without(undefined);
		await sandbox.control.addFault({ kind: 'statusBefore', status: 422, operation });
		let usedThen: string[] | undefined;
		how.credential!.beforeRequest = () => {
			void processedStore().then((store) => (usedThen = store.used()));
		};
		await run(2, { ...how, options: { concurrency: 1 } });
		// When the second was about to leave.
		expect(usedThen).toEqual(['INV-1']);
		how.credential!.beforeRequest = undefined;
		expect(await outcomesOf(2, how)).toEqual(['accepted', 'alreadySent']);
	});
});

describe('where the service gives no answer, nothing leaves', () => {
	it('each payout is safe to retry, and the run ends after three', async () => {
		await lookUp({ kind: 'statusBefore', status: 503 });
		const { items } = await run(9, { options: { concurrency: 1, maximumWait: 2 } });
		expect(outcomesOfItems(items)).toEqual(repeated(9, 'notSent'));
		for (const item of items) {
			expect(detailsOf(item)).toMatchObject({ cause: 'service', safeToRetry: true });
		}
		const asked = (await sandbox.requests('getPayout')).map((one) => one.orderReference);
		expect(new Set(asked).size).toBeLessThanOrEqual(4);
		expect(await sandbox.payoutsSent()).toEqual([]);
	});

	it.each([
		['with a token', (baseUrl: string) => sandbox.pastedToken({ baseUrl })],
		['without one', (baseUrl: string) => sandbox.credential({ baseUrl })],
	])('an address at which nobody is, is told at once (%s)', async (_, credentialFor) => {
		const clock = new MovableClock();
		const credential = credentialFor('http://127.0.0.1:1/third-parties');
		const { items } = await run(1, { credential, nodeType: nodeWith(clock) });
		expect(clock.waits).toEqual([]);
		expect(detailsOf(items[0]!)).toMatchObject({ safeToRetry: true });
		expect(items[0]!.json.message).toMatch(/could not be reached|ECONNREFUSED/);
	});
});

it('the same reference with other details is invalid within one execution', async () => {
	const [item] = payoutItems(1);
	const laterItems = [[{ ...item, amount: 7 }]];
	const { turns } = await run(1, { laterItems });
	expect(turns.flatMap(outcomesOfItems)).toEqual(['accepted', 'invalid']);
	expect(await sandbox.payoutsSent()).toEqual(['INV-0']);
});
