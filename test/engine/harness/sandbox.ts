import { setTimeout as sleep } from 'node:timers/promises';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import {
	startSandbox,
	type Ledger,
	type LedgerRequest,
	type Sandbox,
	type SandboxControl,
	type ServiceOperation,
	type SettingsChange,
} from '../../../sandbox';
import { sandboxCredential, type StoredCredential } from './credentials';
import { processedStore } from './processedStore';

/** The sandbox of one test file, as new before every test. */
export interface TestSandbox {
	readonly url: string;
	readonly baseUrl: string;
	readonly control: SandboxControl;
	/** A credential for it that has no token yet. */
	credential(overrides?: ICredentialDataDecryptedObject): StoredCredential;
	/** A credential with a pasted token, for tests in which tokens are not the matter. */
	pastedToken(overrides?: ICredentialDataDecryptedObject): StoredCredential;
	ledger(): Promise<Ledger>;
	/** The requests that arrived, those of one operation if asked. */
	requests(operation?: ServiceOperation): Promise<LedgerRequest[]>;
	/** How many times each order reference was paid out. */
	paid(): Promise<Record<string, number>>;
	/** Waits until so many requests for payments have arrived. */
	arrived(count: number): Promise<void>;
}

/**
 * Starts a sandbox for the tests of this file, and before each of them resets it and n8n's store of
 * processed items. After each test the sandbox must have kept its own contract.
 */
export function useSandbox(settings: SettingsChange = {}): TestSandbox {
	let running: Sandbox;
	beforeAll(async () => {
		running = await startSandbox({ settings });
	});
	afterAll(async () => await running.close());
	beforeEach(async () => {
		await running.control.reset();
		(await processedStore()).reset();
	});
	afterEach(async () => {
		expect((await running.control.ledger()).contractViolations).toEqual([]);
	});
	const ledger = async () => await running.control.ledger();
	const credential = (overrides?: ICredentialDataDecryptedObject) =>
		sandboxCredential(running.baseUrl, overrides);
	const requests = async (operation?: ServiceOperation) =>
		(await ledger()).requests.filter(
			(one) => operation === undefined || one.operation === operation,
		);
	return {
		get url() {
			return running.url;
		},
		get baseUrl() {
			return running.baseUrl;
		},
		get control() {
			return running.control;
		},
		credential,
		pastedToken: (overrides) =>
			credential({
				authentication: 'accessToken',
				accessToken: 'sandbox-access-token',
				...overrides,
			}),
		ledger,
		requests,
		async paid() {
			return (await ledger()).paid;
		},
		async arrived(count) {
			const isPayment = ({ orderReference }: LedgerRequest) => orderReference !== undefined;
			while ((await requests()).filter(isPayment).length < count) await sleep(2);
		},
	};
}
