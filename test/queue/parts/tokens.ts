import assert from 'node:assert/strict';
import { payAll } from '../aftermath';
import { settleAll } from '../settleAll';
import { spread } from '../spread';
import { makeBatches, payingService, publishPayer, untilMidRun } from '../trial';
import type { Payer, Payouts, QueueTest, Trial } from '../trial';

const executions = 8;
const payouts = 50;

/** Each worker may fetch one at first, and lose it to the next. */
const mostWhenCold = 6;

/**
 * Usually one, since the workers give each other precedence. Before they did it was up to eleven,
 * and every fifth execution failed.
 */
const mostAfterExpiry = 6;

export const tokens: QueueTest = {
	name: 'shares a token between three workers when the service keeps only its newest one',
	run: async (trial) => {
		const { cluster, control } = trial;
		await cluster.scaleTo(3);
		await control.reset({ ...payingService, onlyNewestToken: true, delayMs: 50 });
		// Nobody has a token for it yet.
		const payer = await publishPayer(trial, 'tokens');

		const cold = makeBatches(executions, payouts, 'COLD');
		await payAll(trial, payer, cold);
		const fetchedCold = await allAccepted(trial, payer, cold);
		trial.print(
			`cold: ${executions} executions of ${payouts} payouts, ${await spread(trial, payer)}: ` +
				`${fetchedCold} tokens fetched`,
		);
		assert.ok(fetchedCold <= mostWhenCold, 'Too many tokens were fetched');

		const warm = makeBatches(executions, payouts, 'WARM');
		const calls = payAll(trial, payer, warm);
		await untilMidRun(trial, warm);
		await control.expireTokens();
		await calls;
		const fetched = (await allAccepted(trial, payer, [...cold, ...warm])) - fetchedCold;
		trial.print(`expired in the middle of as many: ${fetched} more`);
		assert.ok(fetched >= 1 && fetched <= mostAfterExpiry, 'Too many tokens were fetched');
	},
};

/** @returns how many tokens were fetched by now */
async function allAccepted(trial: Trial, payer: Payer, batches: Payouts[]): Promise<number> {
	const { violations, verdicts } = await settleAll(trial, payer, batches);
	assert.deepEqual(violations, []);
	assert.equal(verdicts.accepted, batches.flat().length);
	return (await trial.control.ledger()).tokensIssued;
}
