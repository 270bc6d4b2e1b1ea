import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import { lastRunOf } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { startN8n, type N8nProcess } from '../../../workbench/instance/n8nProcess';
import { paidTwice } from '../../../workbench/workflows/outcomes';
import {
	callWebhook,
	publishWebhook,
	waitForWebhook,
} from '../../../workbench/workflows/webhookWorkflow';
import { fromItem, nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';

const path = 'race';
const pairsAtOnce = 50;

/** Milliseconds between the starts of the two executions. */
const offsets = [5, 10, 20, 50, 100];
const pairsPerOffset = 10;

describe('two executions with the same order reference at the same instant', () => {
	// Before the folder is removed in which it runs.
	after(async () => await second?.stop());
	const fixture = useFixture({ own: true });
	/** Another n8n on the same database, as the workers of a queue are. */
	let second: N8nProcess;
	let workflowId: string;
	let pairs = 0;
	before(async () => {
		const onError = 'continueRegularOutput';
		const node = { parameters: fromItem.createBankPayout, onError } as const;
		const credential = await fixture.createCredential();
		({ id: workflowId } = await publishWebhook(fixture.api, path, node, credential));
		second = await startN8n({ userFolder: fixture.n8n.userFolder });
		await waitForWebhook(second.url, path);
	});
	beforeEach(async () => {
		await fixture.control.reset();
		// Both have a token then, so that only the guard stands between them.
		for (const { url } of [fixture.n8n, second]) await callWebhook(url, path, freshPayout());
	});

	const freshPayout = () => samplePayouts(1, `PAIR${++pairs}`);

	/** @returns how the two executions of the same payout ended, in alphabetical order */
	async function runPair(one: string, other: string, offsetMs = 0): Promise<string[]> {
		const items = freshPayout();
		const outputs = await Promise.all([
			callWebhook(one, path, items),
			sleep(offsetMs).then(async () => await callWebhook(other, path, items)),
		]);
		return outputs
			.map(([json]) => (json?.details as { outcome?: string })?.outcome ?? 'accepted')
			.sort();
	}

	/** Runs a pair. @returns whether the node was at work in both executions at the same time */
	async function meet(pair: () => Promise<unknown>): Promise<boolean> {
		const earlier = await fixture.api.listExecutions(workflowId);
		await pair();
		const all = new Set(await fixture.api.listExecutions(workflowId));
		const own = [...all].filter((id) => !earlier.includes(id));
		assert.equal(own.length, 2);
		const spans = await Promise.all(own.map(spanOf));
		return Math.max(...spans.map(({ from }) => from)) < Math.min(...spans.map(({ to }) => to));
	}

	/** From when to when the node was at work. */
	async function spanOf(executionId: string): Promise<{ from: number; to: number }> {
		const execution = await fixture.api.waitForExecution(executionId);
		const { startTime, executionTime } = lastRunOf(execution, nodeNames.payments);
		return { from: startTime, to: startTime + executionTime };
	}

	it('never both pass the guard within one n8n process', async () => {
		// A service that pays every request: only the guard holds one of them back.
		await fixture.control.settings({ uniqueOrderReferences: false });
		const { url } = fixture.n8n;
		for (const offsetMs of [0, ...offsets]) {
			const count = offsetMs === 0 ? pairsAtOnce : pairsPerOffset;
			let met = 0;
			for (let pair = 0; pair < count; pair++) {
				const isMeeting = await meet(async () => {
					const outcomes = await runPair(url, url, offsetMs);
					assert.equal(outcomes[0], 'accepted');
				});
				if (isMeeting) met++;
			}
			const doubles = paidTwice(await fixture.control.ledger());
			assert.deepEqual(doubles, [], `${offsetMs} ms apart`);
			console.log(`${offsetMs} ms apart: ${met} of ${count} pairs met in the node`);
			assert.ok(met > 0 || offsetMs > 0, 'no pair was in the node at the same time');
		}
	});

	it('are one accepted and one alreadySent when the service knows its order references', async () => {
		for (const other of [fixture.n8n.url, second.url]) {
			for (let pair = 0; pair < pairsAtOnce / 2; pair++) {
				assert.deepEqual(await runPair(fixture.n8n.url, other), ['accepted', 'alreadySent']);
			}
		}
		assert.deepEqual(paidTwice(await fixture.control.ledger()), []);
	});
});
