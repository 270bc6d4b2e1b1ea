import type { OnError } from 'n8n-workflow';
import { foundPayout } from '../../sandbox/payouts';
import { sandboxCredential } from '../../workbench/engine/credentials';
import { execute, retryExecution, startExecution } from '../../workbench/engine/engine';
import { hurriedNode, parameters } from '../../workbench/engine/nodes';
import { fixedParameters, payoutItems } from '../../workbench/engine/operations';
import { outcomesOfItems } from '../../workbench/executions/outcomes';
import { waitUntil } from '../../workbench/servers/waiting';
import { useSandbox } from './useSandbox';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const onError: OnError = 'continueRegularOutput';
const operation = 'createBankPayout';

const pay = async (...how: Parameters<typeof sandbox.payouts>) =>
	await execute(sandbox.payouts(...how));

const paidTimes = async () => Object.values(await sandbox.paid());

describe('within one execution, nobody is paid twice', () => {
	it('in a loop: what comes round again has the same response', async () => {
		const laterItems = [payoutItems(3), payoutItems(1, 'NEW')];
		const { turns, error } = await pay(2, { laterItems });
		expect(error).toBeUndefined();
		expect(turns.map((items) => items.length)).toEqual([2, 3, 1]);
		expect(turns[1]?.slice(0, 2)).toEqual(turns[0]);
		expect(await paidTimes()).toEqual([1, 1, 1, 1]);
	});

	it('where an agent calls again with the same payment', async () => {
		const options = { agentPayouts: 'fixedBeneficiary', maximumAmount: 500, maximumPerDay: 5000 };
		// The agent says how much, and the builder has fixed all else.
		const changes = { amount: '={{ $json.amount }}', options };
		const parameters = fixedParameters(payoutItems(1)[0]!, changes);
		const again = payoutItems(1);
		const how = { parameters, asTool: true, laterItems: [again, again] };
		const { turns, error } = await pay(1, how);
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
		expect(outcomesOfItems((await pay(1, { credential })).items)).toEqual(['accepted']);
	}
	const { error } = await pay(1, { credential: sandbox.pastedToken({ payoutPath: '' }) });
	expect(error?.message).toContain('was used before');
});

it('a run says where the path of look-ups is wrong, which would otherwise never be noticed', async () => {
	const fault = { kind: 'statusBefore', status: 404, text: '<h1>Not Found</h1>' } as const;
	await sandbox.control.addFault({ ...fault, operation: 'getPayout', times: 1000 });
	const { items, hints } = await pay(2, { onError });
	expect(outcomesOfItems(items)).toEqual(['accepted', 'accepted']);
	expect(hints).toEqual([
		expect.stringMatching(/has no look-up at the Payout Path of the credential.*HTTP 404/),
	]);
});

it('Return the Payout gives back what was paid before, and the run goes on, also as an earlier version saved it', async () => {
	await pay(1);
	const [payout] = (await sandbox.ledger()).payouts;
	// What went is ignored.
	const gone = { duplicateGuard: 'thisExecution', lookUpUnclear: false, batchInterval: 60_000 };
	const options = { ...gone, proxy: 'http://[::1]:1', whenAlreadySent: 'passThrough' };
	const { items, error } = await pay(2, { options });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toEqual({ ...foundPayout(payout!), alreadySent: true });
	expect(items[1]?.json).not.toHaveProperty('alreadySent');
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1 });
});

it('a run that is cancelled starts nothing new, and remembers how what was in flight ended', async () => {
	await sandbox.control.addFault({ kind: 'delay', operation, skip: 1, times: 100 });
	const running = startExecution(sandbox.payouts(30, { options: { concurrency: 4 } }));
	// The first alone, then four together: the cancel meets those four.
	await waitUntil(async () => (await sandbox.requests(operation)).length === 5);
	running.cancel();
	await running.finished;
	const paid = Object.keys(await sandbox.paid());
	expect([paid.length, (await sandbox.requests(operation)).length]).toEqual([5, 5]);
	const stored = JSON.stringify(running.data().executionData?.contextData);
	for (const reference of paid)
		expect(stored).toMatch(new RegExp(`"#${reference}":\\{[^{}]*"outcome":"accepted"`));
});

it('a run that is cancelled does not call a payout rejected whose reference was used', async () => {
	const body = { message: 'Order reference {orderReference} already used' };
	await sandbox.control.addFault({ kind: 'statusAfter', status: 400, operation, body });
	const credential = sandbox.pastedToken();
	const running = startExecution(sandbox.payouts(1, { credential, onError }));
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
	const { outputs, error } = await pay(3, { credential, onError, nodeType });
	expect(error).toBeUndefined();
	expect(outcomesOfItems(outputs.flat())).toEqual(['accepted', 'accepted', 'accepted']);
	expect(await paidTimes()).toEqual([1, 1, 1]);
});

it('a later try that cannot read its credential gives back everything that was sent before', async () => {
	const getCredentials = async () => await Promise.reject(new Error('It cannot be decrypted'));
	let runs = 0;
	const nodeType = hurriedNode(() => (runs++ === 0 ? {} : { getCredentials }));
	const { turns, error } = await pay(2, { laterItems: [payoutItems(2)], nodeType });
	expect(error).toBeUndefined();
	expect(turns[1]).toEqual(turns[0]);
});

it('an expression that was changed before the execution is retried does not hide what became of a payout', async () => {
	await sandbox.control.addFault({ kind: 'statusAfter', status: 500, operation });
	const credential = sandboxCredential(sandbox.baseUrl, { payoutPath: '' });
	const lost = await pay(1, { credential });
	const changed = sandbox.payouts(1);
	changed.parameters.orderReference = "={{ $json.orderReference + ($now ? '' : 'x') }}";
	const { error, items } = await retryExecution(lost, changed);
	expect(error).toBeUndefined();
	expect(outcomesOfItems(items)).toEqual(['accepted']);
});

it('a limit that was added before the execution is retried does not concern what was paid before', async () => {
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, operation, skip: 1 });
	const failed = await pay(2);
	const limited = sandbox.payouts(2, { options: { maximumAmount: 50 } });
	const { error } = await retryExecution(failed, limited);
	const said = `${error?.message} ${error?.description}`;
	expect(said).toMatch(/^INV-1 \(item 2\): .* 101\.00 TZS is above Maximum Amount 50\.00/);
	expect(said).toContain('Accepted (1): INV-0.');
	expect(said).not.toContain('Nothing was sent');
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});
