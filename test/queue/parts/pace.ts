import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from '../../../sandbox';
import { payoutRequests } from '../../../workbench/workflows/outcomes';
import { waitUntil } from '../../../workbench/servers/waiting';
import { payAll } from '../aftermath';
import { readExecutions } from '../executions';
import { remembered } from '../guardStore';
import { describeOnceMore, judge } from '../onceMore';
import { spread } from '../spread';
import { makeBatches, payingService, publishPayer, referencesOf, untilMidRun } from '../trial';
import type { Payouts, QueueTest } from '../trial';

/** The service takes a payout every half second, 120 times as fast as the real one. */
const paceSeconds = 0.5;

/** Enough that each of three workers has several that share a pace. */
const executions = 9;

/** Refused requests for each payout; in turns that a person would keep, there would be none. */
const mostRefused = 2;

/** Each payout has a turn of its own, at the service and in n8n's list, which is slow on a busy machine. */
const endedWithinMs = 300_000;

const goesOn = { onError: 'continueRegularOutput' } as const;

const shared: QueueTest = {
	name: 'pays everything once when three workers cannot share the pace of the service',
	run: async (trial) => {
		const { cluster, control } = trial;
		await cluster.scaleTo(3);
		await control.reset({ ...payingService, paceSeconds });
		const payer = await publishPayer(trial, 'pace', goesOn);
		const batches = makeBatches(executions, 3, 'PACE');
		const startedAt = Date.now();
		const output = await payAll(trial, payer, batches, endedWithinMs);
		const seconds = (Date.now() - startedAt) / 1000;

		const ledger = await control.ledger();
		const { counts, violations } = judge(referencesOf(batches), output, ledger);
		trial.print(
			`${executions} executions of 3 payouts, ${await spread(trial, payer)}, a payout every ` +
				`${paceSeconds} s: ${counts.accepted} paid once in ${figures(ledger, batches, seconds)}`,
		);
		assert.deepEqual(violations, []);
		const all = referencesOf(batches).length;
		assert.deepEqual(counts, { accepted: all, onRecord: 0, rejected: 0, notThere: 0 });
		assert.ok(refusedEach(ledger, batches) <= mostRefused, 'The workers pressed the service');
	},
};

const killed: QueueTest = {
	name: 'pays the rest in the next execution when a worker is killed at the pace of the service',
	run: async (trial) => {
		const { cluster, control, client, baseUrl } = trial;
		await cluster.scaleTo(3);
		await control.reset({ ...payingService, paceSeconds });
		const payer = await publishPayer(trial, 'pace-killed', goesOn);
		const batches = makeBatches(executions, 4, 'PACEKILL');
		const references = referencesOf(batches);
		const startedAt = Date.now();
		for (const batch of batches) void payer.pay(batch);
		await untilMidRun(trial, batches);
		/** The payouts that nobody has made yet, and those among them that a run holds. */
		const look = async () => {
			const { paid } = await control.ledger();
			const open = references.filter((reference) => paid[reference] === undefined);
			return { open, held: await remembered(client, payer.workflowId, baseUrl, open) };
		};
		// Payouts go one at a time by now: each worker holds one at most, and what waits is free.
		await waitUntil(async () => {
			const { open, held } = await look();
			return held.length <= cluster.workers.length && held.length < open.length;
		});
		const [worker] = cluster.workers as [(typeof cluster.workers)[number]];
		await worker.kill();
		const { held: underWay } = await look();

		// At once, and all of them: the runs of the other workers still wait for the same payouts.
		const again = await payAll(trial, payer, batches, endedWithinMs);
		await waitUntil(async () => {
			await sleep(500);
			const first = (await readExecutions(client, payer.workflowId)).slice(0, executions);
			return first.every(
				({ id, output }) => output.length > 0 || cluster.workerOf(id) === worker.name,
			);
		}, endedWithinMs);
		const seconds = (Date.now() - startedAt) / 1000;

		const ledger = await control.ledger();
		const { paid } = ledger;
		const notPaid = references.filter((reference) => paid[reference] === undefined);
		const next = judge(references, again, { paid });
		trial.print(
			`${references.length} payouts, a worker killed after a quarter, everything run again at once: ` +
				`the next run says ${describeOnceMore(next)}; in the end ` +
				`${references.length - notPaid.length} paid in ${figures(ledger, batches, seconds)}`,
		);
		assert.deepEqual(
			references.filter((reference) => (paid[reference] ?? 0) > 1),
			[],
		);
		assert.deepEqual(
			notPaid.filter((reference) => !underWay.includes(reference)),
			[],
			'Nobody paid these, which were not under way when the worker was killed',
		);
	},
};

/** Time and requests, against what the service itself allows. */
function figures(ledger: Ledger, batches: Payouts[], seconds: number): string {
	const limit = (referencesOf(batches).length - 1) * paceSeconds;
	return (
		`${seconds.toFixed(1)} s (the service's own limit is ${limit} s), ` +
		`${refusedEach(ledger, batches).toFixed(2)} refused requests for each payout`
	);
}

function refusedEach(ledger: Ledger, batches: Payouts[]): number {
	const refused = payoutRequests(ledger).filter(({ status }) => status === 400);
	return refused.length / referencesOf(batches).length;
}

export const pace: QueueTest[] = [shared, killed];
