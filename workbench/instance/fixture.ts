import { startSandbox } from '../../sandbox';
import type { StoredCredential } from './api';
import { sharedN8n, startHost } from './host';
import { credentialType } from './paths';
import { watch } from './witness';
import { forSuite } from '../servers/forSuite';
import { onEndWanted } from '../servers/processes';
import { nodeNames, paymentWorkflow, type PaymentNode } from '../workflows/workflows';

/** A real n8n with the packed node installed, and a sandbox of the service. */
export type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** What a person fills in, and the choices that the editor stores with it. */
export function workingCredential(baseUrl: string): Record<string, string> {
	return {
		baseUrl,
		authentication: 'generateToken',
		clientId: 'sandbox-client',
		apiKey: 'sandbox-key',
		checksum: 'none',
	};
}

/** What a suite may ask for. */
interface FixtureOptions {
	/** Whether the suite changes or ends its n8n, and so needs one for itself. */
	own?: boolean;
	/** Further variables for n8n, which is then the suite's own. */
	env?: Record<string, string>;
}

/**
 * Provides everything that a suite needs: the n8n that the runner has started for all suites, empty,
 * or one in a fresh folder, and in any case a sandbox of its own.
 */
export async function startFixture({ own = false, env }: FixtureOptions = {}) {
	// Ends n8n too, see processes.ts.
	onEndWanted((exitCode) => process.exit(exitCode));
	const shared = own || env !== undefined ? undefined : sharedN8n();
	const host = shared ?? (await startHost(env));
	const { n8n, api, tarball } = host;
	const sandbox = await startSandbox();
	const forget = watch({ n8n, control: sandbox.control });

	let created = 0;
	/** Stores a credential for the sandbox; `changes` lie over working values. */
	const createCredential = async (changes: object = {}) =>
		await api.createCredential(`Sandbox ${++created}`, credentialType, {
			...workingCredential(sandbox.baseUrl),
			...changes,
		});
	/** Runs {@link paymentWorkflow} over items, as "Execute workflow" does. */
	const pay = async (items: object[], node: PaymentNode, credential?: StoredCredential) => {
		const workflow = await api.createWorkflow(
			paymentWorkflow('Payments', items, node, credential ?? (await createCredential())),
		);
		return await api.execute(workflow.id, nodeNames.trigger);
	};
	const close = async () => {
		forget();
		await host.close();
		await sandbox.close();
	};
	return { n8n, api, sandbox, control: sandbox.control, tarball, createCredential, pay, close };
}

/** Provides the same for all tests of a suite, from before the first until after the last. */
export const useFixture = (options?: FixtureOptions): Fixture =>
	forSuite(async () => await startFixture(options));
