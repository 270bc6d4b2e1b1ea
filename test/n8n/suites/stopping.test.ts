import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/instance/api';
import { outputOf, type Execution } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { startN8n, type N8nProcess } from '../../../workbench/instance/n8nProcess';
import { watch } from '../../../workbench/instance/witness';
import {
	allWith,
	outcomesOf,
	paidTwice,
	payoutRequests,
} from '../../../workbench/workflows/outcomes';
import { waitUntil } from '../../../workbench/servers/waiting';
import {
	callWebhook,
	publishWebhook,
	waitForWebhook,
} from '../../../workbench/workflows/webhookWorkflow';
import {
	fromItem,
	nodeNames,
	paymentWorkflow,
	samplePayouts,
} from '../../../workbench/workflows/workflows';

/** With this delay, twenty payouts take three seconds. */
const concurrency = 2;
const delayMs = 300;

/** So that twenty payouts take longer than a restarted n8n waits when it has to end. */
const longDelayMs = 900;

/** Seconds that n8n waits for its runs when it has to end; less than its process is given. */
const timeEnough = 12;
const tooLittleTime = 1;
const gracefulTime = (seconds: number) => ({ N8N_GRACEFUL_SHUTDOWN_TIMEOUT: String(seconds) });

const options = { concurrency, whenAlreadySent: 'passThrough' };
const node = { parameters: { ...fromItem.createBankPayout, options } };

type Items = Array<Record<string, unknown>>;

/** A run that something interrupts. */
interface Interrupted {
	title: string;
	executionId: string;
	items: Items;
	/** Runs the same items again, as a new execution. */
	runAgain(): Promise<Execution>;
}

type Start = () => Promise<Interrupted>;

