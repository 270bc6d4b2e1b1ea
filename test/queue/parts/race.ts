import assert from 'node:assert/strict';
import { paidTwice } from '../../../workbench/executions/outcomes';
import {
	fromItem,
	nodeNames,
	paymentWorkflow,
	samplePayouts,
} from '../../../workbench/workflows/workflows';
import { Payer, type QueueTest, type QueueFixture } from '../queueFixture';

/** Payouts in one run. */
const payouts = 5;

/** Pairs of the same run that are to meet on two workers. */
const pairs = 16;

/** How many more pairs are fired to make up for those that one worker took alone. */
const spare = 3;

export const race: QueueTest = {
	name: 'pays once when a run is fired twice at the same instant on two workers',
	run: async (fixture) => {
		await fixture.reset();
		const counts: Record<string, number> = {};
		let met = 0;
		for (let pair = 1; met < pairs; pair++) {
			assert.ok(pair <= pairs * spare, `Only ${met} pairs met on two workers`);
			const outcomes = await firePair(fixture, pair);
			if (outcomes.length > 0) met++;
			for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
		}
		const doubles = paidTwice(await fixture.sandbox.control.ledger());
		const ends = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
		fixture.print(
			`${pairs} pairs on two workers: ` + `${ends.join('; ')}; ${doubles.length} paid twice`,
		);
		assert.deepEqual(doubles, []);
		assert.equal(counts.accepted, pairs * payouts);
	},
};

/** @returns how the payouts of both executions ended; nothing where one worker took both */
async function firePair(fixture: QueueFixture, pair: number): Promise<string[]> {
	const { cluster } = fixture;
	const parameters = fromItem.createBankPayout;
	const node = { parameters, onError: 'continueRegularOutput' } as const;
	const items = samplePayouts(payouts, `PAIR-${pair}`);
	const credential = await fixture.coldCredential();
	const { id } = await cluster.api.createWorkflow(
		paymentWorkflow(`Pair ${pair}`, items, node, credential),
	);
	const fire = async () => await cluster.api.startExecution(id, nodeNames.trigger);
	await Promise.all([fire(), fire()]);
	const payer = new Payer(fixture, id);
	await payer.untilEnded(0, 2);
	const executions = await payer.executions();
	const workers = new Set(executions.map((execution) => cluster.workerOf(execution.id)));
	if (workers.size === 1) return [];
	return executions.flatMap(({ outcomes }) => Object.values(outcomes));
}
