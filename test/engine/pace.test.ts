import type { INodeParameters, OnError } from 'n8n-workflow';
import { execute, startExecution, type Scenario } from '../../workbench/engine/engine';
import { nodeWith, WaitingClock } from '../../workbench/engine/hurriedNode';
import { payoutItems } from '../../workbench/engine/operations';
import { detailsOf, outcomesOf } from '../../workbench/engine/outcomes';
import { processedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from '../../workbench/engine/sandbox';
import { waitUntil } from '../../workbench/servers/waiting';

// A service that pays whatever it is sent, at its own pace.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const onError: OnError = 'continueRegularOutput';
const LONG_SECONDS = 60;

/** With a credential of its own, so that no run waits for the one of another test. */
const scenario = (
	count: number,
	options: INodeParameters = {},
	{ prefix, ...changes }: Partial<Scenario> & { prefix?: string } = {},
): Scenario => {
	const items = payoutItems(count, prefix);
	return sandbox.payouts(count, { options: { concurrency: 1, ...options }, items, ...changes });
};

const paidTimes = async () => Object.values(await sandbox.paid());
const sent = async () => await sandbox.requests('createBankPayout');
const refused = async () => (await sent()).filter(({ status }) => status !== 200);

it.each(['message', 'retryAfter', 'bare'] as const)(
	'waits when it is asked to in the form "%s", and pays all of them once',
	async (paceForm) => {
		await sandbox.control.settings({ paceForm });
		await sandbox.control.addFault({ kind: 'paceRefusal', orderReference: 'INV-1' });
		const { items, error } = await execute(scenario(4, { concurrency: 5 }));
		expect(error).toBeUndefined();
		const references = items.map(({ json }) => json.orderReference);
		expect(references).toEqual(['INV-0', 'INV-1', 'INV-2', 'INV-3']);
		expect(await paidTimes()).toEqual([1, 1, 1, 1]);
		const [first] = await refused();
		const again = (await sent()).filter(({ orderReference }) => orderReference === 'INV-1').at(-1);
		expect(Date.parse(again!.at) - Date.parse(first!.at)).toBeGreaterThanOrEqual(990);
	},
);

it('says how long it waited, and why', async () => {
	await sandbox.control.addFault({ kind: 'paceRefusal', orderReference: 'INV-1', waitSeconds: 3 });
	// What making ready takes is no wait, and what the guard waits is another one.
	const nodeType = nodeWith(new WaitingClock());
	const { hints } = await execute(scenario(2, { duplicateGuard: 'thisExecution' }, { nodeType }));
	expect(hints).toEqual([
		expect.stringMatching(/^This run waited 3 s in all.*asked to send it again later/),
	]);
});

it('keeps the pace once it is known: the usual payout costs one request', async () => {
	await sandbox.control.settings({ paceSeconds: 0.4 });
	await execute(scenario(6));
	expect(await paidTimes()).toEqual(Array(6).fill(1));
	expect((await refused()).length).toBeLessThanOrEqual(2);
});

it.each([0, 1])('sends nothing more where Maximum Wait is %i', async (maximumWait) => {
	await sandbox.control.settings({ paceSeconds: LONG_SECONDS });
	const { items } = await execute(scenario(4, { maximumWait }, { onError }));
	expect(outcomesOf(items)).toEqual(['accepted', 'rejected', 'notSent', 'notSent']);
	const tooLate = /asks to wait \d+ seconds\. Maximum Wait does not allow it/;
	for (const item of items.slice(1)) {
		expect(detailsOf(item)).toMatchObject({ safeToRetry: true });
		expect(item.json.message).toMatch(tooLate);
	}
	expect(detailsOf(items[1]!).nextStep).toMatch(/Run this item again in \d+ seconds/);
	expect(await sent()).toHaveLength(2);
	expect((await processedStore()).reserved()).toEqual(['INV-0']);
});

it('looks a refused payout up before it sends it again', async () => {
	await sandbox.control.addFault({ kind: 'paceRefusalAfter', orderReference: 'INV-0' });
	const { items } = await execute(scenario(1));
	const { payouts } = await sandbox.ledger();
	expect(items.map(({ json }) => json)).toMatchObject([{ id: payouts[0]?.id }]);
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
	expect(await sandbox.requests('getPayout')).toHaveLength(1);
});

it('sends a refused payout again that the service does not know', async () => {
	await sandbox.control.addFault({ kind: 'paceRefusal', orderReference: 'INV-0' });
	const { items } = await execute(scenario(1));
	expect(outcomesOf(items)).toEqual(['accepted']);
	expect((await sandbox.requests()).map(({ operation }) => operation)).toEqual([
		'createBankPayout',
		'getPayout',
		'createBankPayout',
	]);
});

describe('a run that waits for long', () => {
	/** Waits after its second payout was refused, until it is cancelled. */
	const waiting = async () => {
		await sandbox.control.settings({ paceSeconds: LONG_SECONDS });
		const credential = sandbox.pastedToken();
		const running = startExecution(scenario(4, {}, { credential, prefix: 'A', onError }));
		const store = await processedStore();
		await sandbox.arrived(2);
		await waitUntil(() => store.reserved().join() === 'A-0');
		return { credential, running };
	};

	it('holds only what was sent, ends at once when it is cancelled, and sends nothing more', async () => {
		const { running } = await waiting();
		running.cancel();
		expect((await running.finished).run.status).toBe('canceled');
		expect((await processedStore()).reserved()).toEqual(['A-0']);
		expect(await sent()).toHaveLength(2);
	});

	it('leaves the rest to the next execution, should it be killed', async () => {
		const { running } = await waiting();
		await sandbox.control.settings({ paceSeconds: 0 });
		// Another process, as it were: it shares no pace with the one that waits.
		const next = await execute(scenario(4, {}, { prefix: 'A', onError }));
		expect(outcomesOf(next.items)).toEqual(['alreadySent', 'accepted', 'accepted', 'accepted']);
		expect(detailsOf(next.items[0]!)).toHaveProperty('payout');
		running.cancel();
		await running.finished;
		expect(await paidTimes()).toEqual([1, 1, 1, 1]);
	});

	it('shares its wait with a run of the same account, which sends nothing if it may not wait so long', async () => {
		const { running, credential } = await waiting();
		const other = await execute(
			scenario(2, { maximumWait: 5 }, { credential, prefix: 'B', onError, workflowId: 'w-2' }),
		);
		expect(outcomesOf(other.items)).toEqual(['notSent', 'notSent']);
		expect(other.items[0]?.json.message).toContain('longer than Maximum Wait');
		expect(detailsOf(other.items[0]!)).toMatchObject({ safeToRetry: true });
		expect(await sent()).toHaveLength(2);
		running.cancel();
		await running.finished;
	});
});

it('lets two executions of one account pay at one pace', async () => {
	await sandbox.control.settings({ paceSeconds: 0.4 });
	const credential = sandbox.pastedToken();
	const pay = async (prefix: string) =>
		await execute(scenario(3, {}, { credential, prefix, workflowId: `workflow-${prefix}` }));
	const executions = await Promise.all(['A', 'B'].map(pay));
	expect(executions.flatMap(({ items }) => outcomesOf(items))).toEqual(Array(6).fill('accepted'));
	expect(await paidTimes()).toEqual(Array(6).fill(1));
	// Each may meet the pace once before it is known; the rest keeps it.
	expect((await refused()).length).toBeLessThanOrEqual(4);
});
