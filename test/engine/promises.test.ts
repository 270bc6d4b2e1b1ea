import type { INodeParameters, OnError } from 'n8n-workflow';
import { foundPayout } from '../../sandbox/payouts';
import {
	execute,
	killedAtFirstRequest,
	retryExecution,
	startExecution,
} from '../../workbench/engine/engine';
import { hurriedClock, hurriedNode, nodeWith, parameters } from '../../workbench/engine/nodes';
import { fixedParameters, payoutItems } from '../../workbench/engine/operations';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { processedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from './useSandbox';
import { waitUntil } from '../../workbench/servers/waiting';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const onError: OnError = 'continueRegularOutput';

const pay = async (...how: Parameters<typeof sandbox.oneByOne>) =>
	await execute(sandbox.oneByOne(...how));

const paidTimes = async () => Object.values(await sandbox.paid());
/** For a service that nobody can ask. */
const withoutLookUps = () => ({ credential: sandbox.pastedToken({ payoutPath: '' }) });
const reserved = async () => (await processedStore()).reserved();

/** The parameters of an agent that says how much, where the builder has fixed all else. */
function forAgent(options: INodeParameters): INodeParameters {
	const limits = { agentPayouts: 'fixedBeneficiary', maximumAmount: 500, maximumPerDay: 5000 };
	const changes = { amount: '={{ $json.amount }}', options: { ...limits, ...options } };
	return fixedParameters(payoutItems(1)[0]!, changes);
}

describe('within one execution, nobody is paid twice', () => {
	it('where n8n was killed with a payout under way: that one is unknown', async () => {
		const killed = await killedAtFirstRequest(sandbox.oneByOne(7));
		// Looked up, it would end as accepted.
		const { error } = await retryExecution(killed, sandbox.oneByOne(7, {}, withoutLookUps()));
		expect(error?.message).toMatch(/^INV-0 \(item 1\): .*may or may not/);
		expect(error?.description).toContain('Unknown, look these up (1): INV-0.');
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
	});

	it('in a loop: what comes round again has the same response', async () => {
		const laterItems = [payoutItems(3), payoutItems(1, 'NEW')];
		const { turns, error } = await pay(2, {}, { laterItems });
		expect(error).toBeUndefined();
		expect(turns.map((items) => items.length)).toEqual([2, 3, 1]);
		expect(turns[1]?.slice(0, 2)).toEqual(turns[0]);
		expect(await paidTimes()).toEqual([1, 1, 1, 1]);
	});

	it('where an agent calls again with the same payment', async () => {
		const again = payoutItems(1);
		const how = { parameters: forAgent({}), asTool: true, laterItems: [again, again] };
		const { turns, error } = await pay(1, {}, how);
		expect(error).toBeUndefined();
		// As items: of a thrown error, n8n hands an agent the message only.
		for (const [item] of turns.slice(1)) {
			const details = { outcome: 'alreadySent', safeToRetry: false, payout: turns[0]?.[0]?.json };
			expect(item?.json).toMatchObject({ error: 'Payout already sent', details });
		}
		expect([turns.length, await sandbox.paid()]).toEqual([3, { 'INV-0': 1 }]);
	});

	it('where a clock that was wrong is set right between two attempts: it is found as this execution’s', async () => {
		await sandbox.control.addFault({ kind: 'dropAfter', operation: 'createBankPayout' });
		const ahead = { ...hurriedClock, wallTime: () => Date.now() + 3 * 3_600_000 };
		const failed = await pay(1, {}, { nodeType: nodeWith(ahead), ...withoutLookUps() });
		const { items, error } = await retryExecution(failed, sandbox.oneByOne(1));
		expect(error).toBeUndefined();
		expect(outcomesOfItems(items)).toEqual(['accepted']);
	});

	it('where an agent calls again with one that is unclear, and stays so', async () => {
		await sandbox.control.addFault({ kind: 'dropAfter', operation: 'createBankPayout' });
		const call = { parameters: forAgent({}), asTool: true, onError, ...withoutLookUps() };
		const how = { ...call, laterItems: [payoutItems(1)] };
		expect((await pay(1, {}, how)).turns.flatMap(outcomesOfItems)).toEqual(['unknown', 'unknown']);
	});
});

describe('a reference that this node used is not sent again', () => {
	it('by executions that start at the same instant', async () => {
		const runs = [1, 2, 3, 4].map(async () => await pay(3, {}, { onError }));
		const outcomes = (await Promise.all(runs)).flatMap(({ items }) => outcomesOfItems(items));
		expect(await paidTimes()).toEqual([1, 1, 1]);
		expect(outcomes.sort()).toEqual(Array(12).fill('alreadySent').fill('accepted', 0, 3));
	});

	it('but is free at another Base URL, as after a try at the sandbox', async () => {
		const baseUrl = sandbox.baseUrl.replace('127.0.0.1', 'localhost');
		const credential = sandbox.pastedToken({ baseUrl });
		for (const changes of [{}, { credential }]) {
			expect(outcomesOfItems((await pay(1, {}, changes)).items)).toEqual(['accepted']);
		}
	});

	it('and nothing is sent where the store is silent', async () => {
		(await processedStore()).fails.check = new Error('database is locked');
		const { items } = await pay(3, {}, { onError });
		expect(outcomesOfItems(items)).toEqual(Array(3).fill('notSent'));
		expect(await sandbox.requests()).toEqual([]);
	});

	it('but a workflow that is not saved has no list, and says so', async () => {
		const { hints, items } = await pay(2, {}, { workflowId: null });
		expect(outcomesOfItems(items)).toEqual(['accepted', 'accepted']);
		expect(hints).toEqual([expect.stringContaining('only looked at this execution')]);
	});
});

it('Return the Payout gives back the record of what was paid before, and the run goes on', async () => {
	await pay(1);
	const [payout] = (await sandbox.ledger()).payouts;
	const options = { whenAlreadySent: 'returnPayout' };
	const byAgent = await pay(1, {}, { parameters: forAgent(options), asTool: true });
	for (const { items, error } of [byAgent, await pay(2, options)]) {
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ ...foundPayout(payout!), alreadySent: true });
	}
});

