import type { INodeParameters, OnError } from 'n8n-workflow';
import { foundPayout } from '../../sandbox/payouts';
import {
	execute,
	killedBefore,
	nthPayout,
	retryExecution,
	startExecution,
} from '../../workbench/engine/engine';
import { hurriedNode, movableClock, nodeWith, parameters } from '../../workbench/engine/nodes';
import { fixedParameters, payoutItems } from '../../workbench/engine/operations';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const onError: OnError = 'continueRegularOutput';
const operation = 'createBankPayout';

const pay = async (...how: Parameters<typeof sandbox.oneByOne>) =>
	await execute(sandbox.oneByOne(...how));

const paidTimes = async () => Object.values(await sandbox.paid());
/** For a service that nobody can ask. */
const withoutLookUps = () => ({ credential: sandbox.pastedToken({ payoutPath: '' }) });

/** The parameters of an agent that says how much, where the builder has fixed all else. */
function forAgent(options: INodeParameters): INodeParameters {
	const limits = { agentPayouts: 'fixedBeneficiary', maximumAmount: 500, maximumPerDay: 5000 };
	const changes = { amount: '={{ $json.amount }}', options: { ...limits, ...options } };
	return fixedParameters(payoutItems(1)[0]!, changes);
}

describe('within one execution, nobody is paid twice', () => {
	it('where n8n was killed with a payout under way: that one is unknown', async () => {
		const scenario = sandbox.oneByOne(7, {}, withoutLookUps());
		const killed = await killedBefore(scenario, nthPayout(1));
		const { error } = await retryExecution(killed, scenario);
		expect(error?.message).toMatch(/^INV-0 \(item 1\): .*may or may not/);
		expect(error?.description).toContain('Unknown, perhaps paid (1): INV-0.');
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
	});

	it('where n8n was killed with a payout under way, and the service can be asked: it is ours', async () => {
		const scenario = sandbox.oneByOne(7);
		const killed = await killedBefore(scenario, nthPayout(3));
		const { items, error } = await retryExecution(killed, scenario);
		expect([error, outcomesOfItems(items)]).toEqual([undefined, Array(7).fill('accepted')]);
		expect(await paidTimes()).toEqual(Array(7).fill(1));
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
});

it('a reference in n8n’s list is free at another Base URL, as after a try at the sandbox', async () => {
	for (const host of ['127.0.0.1', 'localhost']) {
		const baseUrl = sandbox.baseUrl.replace('127.0.0.1', host);
		const credential = sandbox.pastedToken({ payoutPath: '', baseUrl });
		expect(outcomesOfItems((await pay(1, {}, { credential })).items)).toEqual(['accepted']);
	}
});

it('what was lost is free at once at another address: that is another service', async () => {
	await sandbox.control.addFault({ kind: 'dropBefore', operation });
	const outcomes: string[] = [];
	for (const host of ['127.0.0.1', 'localhost']) {
		const baseUrl = sandbox.baseUrl.replace('127.0.0.1', host);
		const { items } = await pay(1, {}, { onError, credential: sandbox.pastedToken({ baseUrl }) });
		outcomes.push(...outcomesOfItems(items));
	}
	expect(outcomes).toEqual(['unknown', 'accepted']);
});

it('where the path of look-ups is wrong, two executions pay once, and say so', async () => {
	const fault = { kind: 'statusBefore', status: 404, text: '<h1>Not Found</h1>' } as const;
	await sandbox.control.addFault({ ...fault, operation: 'getPayout', times: 1000 });
	const { items, hints } = await pay(2, {}, { onError });
	expect(outcomesOfItems(items)).toEqual(['accepted', 'accepted']);
	// A wrong path would otherwise never be noticed.
	expect(hints).toEqual([
		expect.stringContaining('has no look-up at the Payout Path of the credential'),
	]);
	const later = await pay(3, {}, { onError });
	expect(outcomesOfItems(later.items)).toEqual(['alreadySent', 'alreadySent', 'accepted']);
	expect(await paidTimes()).toEqual([1, 1, 1]);
});

it.each([true, false])(
	'an address at which nobody is, is told at once: token %p',
	async (pasted) => {
		const clock = movableClock();
		const baseUrl = 'http://127.0.0.1:1/third-parties';
		const credential = pasted ? sandbox.pastedToken({ baseUrl }) : sandbox.credential({ baseUrl });
		const { items } = await pay(1, {}, { onError, credential, nodeType: nodeWith(clock) });
		expect(clock.waits).toEqual([]);
		expect(detailsOf(items[0]!)).toMatchObject({ safeToRetry: true });
		expect(items[0]!.json.message).toMatch(/could not be reached|ECONNREFUSED/);
	},
);

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

it('a run that is cancelled starts nothing new, and remembers how what was in flight ended', async () => {
	await sandbox.control.addFault({ kind: 'delay', operation, skip: 1, times: 100 });
	const running = startExecution(sandbox.oneByOne(30, { concurrency: 4 }));
	// The first alone, then four together: the cancel meets those four.
	await sandbox.arrived(5, operation);
	running.cancel();
	await running.finished;
	const paid = Object.keys(await sandbox.paid());
	expect([paid.length, (await sandbox.payoutsSent()).length]).toEqual([5, 5]);
	const stored = JSON.stringify(running.data().executionData?.contextData);
	for (const reference of paid)
		expect(stored).toMatch(new RegExp(`"#${reference}":\\{[^{}]*"outcome":"accepted"`));
});

it('a run that is cancelled does not call a payout rejected whose reference was used', async () => {
	const body = { message: 'Order reference {orderReference} already used' };
	await sandbox.control.addFault({ kind: 'statusAfter', status: 400, operation, body });
	const credential = sandbox.pastedToken();
	const running = startExecution(sandbox.oneByOne(1, {}, { credential, onError }));
	credential.beforeRequest = ({ method }) => void (method === 'POST' && running.cancel());
	const { items } = await running.finished;
	// Asked also after the cancel, since it has left.
	expect(outcomesOfItems(items)).toEqual(['alreadySent']);
	expect(await paidTimes()).toEqual([1]);
});

it('every item ends with its outcome where n8n answers nothing after sending', async () => {
	let isSent = false;
	const credential = sandbox.credential();
	credential.beforeRequest = () => void (isSent = true);
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

/** Refuses the payouts that come from this one on, counted from 0. */
const refuse = async (skip: number, times = 1) =>
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, operation, skip, times });

describe('a later try that cannot read its credential', () => {
	const getCredentials = async () => await Promise.reject(new Error('It cannot be decrypted'));
	/** The node whose credential can be read in its first try only. */
	const forgetful = () => {
		let runs = 0;
		return hurriedNode(() => (runs++ === 0 ? {} : { getCredentials }));
	};

	it('says in stop mode what was sent before', async () => {
		await refuse(1);
		const { error } = await pay(3, {}, { retryOnFail: true, nodeType: forgetful() });
		const said = `${error?.message} ${error?.description}`;
		expect(said).toContain('It cannot be decrypted');
		expect(said).toMatch(/Accepted \(1\): INV-0\..*Not sent \(2\): INV-1, INV-2\./s);
		expect(said).not.toContain('Nothing was sent');
	});

	it('gives back in continue mode what was sent before', async () => {
		await refuse(0);
		const { items } = await pay(3, {}, { retryOnFail: true, onError, nodeType: forgetful() });
		expect(outcomesOfItems(items)).toEqual(['notSent', 'accepted', 'accepted']);
		expect(items[0]?.json.message).not.toContain('Nothing was sent');
		expect(items[1]?.json).toMatchObject({ orderReference: 'INV-1', status: 'AUTHORIZED' });
		expect(await sandbox.paid()).toEqual({ 'INV-1': 1, 'INV-2': 1 });
	});

	it('gives back everything where everything was sent before', async () => {
		const { turns, error } = await pay(
			2,
			{},
			{ laterItems: [payoutItems(2)], nodeType: forgetful() },
		);
		expect(error).toBeUndefined();
		expect(turns[1]).toEqual(turns[0]);
	});
});

it('a limit that was added before the execution is retried does not concern what was paid before', async () => {
	await refuse(1);
	const failed = await pay(2);
	const limited = sandbox.oneByOne(2, { maximumAmount: 50 });
	const { error } = await retryExecution(failed, limited);
	const said = `${error?.message} ${error?.description}`;
	expect(said).toMatch(/^INV-1 \(item 2\): .* 101\.00 TZS is above Maximum Amount 50\.00/);
	expect(said).toContain('Accepted (1): INV-0.');
	expect(said).not.toContain('Nothing was sent');
});

it('calls no request accepted that Validate Only has built, where it stops at what is open', async () => {
	await sandbox.control.addFault({ kind: 'dropAfter', operation });
	const unasked = { credential: sandbox.pastedToken({ payoutPath: '' }) };
	const failed = await pay(2, {}, unasked);
	const validating = sandbox.oneByOne(2, { validateOnly: true }, unasked);
	const { error } = await retryExecution(failed, validating);
	expect(error?.message).toContain('INV-0 (item 1): ');
	expect(error?.description).toContain('Not sent (1): INV-1.');
	expect(error?.description).not.toContain('Accepted');
	expect(await sandbox.requests(operation)).toHaveLength(1);
});