describe('a run of payouts that is interrupted, in a real n8n', () => {
	// Before the folder is removed in which it runs.
	after(async () => await n8n?.stop());
	const fixture = useFixture({ env: gracefulTime(timeEnough) });
	let n8n: N8nProcess;
	let forget = () => {};
	let graceful = timeEnough;
	let credential: StoredCredential;
	let run = 0;
	before(async () => {
		n8n = fixture.n8n;
		credential = await fixture.createCredential();
	});
	beforeEach(async () => await fixture.control.reset({ uniqueOrderReferences: false, delayMs }));

	async function storeByHand(): Promise<Start> {
		const items = samplePayouts(20, `MANUAL${++run}`);
		const workflow = await fixture.api.createWorkflow(
			paymentWorkflow('By hand', items, node, credential),
		);
		const runAgain = async () => await fixture.api.execute(workflow.id, nodeNames.trigger);
		return async () => {
			const executionId = await fixture.api.startExecution(workflow.id, nodeNames.trigger);
			return { title: 'Execute workflow', executionId, items, runAgain };
		};
	}

	async function publishByWebhook(): Promise<Start> {
		const path = `stopping-${++run}`;
		const items = samplePayouts(20, `WEBHOOK${run}`);
		const workflow = await publishWebhook(fixture.api, path, node, credential);
		const newest = async () => (await fixture.api.listExecutions(workflow.id))[0];
		const runAgain = async () => {
			await waitForWebhook(n8n.url, path);
			await callWebhook(n8n.url, path, items);
			return await fixture.api.waitForExecution((await newest())!);
		};
		return async () => {
			// n8n may end before it answers.
			void callWebhook(n8n.url, path, items).catch(() => undefined);
			await waitUntil(async () => (await newest()) !== undefined);
			return { title: 'Webhook', executionId: (await newest())!, items, runAgain };
		};
	}

	/** Starts both kinds of run and waits until each of them has paid somebody. */
	async function startBoth(): Promise<Interrupted[]> {
		// Both are ready first: publishing may take longer than the other run.
		const starts = [await storeByHand(), await publishByWebhook()];
		const runs = await Promise.all(starts.map(async (start) => await start()));
		for (const { items } of runs) {
			await waitUntil(async () => (await paidOf(items)).length >= 2);
		}
		return runs;
	}

	async function paidOf(items: Items): Promise<string[]> {
		const { paid } = await fixture.control.ledger();
		return Object.keys(allWith('', items)).filter((reference) => (paid[reference] ?? 0) > 0);
	}

	async function restart(seconds = tooLittleTime): Promise<void> {
		graceful = seconds;
		const { userFolder, port } = n8n;
		n8n = await startN8n({ userFolder, port, env: gracefulTime(seconds) });
		forget();
		forget = watch({ n8n, control: fixture.control });
		await fixture.control.settings({ delayMs: 0 });
	}

	/** An n8n that waits so long for its runs, whatever the test before has left. */
	async function allow(seconds: number): Promise<void> {
		if (graceful === seconds) return;
		await n8n.stop();
		await restart(seconds);
		await fixture.control.settings({ delayMs });
	}

	/** Presses "Retry" where n8n allows it, and prints what became of the execution. */
	async function retryIfAllowed(event: string, interrupted: Interrupted): Promise<void> {
		const { title, executionId, items } = interrupted;
		const { status } = await fixture.api.getExecution(executionId);
		const before = await paidOf(items);
		let became: string;
		try {
			const retried = await fixture.api.retryExecution(executionId);
			became = `is allowed, starts anew and ends as ${retried.status}`;
			await assertAccountedFor(items, before, retried);
		} catch (error) {
			const refusal = /"message":"([^"]*)"/.exec((error as Error).message)?.[1];
			if (refusal === undefined) throw error;
			became = `is refused: ${refusal}`;
		}
		console.log(`${event}, ${title}: the execution is ${status}; Retry ${became}`);
	}

	/** Runs the same items again: nobody is paid twice, and each has an outcome. */
	async function payAgain({ items, runAgain }: Interrupted): Promise<Execution> {
		const before = await paidOf(items);
		const execution = await runAgain();
		await assertAccountedFor(items, before, execution);
		return execution;
	}

	/** What a killed execution never told is told now: each item that was paid has its record. */
	async function assertSettled(items: Items, execution: Execution): Promise<void> {
		const output = outputOf(execution, nodeNames.payments);
		for (const reference of await paidOf(items)) {
			const { json } = output.find((item) => item.json.orderReference === reference) ?? {};
			const record = (json?.payout ?? json) as { orderReference?: string; id?: string };
			assert.deepEqual([record.orderReference, typeof record.id], [reference, 'string']);
		}
	}

	async function assertAccountedFor(items: Items, paidBefore: string[], execution: Execution) {
		const outcomes = outcomesOf(execution);
		assert.deepEqual(Object.keys(outcomes).sort(), Object.keys(allWith('', items)));
		for (const reference of paidBefore) assert.equal(outcomes[reference], 'alreadySent');
		const paid = await paidOf(items);
		for (const [reference, outcome] of Object.entries(outcomes)) {
			assert.match(outcome, /^(accepted|alreadySent|unknown)$/, reference);
			if (outcome === 'accepted') assert.ok(paid.includes(reference), `${reference} is not paid`);
		}
		assert.deepEqual(paidTwice(await fixture.control.ledger()), []);
	}

	it('sends nothing more after a cancel; the rest is paid by a new execution', async () => {
		const runs = await startBoth();
		for (const { executionId } of runs) await fixture.api.stopExecution(executionId);
		const sent = async () => payoutRequests(await fixture.control.ledger()).length;
		const before = await sent();
		// A run ends when what was already on its way is answered.
		for (const { executionId } of runs) await fixture.api.waitForExecution(executionId);
		const atEnd = await sent();
		const more = atEnd - before;
		assert.ok(more <= concurrency * runs.length, `${more} more, which cannot all be on their way`);
		await sleep(2 * delayMs + 500);
		assert.equal(await sent(), atEnd);

		await fixture.control.settings({ delayMs: 0 });
		for (const each of runs) {
			await retryIfAllowed('Cancel', each);
			await payAgain(each);
			assert.equal((await paidOf(each.items)).length, each.items.length);
		}
	});

	it('ends by itself when n8n is asked to end and the time is enough', async () => {
		await allow(timeEnough);
		const runs = await startBoth();
		await n8n.stop();
		assert.equal(await n8n.ended, 0);
		await restart();

		for (const each of runs) {
			assert.equal((await paidOf(each.items)).length, each.items.length);
			await retryIfAllowed('SIGTERM with time enough', each);
			assert.deepEqual(outcomesOf(await payAgain(each)), allWith('alreadySent', each.items));
		}
	});

	for (const [event, end] of [
		['SIGTERM with too little time', async () => await n8n.stop()],
		['SIGKILL', async () => await n8n.kill()],
	] as const) {
		it(`pays nobody twice after ${event} in the middle`, async () => {
			await allow(tooLittleTime);
			await fixture.control.settings({ delayMs: longDelayMs });
			const runs = await startBoth();
			await end();
			await restart();

			for (const each of runs) {
				const paid = (await paidOf(each.items)).length;
				assert.ok(paid < each.items.length, 'The run was over before n8n ended');
				console.log(`${event}, ${each.title}: ${paid} of ${each.items.length} paid`);
				await retryIfAllowed(event, each);
				await assertSettled(each.items, await payAgain(each));
			}
		});
	}
});
