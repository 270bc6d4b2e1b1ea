import { startSandbox } from '../../sandbox';
import type { StoredCredential } from '../workflows/definition';
import { sheetAt } from './google';
import { sharedN8n, startHost } from './host';
import { credentialType } from '../install/paths';
import { watch } from './failureReport';
import { onEndWanted } from '../servers/processes';
import { workingCredential } from '../servers/sandboxClient';
import { nodeNames, paymentWorkflow, type PaymentNode } from '../workflows/workflows';

/** A real n8n with the packed node installed, and a sandbox of the service. */
export type Fixture = Awaited<ReturnType<typeof startFixture>>;

/**
 * Provides everything that a suite needs: the n8n that the runner has for its suites, empty, or else one in
 * a fresh folder, and in any case a sandbox of its own.
 */
export async function startFixture() {
	// Ends n8n too, see processes.ts.
	onEndWanted((exitCode) => process.exit(exitCode));
	const host = sharedN8n() ?? (await startHost());
	const { n8n, api, isVisited } = host;
	const sheet = sheetAt(host.google);
	const sandbox = await startSandbox();
	const forget = watch({ n8n, control: sandbox.control });

	let created = 0;
	/** Stores a credential for the sandbox; `changes` lie over working values. */
	const createCredential = async (changes: object = {}) =>
		await api.createCredential(`Sandbox ${++created}`, credentialType, {
			...workingCredential(sandbox.baseUrl),
			...changes,
		});
	/** Stores {@link paymentWorkflow} over items. */
	const store = async (items: object[], node: PaymentNode, credential?: StoredCredential) =>
		await api.createWorkflow(
			paymentWorkflow('Payments', items, node, credential ?? (await createCredential())),
		);
	/** Runs a workflow that is stored so, as "Execute workflow" does. */
	const pay = async (...workflow: Parameters<typeof store>) =>
		await api.execute((await store(...workflow)).id, nodeNames.trigger);
	const close = async () => {
		forget();
		await host.close();
		await sandbox.close();
	};
	const { control } = sandbox;
	return { n8n, api, sheet, isVisited, sandbox, control, createCredential, store, pay, close };
}
