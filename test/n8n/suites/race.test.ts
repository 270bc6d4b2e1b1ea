import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startFixture, type Fixture } from '../harness/fixture';
import { startN8n, type N8nProcess } from '../harness/n8nProcess';
import { paidTwice } from '../harness/outcomes';
import { callWebhook, publishWebhook, waitForWebhook } from '../harness/webhookWorkflow';
import { fromItem, samplePayouts } from '../harness/workflows';

const path = 'race';
const pairsAtOnce = 50;

/** Milliseconds between the starts of the two executions. */
const offsets = [5, 10, 20, 50, 100];

/** How many of these pairs were paid twice. */
interface Measured {
	offsetMs: number;
	pairs: number;
	doubles: number;
}

describe('two executions with the same order reference at the same instant', () => {
	let fixture: Fixture;
	/** Another n8n on the same database, as the workers of a queue are. */
	let second: N8nProcess;
	let pairs = 0;
	before(async () => {
		fixture = await startFixture();
		const node = {
			parameters: fromItem.createBankPayout,
			onError: 'continueRegularOutput' as const,
		};
		await publishWebhook(fixture.api, path, node, await fixture.createCredential());
		second = await startN8n({ userFolder: fixture.n8n.userFolder });
		await waitForWebhook(second.url, path);
	});
	after(async () => {
		await second?.stop();
		await fixture?.close();
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

	/** Runs pairs against a service that pays every request, and counts what was paid twice. */
	async function measure(one: string, other: string, pairsPerOffset: number): Promise<Measured[]> {
		await fixture.control.settings({ uniqueOrderReferences: false });
		const measured: Measured[] = [];
		for (const offsetMs of [0, ...offsets]) {
			const before = paidTwice(await fixture.control.ledger()).length;
			const count = offsetMs === 0 ? pairsAtOnce : pairsPerOffset;
			for (let pair = 0; pair < count; pair++) {
				const outcomes = await runPair(one, other, offsetMs);
				assert.equal(outcomes[0], 'accepted');
			}
			const doubles = paidTwice(await fixture.control.ledger()).length - before;
			measured.push({ offsetMs, pairs: count, doubles });
		}
		return measured;
	}

	it('never both pass the guard within one n8n process', async () => {
		const { url } = fixture.n8n;
		const measured = await measure(url, url, 10);
		print('One n8n process', measured);
		assert.equal(
			measured.reduce((sum, { doubles }) => sum + doubles, 0),
			0,
		);
	});

	it('may both pass the guard in two processes; this is how often', async () => {
		print('Two n8n processes on one database', await measure(fixture.n8n.url, second.url, 20));
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

/** These figures are quoted in docs/reliability.md. */
function print(title: string, measured: Measured[]): void {
	console.log(`${title}: pairs of executions that both passed the guard, by their distance`);
	for (const { offsetMs, pairs, doubles } of measured) {
		const share = Math.round((100 * doubles) / pairs);
		console.log(`  ${offsetMs} ms apart: ${doubles} of ${pairs} (${share} %)`);
	}
}
