import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { payoutRequests } from '../../../workbench/workflows/outcomes';
import { waitUntil } from '../../../workbench/servers/waiting';
import { readExecutions } from '../executions';
import { describeOnceMore, judge } from '../onceMore';
import { spread } from '../spread';
import { makeBatches, payingService, publishPayer, referencesOf, untilMidRun } from '../trial';
import type { Payouts, QueueTest, Trial } from '../trial';

/** The service takes a payout every half second, 120 times as fast as the real one. */
const paceSeconds = 0.5;

/** Enough that each of three workers has several that share a pace. */
const executions = 9;

/** What a worker may have under way when it is killed: payouts go one at a time by then. */
const mostUnderWay = 1;

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
		const answers = await payer.payAll(batches);
		const seconds = (Date.now() - startedAt) / 1000;

		const { counts, violations } = judge(
			referencesOf(batches),
			answers.flat(),
			await control.ledger(),
		);
		trial.print(
			`${executions} executions of 3 payouts, ${await spread(trial, payer)}, a payout every ` +
				`${paceSeconds} s: ${counts.accepted} paid once in ${await figures(trial, batches, seconds)}`,
		);
		assert.deepEqual(violations, []);
		assert.equal(counts.accepted, referencesOf(batches).length);
	},
};

const killed: QueueTest = {
	name: 'pays the rest in the next execution when a worker is killed at the pace of the service',
	run: async (trial) => {
		const { cluster, control, client } = trial;
		await cluster.scaleTo(3);
		await control.reset({ ...payingService, paceSeconds });
		const payer = await publishPayer(trial, 'pace-killed', goesOn);
		const batches = makeBatches(executions, 4, 'PACEKILL');
		const references = referencesOf(batches);
		const startedAt = Date.now();
		let answered = 0;
		// Not waited for: those of the killed worker are answered when n8n notices, a minute later.
		for (const batch of batches) void payer.pay(batch).then(() => answered++);
		await untilMidRun(trial, batches);
		const [worker] = cluster.workers as [(typeof cluster.workers)[number]];
		await worker.kill();

		// At once, and all of them: the runs of the other workers still wait for the same payouts.
		const again = (await payer.payAll(batches)).flat();
		await waitUntil(async () => {
			await sleep(500);
			const first = (await readExecutions(client, payer.workflowId)).slice(0, executions);
			const lost = first.filter(
				({ id, outcomes }) =>
					cluster.workerOf(id) === worker.name && Object.keys(outcomes).length === 0,
			);
			return answered >= executions - lost.length;
		});
		const seconds = (Date.now() - startedAt) / 1000;

		const { paid } = await control.ledger();
		const notPaid = references.filter((reference) => paid[reference] === undefined);
		const next = judge(references, again, { paid });
		trial.print(
			`${references.length} payouts, a worker killed after a quarter, everything run again at once: ` +
				`the next run says ${describeOnceMore(next)}; in the end ` +
				`${references.length - notPaid.length} paid in ${await figures(trial, batches, seconds)}`,
		);
		assert.deepEqual(
			references.filter((reference) => (paid[reference] ?? 0) > 1),
			[],
		);
		assert.ok(
			notPaid.length <= mostUnderWay,
			`Nobody paid ${notPaid.join(', ')}, which cannot all have been under way`,
		);
	},
};

/** Time and requests, against what the service itself allows. */
async function figures({ control }: Trial, batches: Payouts[], seconds: number): Promise<string> {
	const ledger = await control.ledger();
	const payouts = referencesOf(batches).length;
	const refused = payoutRequests(ledger).filter(({ status }) => status === 400).length;
	return (
		`${seconds.toFixed(1)} s (the service's own limit is ${(payouts - 1) * paceSeconds} s), ` +
		`${(refused / payouts).toFixed(2)} refused requests for each payout`
	);
}

export const pace: QueueTest[] = [shared, killed];
