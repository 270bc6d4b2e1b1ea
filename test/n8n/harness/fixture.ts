import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox, type SandboxControl } from '../../../sandbox';
import { N8nApi, type StoredCredential } from './api';
import type { Execution } from './executions';
import { ensureN8n } from './install';
import { startN8n, type N8nProcess } from './n8nProcess';
import { givenTarball, installPackage } from './pack';
import { credentialType } from './paths';
import { createDatabase, postgresVariable } from './postgres';
import { onEndWanted } from './processes';
import { nodeNames, paymentWorkflow, type PaymentNode } from './workflows';

/** A real n8n with the packed node installed, and a sandbox of the service. */
export interface Fixture {
	n8n: N8nProcess;
	api: N8nApi;
	sandbox: Sandbox;
	control: SandboxControl;
	/** The packed package that n8n has loaded. */
	tarball: string;
	/** Stores a credential for the sandbox; `changes` lie over working values. */
	createCredential(changes?: object): Promise<StoredCredential>;
	/** Runs {@link paymentWorkflow} over items, as "Execute workflow" does. */
	pay(items: object[], node: PaymentNode, credential?: StoredCredential): Promise<Execution>;
	close(): Promise<void>;
}

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

/**
 * Starts everything that a suite needs, in a fresh folder.
 *
 * @param env further variables for n8n
 */
export async function startFixture(env: Record<string, string> = {}): Promise<Fixture> {
	// Ends n8n too, see processes.ts.
	onEndWanted((exitCode) => process.exit(exitCode));
	await ensureN8n(console.log);
	const userFolder = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-n8n-'));
	const tarball = await givenTarball(path.join(userFolder, 'packed'));
	await installPackage(tarball, userFolder);

	const sandbox = await startSandbox();
	const server = process.env[postgresVariable];
	const database = server === undefined ? undefined : await createDatabase(new URL(server));
	const n8n = await startN8n({ userFolder, env: { ...database?.settings, ...env } });
	const api = new N8nApi(n8n.url);
	await api.setUpOwner();

	let created = 0;
	const createCredential = async (changes: object = {}) =>
		await api.createCredential(`Sandbox ${++created}`, credentialType, {
			...workingCredential(sandbox.baseUrl),
			...changes,
		});
	const pay: Fixture['pay'] = async (items, node, credential) => {
		const workflow = await api.createWorkflow(
			paymentWorkflow('Payments', items, node, credential ?? (await createCredential())),
		);
		return await api.execute(workflow.id, nodeNames.trigger);
	};
	const close = async () => {
		await n8n.stop();
		await sandbox.close();
		await database?.drop();
		await rm(userFolder, { recursive: true, force: true });
	};
	return { n8n, api, sandbox, control: sandbox.control, tarball, createCredential, pay, close };
}
