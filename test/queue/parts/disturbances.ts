import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SettingsChange } from '../../../sandbox';
import { describeReconciliation } from '../reconciliation';
import { makeBatches, type PayoutBatch, type QueueTest, type QueueFixture } from '../queueFixture';

/** How long each disturbance of the network lasts. */
const disturbedMs = 5_000;

/** Slow enough that every worker has payouts under way when something happens. */
const delayMs = 300;

interface Disturbance {
	name: string;
	path: string;
	/** What happens in the middle of each wave of executions, counted from 0. */
	disturb(fixture: QueueFixture, wave: number): Promise<void>;
	waves?: number;
	executions?: number;
	payouts?: number;
	settings?: SettingsChange;
}

const disturbances: Disturbance[] = [
	{
		name: 'each of three workers is killed in the middle',
		path: 'kills',
		waves: 3,
		disturb: async ({ cluster }, wave) => await cluster.workers[wave]!.kill(),
	},
	{
		name: 'Redis is down for five seconds',
		path: 'redis',
		disturb: async ({ cluster }) => {
			await cluster.redis.cut('refused');
			await sleep(disturbedMs);
			await cluster.redis.restore();
		},
	},
	{
		name: 'the network to PostgreSQL is gone for five seconds',
		path: 'postgres',
		disturb: async ({ cluster }) => {
			await cluster.postgres.cut('silent');
			await sleep(disturbedMs);
			await cluster.postgres.restore();
		},
	},
	{
		// Payouts go one at a time, and most of them wait.
		name: 'a worker is killed at the pace of the service',
		path: 'pace-kill',
		disturb: async ({ cluster }) => await cluster.workers[0]!.kill(),
		executions: 9,
		payouts: 4,
		settings: { paceSeconds: 0.5 },
	},
];

export const disturbed = disturbances.map(({ name, ...disturbance }): QueueTest => ({
	name: `pays everybody once, by the next run, when ${name}`,
	run: async (fixture) => await accountFor(fixture, disturbance),
}));

async function accountFor(
	fixture: QueueFixture,
	disturbance: Omit<Disturbance, 'name'>,
): Promise<void> {
	const { path, waves = 1, executions = 24, payouts = 10 } = disturbance;
	const { control } = fixture.sandbox;
	const operation = 'createBankPayout';
	await fixture.reset(disturbance.settings ?? { delayMs });
	const payer = await fixture.publish(path);
	const all: PayoutBatch[] = [];
	for (let wave = 0; wave < waves; wave++) {
		// So that there is more to tell apart than paid and not paid.
		await control.addFault({ kind: 'statusBefore', status: 422, operation, skip: 40, times: 5 });
		await control.addFault({ kind: 'dropAfter', operation, skip: 20, times: 5 });
		const batches = makeBatches(executions, payouts, `${path.toUpperCase()}${wave}`);
		all.push(...batches);
		payer.pay(batches);
		await payer.untilMidRun(batches);
		const { length: made } = Object.keys(await payer.paid());
		assert.ok(made < all.flat().length, 'All was paid before anything happened');
		await disturbance.disturb(fixture, wave);
		await fixture.cluster.ready();
	}
	await control.clearFaults();

	// At once, and all of them: the other workers still have some of the same payouts.
	await payer.payAll(all);
	await payer.untilEnded();
	fixture.print(`${await payer.retryFailed()} executions that failed were retried`);
	await control.settings({ delayMs: 0 });
	const next = await payer.reconcile(await payer.payAll(all));
	fixture.print(`the next run of the same items: ${describeReconciliation(next)}`);
	const account = await payer.reconcile();
	const paid = await payer.paid();
	const twice = Object.values(paid).filter((times) => times > 1);
	fixture.print(`in the end ${account.by.accepted.length} accepted, ${twice.length} paid twice`);

	assert.deepEqual([...next.violations, ...account.violations], []);
	assert.deepEqual(twice, []);
	// By the next run, and by nobody's hand.
	const { accepted, ...others } = next.by;
	assert.deepEqual(Object.values(others).flat(), []);
	assert.equal(accepted.length, all.flat().length);
}
