import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import {
	startSandbox,
	type Ledger,
	type LedgerRequest,
	type Sandbox,
	type SandboxControl,
	type ServiceOperation,
	type SettingsChange,
} from '../../sandbox';
import { waitUntil } from '../servers/waiting';
import { sandboxCredential, type StoredCredential } from './credentials';
import {
	fromItem,
	keyIn,
	payoutItems,
	payoutParameters,
	type OperationUnderTest,
} from './operations';
import { processedStore } from './processedStore';
import { makeKnown } from './records';
import type { Scenario } from './workflow';

/** The sandbox of one test file, as new before every test. */
export interface TestSandbox {
	readonly url: string;
	readonly baseUrl: string;
	readonly control: SandboxControl;
	/** A credential for it that has no token yet. */
	credential(overrides?: ICredentialDataDecryptedObject): StoredCredential;
	/** A credential with a pasted token, for tests in which tokens are not the matter. */
	pastedToken(overrides?: ICredentialDataDecryptedObject): StoredCredential;
	/** A node with a pasted token that takes all fields from these items; the changes lie over it. */
	scenario(
		operation: OperationUnderTest,
		items: IDataObject[],
		changes?: Partial<Scenario>,
	): Scenario;
	/** The same for so many payouts, with options of the node. */
	payouts(count: number, changes?: Partial<Scenario> & { options?: INodeParameters }): Scenario;
	/**
	 * Makes what an operation looks up, as `makeKnown` does. Call it first: its requests are not
	 * counted in this test.
	 */
	know(operation: OperationUnderTest, items: IDataObject[]): Promise<void>;
	ledger(): Promise<Ledger>;
	/** The requests that arrived, those of one operation if asked. */
	requests(operation?: ServiceOperation): Promise<LedgerRequest[]>;
	/** How many times each order reference was paid out. */
	paid(): Promise<Record<string, number>>;
	/** Waits until so many requests for items have arrived. */
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
		made = 0;
		(await processedStore()).reset();
	});
	afterEach(async () => {
		expect((await running.control.ledger()).contractViolations).toEqual([]);
	});
	/** The last request that was made before the test itself. */
	let made = 0;
	const ledger = async () => await running.control.ledger(made);
	const credential = (overrides?: ICredentialDataDecryptedObject) =>
		sandboxCredential(running.baseUrl, overrides);
	const requests = async (operation?: ServiceOperation) =>
		(await ledger()).requests.filter(
			(one) => operation === undefined || one.operation === operation,
		);
	const pastedToken = (overrides?: ICredentialDataDecryptedObject) =>
		credential({
			authentication: 'accessToken',
			accessToken: 'sandbox-access-token',
			...overrides,
		});
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
		pastedToken,
		scenario: (operation, items, changes) => ({
			credential: pastedToken(),
			parameters: fromItem(operation),
			items,
			...changes,
		}),
		payouts: (count, { options, ...changes } = {}) => ({
			credential: pastedToken(),
			parameters: payoutParameters(options),
			items: payoutItems(count),
			...changes,
		}),
		async know(operation, items) {
			made = await makeKnown(running, operation, items);
		},
		ledger,
		requests,
		async paid() {
			return (await ledger()).paid;
		},
		async arrived(count) {
			const isOfItem = (request: LedgerRequest) => keyIn(request) !== undefined;
			await waitUntil(async () => (await requests()).filter(isOfItem).length >= count);
		},
	};
}
