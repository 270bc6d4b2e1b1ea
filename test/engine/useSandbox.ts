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
import { pastedToken, post } from '../../workbench/servers/sandboxClient';
import { sandboxCredential, type EngineCredential } from '../../workbench/engine/credentials';
import {
	createBankPayout,
	parametersFromItem,
	goodItems,
	initiate,
	payoutItems,
	payoutParameters,
	type OperationUnderTest,
} from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import type { EngineScenario } from '../../workbench/engine/workflow';

/** The sandbox of one test. */
class TestSandbox {
	url!: string;

	baseUrl!: string;

	control!: SandboxControl;

	/** The last request that was made before the test itself. */
	private made = 0;

	/** Takes a new one, with an n8n whose store of processed items is empty. */
	async begin(running: Sandbox): Promise<void> {
		({ url: this.url, baseUrl: this.baseUrl, control: this.control } = running);
		this.made = 0;
		(await processedStore()).reset();
	}

	/** A credential for it that has no token yet. */
	credential(overrides?: ICredentialDataDecryptedObject): EngineCredential {
		return sandboxCredential(this.baseUrl, overrides);
	}

	/** A credential with a pasted token, for tests in which tokens are not the matter. */
	pastedToken(overrides?: ICredentialDataDecryptedObject): EngineCredential {
		return this.credential({ ...pastedToken, ...overrides });
	}

	/** A node with a pasted token that takes all fields from these items; the changes lie over it. */
	scenario(
		operation: OperationUnderTest,
		items: IDataObject[],
		changes?: Partial<EngineScenario>,
	): EngineScenario {
		const parameters = parametersFromItem(operation);
		return { credential: this.pastedToken(), parameters, items, ...changes };
	}

	/** The same for so many payouts, with options of the node. */
	payouts(
		count: number,
		{ options, ...changes }: Partial<EngineScenario> & { options?: INodeParameters } = {},
	): EngineScenario {
		const parameters = payoutParameters(options);
		return this.scenario(createBankPayout, payoutItems(count), { parameters, ...changes });
	}

	/**
	 * Makes what an operation looks up, without the node: a payout or a payment link for each item of a
	 * Get or Get Many, nothing for other operations. Call it first: its requests are not counted.
	 *
	 * @param items what differs from a good item, for each record
	 */
	async know({ operation, chosen }: OperationUnderTest, items: IDataObject[]): Promise<void> {
		const { form } = operation.response;
		if (form !== 'records' && form !== 'page') return;
		const maker = chosen.resource === 'payout' ? createBankPayout : initiate;
		for (const [index, good] of goodItems(maker, items.length).entries()) {
			const { customerId, ...item } = { ...good, ...items[index] };
			// As the service's document has them.
			const kind = customerId ? { customer: { id: customerId } } : { amount: Number(item.amount) };
			await post(this.baseUrl, maker.request.url, { ...item, ...kind });
		}
		this.made = (await this.control.ledger()).requests.at(-1)?.seq ?? 0;
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
}

/**
 * Gives each test of this file a sandbox at an address of its own: what the node keeps in its process, such as the
 * payouts that it leaves alone for ten minutes, it keeps by Base URL. After each test the sandbox must have kept its
 * own contract.
 */
export function useSandbox(settings: SettingsChange = {}): TestSandbox {
	const sandbox = new TestSandbox();
	// Open until the end, so that no other test gets the port of one.
	const started: Sandbox[] = [];
	beforeEach(async () => {
		const running = await startSandbox({ settings });
		started.push(running);
		await sandbox.begin(running);
	});
	afterAll(async () => {
		for (const each of started) await each.close();
	});
	afterEach(async () => {
		expect((await sandbox.control.ledger()).contractViolations).toEqual([]);
	});
	return sandbox;
}
