import assert from 'node:assert/strict';
import { describeAccount } from '../account';
import { cleanUpAfter, untilAllEnded } from '../aftermath';
import { describeOnceMore, runOnceMore } from '../onceMore';
import { settleAll } from '../settleAll';
import {
	makeBatches,
	payingService,
	publishPayer,
	untilMidRun,
	type Payouts,
	type QueueTest,
	type Trial,
} from '../trial';

/** Slow enough that every worker has payouts under way when it is killed. */
const delayMs = 300;

export const kills: QueueTest = {
	name: 'accounts for every payout when each of three workers is killed in the middle',
	run: async (trial) => {
		const { cluster, control, sizes } = trial;
		await cluster.scaleTo(3);
		await control.reset({ ...payingService, delayMs });
		const payer = await publishPayer(trial, 'kills', { onError: 'continueRegularOutput' });
		const batches: Payouts[] = [];
		for (const [index, worker] of cluster.workers.entries()) {
			const killsBefore = worker.kills;
			await addRefusalsAndUnknowns(trial);
			const wave = makeBatches(sizes.kills, sizes.payouts, `KILL${index + 1}`);
			batches.push(...wave);
			for (const batch of wave) void payer.pay(batch);
			await untilMidRun(trial, wave);
			await worker.kill();
			await worker.ready();
			assert.equal(worker.kills, killsBefore + 1);
		}
		await control.clearFaults();
		await control.settings({ delayMs: 0 });

		await untilAllEnded(trial, payer);
		const onceMore = await runOnceMore(trial, payer, batches);
		trial.print(`one more run of the same items: ${describeOnceMore(onceMore)}`);
		assert.deepEqual(onceMore.violations, []);

		for (const line of await cleanUpAfter(trial, payer, batches)) trial.print(line);
		const account = await settleAll(trial, payer, batches);
		trial.print(`in the end ${describeAccount(account, account.paidTwice)}`);
		assert.deepEqual(account.violations, []);
	},
};

/** So that there is more to tell apart than paid and not paid. */
async function addRefusalsAndUnknowns({ control }: Trial): Promise<void> {
	const operation = 'createBankPayout';
	await control.addFault({ kind: 'statusBefore', status: 422, operation, skip: 40, times: 5 });
	await control.addFault({ kind: 'dropAfter', operation, skip: 20, times: 5 });
}
