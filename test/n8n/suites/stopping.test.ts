import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/workflows/definition';
import { outputOf, type Execution } from '../../../workbench/executions/executions';
import { useFixture } from '../forSuite';
import { startN8n, type N8nProcess } from '../../../workbench/instance/n8nProcess';
import { watch } from '../../../workbench/instance/failureReport';
import {
	allWith,
	outcomesByReference,
	paidTwice,
	payoutRequests,
} from '../../../workbench/executions/outcomes';
import { waitUntil } from '../../../workbench/servers/waiting';
import { fromItem, nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';

const concurrency = 2;
/** With this delay of the service, twenty payouts take nine seconds. */
const delayMs = 900;
/** Less, so that an n8n that has to end does not wait for its runs. */
const env = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' };

const options = { concurrency, whenAlreadySent: 'returnPayout' };
const node = { parameters: { ...fromItem.createBankPayout, options } };

/** A run that something interrupts. */
interface Interrupted {
	workflowId: string;
	executionId: string;
	items: Array<Record<string, unknown>>;
}

// A worker that is killed, with runs by webhook: test/queue.
describe('a run of payouts that is interrupted, in a real n8n', () => {
	// Before the folder is removed in which it runs.
	after(async () => await n8n?.stop());
	const fixture = useFixture(env);
	let n8n: N8nProcess;
	let credential: StoredCredential;
	let run = 0;
	before(async () => {
		n8n = fixture.n8n;
		credential = await fixture.createCredential();
	});
	beforeEach(async () => await fixture.control.reset({ uniqueOrderReferences: false, delayMs }));

	/** Starts a run, and waits until it has paid somebody. */
	async function start(): Promise<Interrupted> {
		const items = samplePayouts(20, `STOPPING${++run}`);
		const { id: workflowId } = await fixture.store(items, node, credential);
		const executionId = await fixture.api.startExecution(workflowId, nodeNames.trigger);
		const started = { workflowId, executionId, items };
		await waitUntil(async () => (await paidOf(started)).length >= 2);
		return started;
	}

	async function paidOf({ items }: Interrupted): Promise<string[]> {
		const { paid } = await fixture.control.ledger();
		return Object.keys(allWith('', items)).filter((reference) => (paid[reference] ?? 0) > 0);
	}

	/** Pays the same items once more: nobody is paid twice, and each has an outcome. */
	async function payAgain(interrupted: Interrupted, pay: () => Promise<Execution>) {
		const paidBefore = await paidOf(interrupted);
		const execution = await pay();
		const outcomes = outcomesByReference(execution);
		assert.deepEqual(Object.keys(outcomes).sort(), Object.keys(allWith('', interrupted.items)));
		for (const reference of paidBefore) assert.equal(outcomes[reference], 'alreadySent');
		const paid = await paidOf(interrupted);
		for (const [reference, outcome] of Object.entries(outcomes)) {
			assert.match(outcome, /^(accepted|alreadySent|unknown)$/, reference);
			if (outcome === 'accepted') assert.ok(paid.includes(reference), `${reference} is not paid`);
		}
		assert.deepEqual(paidTwice(await fixture.control.ledger()), []);
		return execution;
	}

	/** Presses "Retry", where n8n allows it, and runs the same items as a new execution. */
	async function goOn(interrupted: Interrupted): Promise<void> {
		const { workflowId, executionId } = interrupted;
		const retry = async () => await fixture.api.retryExecution(executionId);
		await payAgain(interrupted, retry).catch((error: Error) => {
			// n8n's own words, of an execution of which it has kept nothing.
			if (!/"message":"/.test(error.message)) throw error;
		});
		const runAgain = async () => await fixture.api.execute(workflowId, nodeNames.trigger);
		const output = outputOf(await payAgain(interrupted, runAgain));
		// What an execution never told is told by then: each item that was paid has its record.
		for (const reference of await paidOf(interrupted)) {
			const { json } = output.find((item) => item.json.orderReference === reference) ?? {};
			const record = (json?.payout ?? json) as { orderReference?: string; id?: string };
			assert.deepEqual([record.orderReference, typeof record.id], [reference, 'string']);
		}
	}

	it('sends nothing more after a cancel; the rest is paid by a new execution', async () => {
		const cancelled = await start();
		await fixture.api.stopExecution(cancelled.executionId);
		const sent = async () => payoutRequests(await fixture.control.ledger()).length;
		const before = await sent();
		// A run ends when what was already on its way is answered.
		await fixture.api.waitForExecution(cancelled.executionId);
		const more = (await sent()) - before;
		assert.ok(more <= concurrency, `${more} more, which cannot all be on their way`);
		await sleep(2 * delayMs);
		assert.equal(await sent(), before + more);
		await fixture.control.settings({ delayMs: 0 });
		await goOn(cancelled);
		assert.equal((await paidOf(cancelled)).length, cancelled.items.length);
	});

	it('pays nobody twice after n8n has ended in the middle', async () => {
		const interrupted = await start();
		await n8n.stop();
		const { userFolder, port } = n8n;
		n8n = await startN8n({ userFolder, port, env });
		watch({ n8n, control: fixture.control });
		await fixture.control.settings({ delayMs: 0 });
		const { length } = await paidOf(interrupted);
		assert.ok(length < interrupted.items.length, 'The run was over before n8n ended');
		await goOn(interrupted);
	});
});
