import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeAccount } from '../account';
import { cleanUpAfter } from '../aftermath';
import { settleAll } from '../settleAll';
import { makeBatches, payingService, publishPayer, untilMidRun } from '../trial';
import type { QueueTest, Trial } from '../trial';

/** How long each disturbance lasts. */
const disturbedMs = 5_000;

const delayMs = 200;

const disturbances: Array<{
	name: string;
	path: string;
	begin(trial: Trial): Promise<void>;
	end(trial: Trial): Promise<void>;
}> = [
	{
		name: 'Redis is down for five seconds',
		path: 'redis',
		begin: async ({ cluster }) => await cluster.redis.cut('refused'),
		end: async ({ cluster }) => await cluster.redis.restore(),
	},
	{
		name: 'the network to PostgreSQL is gone for five seconds',
		path: 'postgres',
		begin: async ({ cluster }) => await cluster.postgres.cut('silent'),
		end: async ({ cluster }) => await cluster.postgres.restore(),
	},
	{
		name: 'the service takes five seconds for an answer',
		path: 'slow',
		begin: async ({ control }) => await control.settings({ delayMs: 5_000 }),
		end: async ({ control }) => await control.settings({ delayMs }),
	},
];

export const cuts: QueueTest[] = disturbances.map(({ name, path, begin, end }) => ({
	name: `accounts for every payout when ${name}`,
	run: async (trial) => {
		const { cluster, control, sizes } = trial;
		await cluster.scaleTo(3);
		await control.reset({ ...payingService, delayMs });
		const payer = await publishPayer(trial, path);
		const batches = makeBatches(sizes.cuts, sizes.payouts, path.toUpperCase());
		const crashesBefore = cluster.crashes;

		let answered = 0;
		for (const batch of batches) {
			// Not waited for: n8n leaves calls without an answer whose executions it has lost.
			void payer.pay(batch).then(({ length }) => (answered += length > 0 ? 1 : 0));
		}
		await untilMidRun(trial, batches);
		await begin(trial);
		const { paid } = await control.ledger(999_999_999);
		await sleep(disturbedMs);
		await end(trial);
		assert.ok(
			Object.keys(paid).length < batches.flat().length,
			'All was paid before the disturbance began',
		);

		await cluster.ready();
		for (const line of await cleanUpAfter(trial, payer, batches)) trial.print(line);
		const account = await settleAll(trial, payer, batches);
		trial.print(
			`${answered} calls answered; n8n processes that ended: ${cluster.crashes - crashesBefore}`,
		);
		trial.print(`in the end ${describeAccount(account, account.paidTwice)}`);
		assert.deepEqual(account.violations, []);
	},
}));
