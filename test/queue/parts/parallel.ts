import assert from 'node:assert/strict';
import { payAll } from '../aftermath';
import { remembered } from '../guardStore';
import { settleAll } from '../settleAll';
import { makeBatches, payingService, publishPayer, referencesOf, type QueueTest } from '../trial';

/**
 * n8n's list has no lock, so what a worker writes can be undone by another one. Before reservations
 * were checked, half of them were lost here.
 */
const leastRemembered = 0.98;

export const parallel: QueueTest = {
	name: 'pays every payout of many parallel executions once',
	run: async (trial) => {
		const { cluster, control, client, baseUrl, sizes } = trial;
		await cluster.scaleTo(3);
		await control.reset(payingService);
		const payer = await publishPayer(trial, 'parallel');
		const batches = makeBatches(sizes.executions, sizes.payouts, 'PARALLEL');
		const references = referencesOf(batches);

		const startedAt = Date.now();
		await payAll(trial, payer, batches);
		const seconds = (Date.now() - startedAt) / 1000;

		const { executions, verdicts, violations } = await settleAll(trial, payer, batches);
		const { length: known } = await remembered(client, payer.workflowId, baseUrl, references);
		trial.print(
			`${references.length} payouts in ${executions.length} executions: ${verdicts.accepted} paid once, ` +
				`${Math.round(references.length / seconds)} payouts/s; ` +
				`the guard remembers ${known} of ${references.length}`,
		);
		assert.deepEqual(violations, []);
		assert.equal(verdicts.accepted, references.length);
		assert.ok(known >= references.length * leastRemembered, 'The guard has forgotten too much');
	},
};
