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
import { pastedToken } from '../servers/sandboxClient';
import { waitUntil } from '../servers/waiting';
import { sandboxCredential, type StoredCredential } from './credentials';
import {
	createBankPayout,
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
export class TestSandbox {
	running!: Sandbox;

	/** The last request that was made before the test itself. */
	private made = 0;

	/** Forgets what was before, as does n8n's store of processed items. */
	async reset(): Promise<void> {
		await this.control.reset();
		this.made = 0;
		(await processedStore()).reset();
	}

	get url(): string {
		return this.running.url;
	}

	get baseUrl(): string {
		return this.running.baseUrl;
	}

	get control(): SandboxControl {
		return this.running.control;
	}

	/** A credential for it that has no token yet. */
	credential(overrides?: ICredentialDataDecryptedObject): StoredCredential {
		return sandboxCredential(this.baseUrl, overrides);
	}

	/** A credential with a pasted token, for tests in which tokens are not the matter. */
	pastedToken(overrides?: ICredentialDataDecryptedObject): StoredCredential {
		return this.credential({ ...pastedToken, ...overrides });
	}

	/** A node with a pasted token that takes all fields from these items; the changes lie over it. */
	scenario(
		operation: OperationUnderTest,
		items: IDataObject[],
		changes?: Partial<Scenario>,
	): Scenario {
		const parameters = fromItem(operation);
		return { credential: this.pastedToken(), parameters, items, ...changes };
	}

	/** The same for so many payouts, with options of the node. */
	payouts(
		count: number,
		{ options, ...changes }: Partial<Scenario> & { options?: INodeParameters } = {},
	): Scenario {
		const parameters = payoutParameters(options);
		return this.scenario(createBankPayout, payoutItems(count), { parameters, ...changes });
	}

	/**
	 * Makes what an operation looks up, as `makeKnown` does. Call it first: its requests are not
	 * counted in this test.
	 */
	async know(operation: OperationUnderTest, items: IDataObject[]): Promise<void> {
		this.made = await makeKnown(this.running, operation, items);
	}

	async ledger(): Promise<Ledger> {
		return await this.control.ledger(this.made);
	}

	/** The requests that arrived, those of one operation if asked. */
	async requests(operation?: ServiceOperation): Promise<LedgerRequest[]> {
		const { requests } = await this.ledger();
		return requests.filter((one) => operation === undefined || one.operation === operation);
	}

	/** How many times each order reference was paid out. */
	async paid(): Promise<Record<string, number>> {
		return (await this.ledger()).paid;
	}

	/** Waits until so many requests for items have arrived. */
	async arrived(count: number): Promise<void> {
		const isOfItem = (request: LedgerRequest) => keyIn(request) !== undefined;
		await waitUntil(async () => (await this.requests()).filter(isOfItem).length >= count);
	}
}

/**
 * Starts a sandbox for the tests of this file, and resets it before each of them. After each test the
 * sandbox must have kept its own contract.
 */
export function useSandbox(settings: SettingsChange = {}): TestSandbox {
	const sandbox = new TestSandbox();
	beforeAll(async () => {
		sandbox.running = await startSandbox({ settings });
	});
	afterAll(async () => await sandbox.running.close());
	beforeEach(async () => await sandbox.reset());
	afterEach(async () => {
		expect((await sandbox.control.ledger()).contractViolations).toEqual([]);
	});
	return sandbox;
}
