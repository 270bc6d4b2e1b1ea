import { it } from 'node:test';
import type { SettingsChange } from '../../sandbox';
import { payoutParameters } from '../../workbench/engine/operations';
import type { StoredCredential } from '../../workbench/workflows/definition';
import type { Fixture } from '../../workbench/instance/fixture';
import { nodeNames, paymentWorkflow } from '../../workbench/workflows/workflows';
import { pastedToken } from '../../workbench/servers/sandboxClient';
import type { Driver, Order, Scenarios } from './driver';

/** Plays a scenario in a real n8n, through the interface that its editor uses. */
export function n8nDriver({ api, control, createCredential }: Fixture): Driver {
	const credentials = new Map<string, Promise<StoredCredential>>();

	const credentialOf = async ({ credential = pastedToken }: Order) => {
		const key = JSON.stringify(credential);
		const stored = credentials.get(key) ?? createCredential(credential);
		credentials.set(key, stored);
		return await stored;
	};
	const create = async (order: Order) => {
		const { items, parameters = payoutParameters(), onError, retryOnFail } = order;
		const retries = retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 50 };
		const node = { parameters, onError, ...retries };
		const credential = await credentialOf(order);
		return await api.createWorkflow(paymentWorkflow('Payments', items, node, credential));
	};
	return {
		control,
		ledger: async () => await control.ledger(),
		pay: async (order) => await api.execute((await create(order)).id, nodeNames.trigger),
		again: async ({ workflowId }) => await api.execute(workflowId, nodeNames.trigger),
		retry: async ({ id }) => await api.retryExecution(id),
	};
}

/**
 * Plays all of them, each as a test that begins with an empty ledger and these settings.
 *
 * @returns how many
 */
export function playInN8n(
	scenarios: Scenarios,
	fixture: Fixture,
	settings: SettingsChange = {},
): number {
	const all = Object.entries(scenarios);
	for (const [name, play] of all) {
		it(name, async () => {
			await fixture.control.reset(settings);
			await play(n8nDriver(fixture));
		});
	}
	return all.length;
}
