import assert from 'node:assert/strict';
import type { StoredWorkflow, WorkflowDefinition } from '../../../workbench/instance/api';
import { paidTwice } from '../../../workbench/workflows/outcomes';
import {
	fromItem,
	nodeNames,
	paymentWorkflow,
	samplePayouts,
} from '../../../workbench/workflows/workflows';
import { onRecord, readExecutions, waitForAll } from '../executions';
import { startPendingList, type PendingList } from '../pendingList';
import { coldCredential, payingService, referencesOf, type QueueTest, type Trial } from '../trial';

/** Payouts in one scheduled run. */
const payouts = 5;

/** How many more pairs are fired to make up for those that one worker took alone. */
const spare = 3;

interface Measured {
	/** Pairs of which two workers each took one execution. */
	pairs: number;
	/** How the executions of those pairs ended, by outcome of their payouts. */
	outcomes: Record<string, number>;
	/** Pairs in which a reference was paid twice. */
	doubles: number;
}

export const race: QueueTest = {
	name: 'lets one of two workers pay when a scheduled run is fired twice at the same instant',
	run: async (trial) => {
		const { cluster, control, sizes } = trial;
		await cluster.scaleTo(3);
		const pending = await startPendingList();
		try {
			const publish = async (options: object) =>
				await cluster.api.createWorkflow(
					scheduledPayouts(pending.url, options, await coldCredential(trial)),
				);
			const fewer = Math.ceil(sizes.pairs / 4);

			await control.reset(payingService);
			const guarded = await firePairs(trial, await publish({}), pending, sizes.pairs);
			trial.print(
				`${guarded.pairs} pairs on two workers, a service that pays every request: both passed the ` +
					`guard in ${guarded.doubles} pairs; outcomes ${JSON.stringify(guarded.outcomes)}`,
			);

			await control.reset({ ...payingService, uniqueOrderReferences: true });
			const unguarded = await publish({ duplicateGuard: 'thisExecution' });
			const known = await firePairs(trial, unguarded, pending, fewer);
			const ledger = await control.ledger();
			const conflicts = ledger.requests.filter(({ status }) => status === 409).length;
			trial.print(
				`${known.pairs} pairs without the guard, a service that knows its references: ${conflicts} ` +
					`answers with 409; outcomes ${JSON.stringify(known.outcomes)}`,
			);
			assert.deepEqual(known.outcomes, { accepted: fewer * payouts, [onRecord]: fewer * payouts });
			assert.ok(conflicts >= fewer * payouts);
			assert.deepEqual(paidTwice(ledger), []);
			assert.equal(guarded.doubles, 0, 'Both executions of a pair passed the guard');
		} finally {
			await pending.close();
		}
	},
};

/** Every day at eight: the rows that are pending, and a payout for each. */
function scheduledPayouts(
	pendingUrl: string,
	options: object,
	credential: Parameters<typeof paymentWorkflow>[3],
): WorkflowDefinition {
	const node = {
		parameters: { ...fromItem.createBankPayout, options },
		onError: 'continueRegularOutput' as const,
	};
	const workflow = paymentWorkflow('Scheduled payouts', [], node, credential);
	const [trigger, list, ...others] = workflow.nodes;
	const schedule = {
		...trigger,
		type: 'n8n-nodes-base.scheduleTrigger',
		typeVersion: 1.2,
		parameters: { rule: { interval: [{ field: 'days', triggerAtHour: 8 }] } },
	};
	const pending = {
		...list,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url: pendingUrl, options: {} },
	};
	return { ...workflow, nodes: [schedule, pending, ...others] };
}

/** Fires pairs of the same run, one pair after the other, until enough met on two workers. */
async function firePairs(
	trial: Trial,
	workflow: StoredWorkflow,
	pending: PendingList,
	wanted: number,
): Promise<Measured> {
	const { cluster, client, control } = trial;
	const measured: Measured = { pairs: 0, outcomes: {}, doubles: 0 };
	const met: Array<{ ids: string[]; references: string[] }> = [];
	for (let pair = 1; met.length < wanted; pair++) {
		if (pair > wanted * spare) throw new Error(`Only ${met.length} pairs met on two workers`);
		pending.items = samplePayouts(payouts, `PAIR-${pair}`);
		const fire = async () => await cluster.api.startExecution(workflow.id, nodeNames.trigger);
		const ids = await Promise.all([fire(), fire()]);
		await waitForAll(client, workflow.id);
		const [one, other] = ids.map((id) => cluster.workerOf(id));
		if (one === undefined || other === undefined) throw new Error('No worker took the execution');
		if (one === other) continue;
		met.push({ ids, references: referencesOf([pending.items]) });
	}
	const { paid } = await control.ledger();
	const executions = new Map(
		(await readExecutions(client, workflow.id)).map((execution) => [execution.id, execution]),
	);
	for (const { ids, references } of met) {
		measured.pairs++;
		if (references.some((reference) => (paid[reference] ?? 0) > 1)) measured.doubles++;
		for (const outcome of ids.flatMap((id) => Object.values(executions.get(id)?.outcomes ?? {}))) {
			measured.outcomes[outcome] = (measured.outcomes[outcome] ?? 0) + 1;
		}
	}
	return measured;
}