it('a workflow that an earlier version saved still runs: what went is ignored', async () => {
	await pay(1);
	const gone = { duplicateGuard: 'thisExecution', lookUpUnclear: false, batchInterval: 60_000 };
	const options = { ...gone, proxy: 'http://[::1]:1', whenAlreadySent: 'passThrough' };
	const { items, error } = await pay(2, options);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.alreadySent)).toEqual([true, undefined]);
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1 });
});

it('a run that waits long for the pace leaves the rest to the next execution, should it be killed', async () => {
	await sandbox.control.settings({ paceSeconds: 60 });
	const running = startExecution(sandbox.oneByOne(4, {}, { onError }));
	await sandbox.arrived(2);
	await waitUntil(async () => (await reserved()).join() === 'INV-0');
	await sandbox.control.settings({ paceSeconds: 0 });
	// Another process, as it were: it shares no pace with the one that waits.
	const { items } = await pay(4, {}, { onError });
	expect(outcomesOfItems(items)).toEqual(['alreadySent', 'accepted', 'accepted', 'accepted']);
	expect(detailsOf(items[0]!)).toHaveProperty('payout');
	running.cancel();
	expect((await running.finished).run.status).toBe('canceled');
	expect(await paidTimes()).toEqual([1, 1, 1, 1]);
});

it('a run that is cancelled starts nothing new, and remembers how what was in flight ended', async () => {
	await sandbox.control.settings({ holdUntil: 30 });
	const running = startExecution(sandbox.oneByOne(30, { concurrency: 4 }));
	// The first alone, then four together: the cancel meets those four.
	await sandbox.arrived(5);
	running.cancel();
	await sandbox.control.settings({ holdUntil: 0 });
	await running.finished;
	const paid = Object.keys(await sandbox.paid());
	expect([paid.length, (await sandbox.requests()).length]).toEqual([5, 5]);
	const stored = JSON.stringify(running.data().executionData?.contextData);
	for (const reference of paid)
		expect(stored).toMatch(new RegExp(`"#${reference}":\\{[^{}]*"outcome":"accepted"`));
	// The others may be paid by a later execution.
	expect((await reserved()).sort()).toEqual(paid.sort());
});

it('a run that is cancelled does not call a payout rejected whose reference was used', async () => {
	const body = { message: 'Order reference {orderReference} already used' };
	const operation = 'createBankPayout';
	await sandbox.control.addFault({ kind: 'statusBefore', status: 400, operation, body });
	const credential = sandbox.pastedToken();
	const running = startExecution(sandbox.oneByOne(1, {}, { credential, onError }));
	credential.beforeRequest = () => running.cancel();
	const { items } = await running.finished;
	expect(outcomesOfItems(items)).toEqual(['unknown']);
	expect(items[0]!.json.message).toContain('Then the execution was cancelled before a look-up.');
	// The next run looks it up.
	expect(await reserved()).toEqual(['INV-0']);
});

it('every item ends with its outcome where n8n answers nothing after sending', async () => {
	let isSent = false;
	const credential = sandbox.credential();
	credential.beforeRequest = () => (isSent = true);
	const nodeType = hurriedNode(
		parameters((_, own) => {
			if (isSent) throw new Error('Too late');
			return own();
		}),
	);
	const { outputs, error } = await pay(3, {}, { credential, onError, nodeType });
	expect(error).toBeUndefined();
	expect(outcomesOfItems(outputs.flat())).toEqual(['accepted', 'accepted', 'accepted']);
	expect(await paidTimes()).toEqual([1, 1, 1]);
});
