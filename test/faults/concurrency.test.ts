import type { Fault } from '../../sandbox';
import type { EngineCredential } from '../../workbench/engine/credentials';
import { execute } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { outcomesOfItems } from '../../workbench/executions/outcomes';
import { useServices } from './isolatedService';

/* Runs at the same time, which chance would hardly find. Limits and the pace of several: test/unit/executor/deliver. */

/** What befalls payouts that two runs send at once. Each was made, or is sent again. */
const troubles: Record<string, Fault[]> = {
	'all is well': [],
	'answers are lost': [{ kind: 'dropAfter', times: 3, skip: 1 }],
	'the service fails behind a payout': [{ kind: 'statusAfter', status: 500, times: 3, skip: 1 }],
	'it keeps a pace': [{ kind: 'paceRefusal', times: 3, skip: 1 }],
	'it asks to wait for what it has paid': [{ kind: 'paceRefusalAfter', times: 3, skip: 1 }],
};

/** Between processes, the 409 of the service decides; in one, nothing else is needed. */
const IN_ONE = 'in one process, no 409';

const withService = useServices();
let cases = 0;

it.concurrent.each(
	Object.entries(troubles).flatMap(([trouble, faults]) =>
		[IN_ONE, 'in two processes'].map((where) => ({ where, trouble, faults })),
	),
)(
	'the same rows in two workflows at once, $where: $trouble',
	async ({ where, faults, trouble }) => {
		await withService(async (service) => {
			await service.reset(where !== IN_ONE);
			for (const fault of faults)
				await service.sandbox.control.addFault({ operation: 'createBankPayout', ...fault });
			const items = payoutItems(12, `RUNS${++cases}`);
			const run = async (name: string, credential: EngineCredential) =>
				await execute({
					...{ credential, items, parameters: payoutParameters(), nodeType: service.nodeType },
					workflowId: `concurrency-${where}-${trouble}-${name}`,
					onError: 'continueRegularOutput',
				});
			const { credential, fromAnotherProcess } = service;
			const other = where === IN_ONE ? credential : fromAnotherProcess;
			const runs = await Promise.all([run('one', credential), run('other', other)]);
			for (const outcome of runs.flatMap((each) => outcomesOfItems(each.items))) {
				expect(['accepted', 'alreadySent']).toContain(outcome);
			}
			const { paid } = await service.atRest();
			expect(paid).toEqual(
				Object.fromEntries(items.map(({ orderReference }) => [orderReference, 1])),
			);
		});
	},
);
