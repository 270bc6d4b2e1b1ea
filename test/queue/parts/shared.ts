import assert from 'node:assert/strict';
import { payoutRequests } from '../../../workbench/workflows/outcomes';
import { makeBatches, referencesOf, type Payer, type QueueTest, type Trial } from '../trial';

/** The service takes a payout every half second, 120 times as fast as the real one. */
const paceSeconds = 0.5;

/** Refused requests for each payout; in turns that a person would keep, there would be none. */
const mostRefused = 2;

export const pace: QueueTest = {
	name: 'pays everything once when three workers cannot share the pace of the service',
	run: async (trial) => {
		await trial.reset({ paceSeconds });
		const payer = await trial.publish('pace');
		const batches = makeBatches(9, 3, 'PACE');
		const { length: count } = referencesOf(batches);
		const startedAt = Date.now();
		await payer.payAll(batches);
		const seconds = (Date.now() - startedAt) / 1000;
		await assertAllAccepted(trial, payer, count);
		const ledger = await trial.sandbox.control.ledger();
		const refused = payoutRequests(ledger).filter(({ status }) => status === 400).length / count;
		trial.print(
			`${count} payouts, one every ${paceSeconds} s: paid once in ${seconds.toFixed(1)} s, ` +
				`${refused.toFixed(2)} refused requests for each`,
		);
		assert.ok(refused <= mostRefused, 'The workers pressed the service');
	},
};

/** Each worker may fetch one at first, and lose it to the next. */
const mostTokens = 6;

export const parallel: QueueTest = {
	name: 'pays every payout of many parallel executions once, with a token that three workers share',
	run: async (trial) => {
		await trial.reset({ onlyNewestToken: true, delayMs: 50 });
		// Nobody has a token for it yet.
		const payer = await trial.publish('parallel');
		const cold = makeBatches(100, 10, 'COLD');
		const startedAt = Date.now();
		await payer.payAll(cold);
		const seconds = (Date.now() - startedAt) / 1000;
		await assertAllAccepted(trial, payer, cold.flat().length);
		const fetched = await tokensIssued(trial);
		trial.print(
			`${cold.flat().length} payouts in ${cold.length} executions, paid once: ` +
				`${Math.round(cold.flat().length / seconds)} payouts/s, ${fetched} tokens fetched`,
		);
		assert.ok(fetched <= mostTokens, 'Too many tokens were fetched');

		const warm = makeBatches(8, 50, 'WARM');
		const calls = payer.payAll(warm);
		await payer.untilMidRun(warm);
		await trial.sandbox.control.expireTokens();
		await calls;
		await assertAllAccepted(trial, payer, [...cold, ...warm].flat().length);
		const more = (await tokensIssued(trial)) - fetched;
		trial.print(`expired in the middle: ${more} more`);
		assert.ok(more >= 1 && more <= mostTokens, 'Too many tokens were fetched');
	},
};

const tokensIssued = async ({ sandbox }: Trial) => (await sandbox.control.ledger()).tokensIssued;

async function assertAllAccepted({ cluster }: Trial, payer: Payer, count: number): Promise<void> {
	const { violations, by } = await payer.account();
	assert.deepEqual(violations, []);
	assert.equal(by.accepted.length, count);
	const workers = (await payer.executions()).map(({ id }) => cluster.workerOf(id));
	assert.equal(new Set(workers).size, 3, 'One of the workers had nothing to do');
}
