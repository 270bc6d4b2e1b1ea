import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/workflows/definition';
import { assertSentAndPaid } from '../../../workbench/executions/assertions';
import { outputOf } from '../../../workbench/executions/executions';
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

const options = { concurrency };
const onError = 'continueRegularOutput' as const;
const node = { parameters: { ...fromItem.createBankPayout, options }, onError };

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

	/** Runs the same rows as a new execution: what was paid is found with its record, and the rest is paid. */
	async function runAgain(interrupted: Interrupted): Promise<void> {
		const { items, workflowId } = interrupted;
		const before = await paidOf(interrupted);
		const execution = await fixture.api.execute(workflowId, nodeNames.trigger);
		const rest = items.filter(({ orderReference }) => !before.includes(String(orderReference)));
		assert.ok(rest.length > 0, 'All was paid before');
		assert.deepEqual(outcomesByReference(execution), {
			...allWith('accepted', rest),
			...Object.fromEntries(before.map((reference) => [reference, 'alreadySent'])),
		});
		for (const { json } of outputOf(execution)) {
			const { payout = json } = (json.details ?? {}) as { payout?: { id?: unknown } };
			assert.equal(typeof payout.id, 'string');
		}
		assertSentAndPaid(await fixture.control.ledger(), items);
	}

	/** Presses "Retry", where n8n allows it. */
	async function retry(interrupted: Interrupted): Promise<void> {
		await fixture.api.retryExecution(interrupted.executionId).catch((error: Error) => {
			// n8n's own words, of an execution of which it has kept nothing.
			if (!/"message":"/.test(error.message)) throw error;
		});
		assert.deepEqual(paidTwice(await fixture.control.ledger()), []);
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
		await runAgain(cancelled);
		await retry(cancelled);
	});

	it('is finished by the next run of the same rows after n8n was killed in the middle', async () => {
		const interrupted = await start();
		await n8n.kill();
		const { userFolder, port } = n8n;
		n8n = await startN8n({ userFolder, port, env });
		watch({ n8n, control: fixture.control });
		await fixture.control.settings({ delayMs: 0 });
		const { length } = await paidOf(interrupted);
		assert.ok(length < interrupted.items.length, 'The run was over before n8n ended');
		await runAgain(interrupted);
		await retry(interrupted);
	});
});
