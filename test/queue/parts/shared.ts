import assert from 'node:assert/strict';
import { payoutRequests } from '../../../workbench/executions/outcomes';
import { makeBatches, referencesOf, type QueueTest } from '../queueFixture';

/** The service takes a payout every half second, 120 times as fast as the real one. */
const paceSeconds = 0.5;

/** Refused requests for each payout; in turns that a person would keep, there would be none. */
const mostRefused = 2;

/** Each worker fetches one at first, and another one when that has expired. */
const mostTokens = 6;

export const shared: QueueTest = {
	name: 'pays everything once when three workers share an account and its pace',
	run: async (fixture) => {
		const { control } = fixture.sandbox;
		// Nobody has a token at first, and all expire in the middle.
		await fixture.reset({ paceSeconds });
		const payer = await fixture.publish('pace');
		const batches = makeBatches(9, 3, 'PACE');
		const { length: count } = referencesOf(batches);
		const startedAt = Date.now();
		const paid = payer.payAll(batches);
		await payer.untilMidRun(batches);
		await control.expireTokens();
		const executions = await paid;
		const seconds = (Date.now() - startedAt) / 1000;

		const { violations, by } = await payer.reconcile();
		assert.deepEqual(violations, []);
		assert.equal(by.accepted.length, count);
		const workers = executions.map(({ id }) => fixture.cluster.workerOf(id));
		assert.equal(new Set(workers).size, 3, 'One of the workers had nothing to do');
		const ledger = await control.ledger();
		const refused = payoutRequests(ledger).filter(({ status }) => status === 400).length / count;
		fixture.print(
			`${count} payouts, one every ${paceSeconds} s: paid once in ${seconds.toFixed(1)} s, ` +
				`${refused.toFixed(2)} refused requests for each, ${ledger.tokensIssued} tokens`,
		);
		assert.ok(refused <= mostRefused, 'The workers pressed the service');
		assert.ok(ledger.tokensIssued <= mostTokens, 'Too many tokens were fetched');
	},
};
