import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INodeType,
} from 'n8n-workflow';
import { systemClock, type Clock } from '../../nodes/CardBankPayments/executor/common/clock';
import {
	defaultSettings,
	startSandbox,
	type Ledger,
	type LedgerRequest,
	type Sandbox,
} from '../../sandbox';
import { sandboxCredential, EngineCredential } from '../../workbench/engine/credentials';
import { execute } from '../../workbench/engine/engine';
import { nodeWith } from '../../workbench/engine/nodes';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { processedStore, type ProcessedStore } from '../../workbench/engine/processedStore';
import { post } from '../../workbench/servers/sandboxClient';
import { waitUntil } from '../../workbench/servers/waiting';

/** How many times faster the node's time goes. */
const HURRY = 100;

const startedAt = Date.now();

/** So much later, a process keeps nothing of what was unclear, and no pace. */
const LATER_MS = 20 * 60_000;

/** Where nobody listens. */
const DEAD_URL = 'http://127.0.0.1:1/third-parties';

/** One to accept a connection, one to read it, and one for each that came in between. */
const TURNS_TO_RECEIVE = 5;

let accounts = 0;

/** The header in which a request says which run of a case sent it. */
const RUN_HEADER = 'x-run';

/** @returns the run, counted from 0; undefined for a request without the credential's token */
export function runOf({ headers }: LedgerRequest): number | undefined {
	const run = headers[RUN_HEADER];
	return run === undefined ? undefined : Number(run);
}

/** A stored credential that cannot always be read, and that marks what each run sends. */
class FailingCredential extends EngineCredential {
	/** How often it may be read before it cannot be read any more. */
	readable = Infinity;

	/** On a busy machine, what a run gave up on may arrive in the middle of the next one. */
	run = 0;

	override async authenticate(
		...call: Parameters<EngineCredential['authenticate']>
	): Promise<IHttpRequestOptions> {
		const request = await super.authenticate(...call);
		return { ...request, headers: { ...request.headers, [RUN_HEADER]: String(this.run) } };
	}

	override async getDecrypted(
		...call: Parameters<EngineCredential['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		if (this.readable-- <= 0) throw new Error('The credential could not be decrypted');
		return await super.getDecrypted(...call);
	}
}

/**
 * A sandbox with a credential of its own, for one case at a time, so that several cases run side by side
 * without seeing each other.
 */
export class IsolatedService {
	credential: FailingCredential;

	/** Runs of one account share the pace that the service shows them, and cases must not. */
	private clientId = defaultSettings.clientId;

	/** How much later it is than the real time says. */
	private aheadMs = 0;

	/**
	 * A time of the node's own in which not only its waiting is short: what it waits for comes as quickly,
	 * so that a service that asks for a second gets ten milliseconds. Timeouts are in real time.
	 */
	private readonly clock: Clock = {
		...systemClock,
		now: () => startedAt + HURRY * (Date.now() - startedAt) + this.aheadMs,
		wallTime: () => systemClock.wallTime() + this.aheadMs,
		sleep: async (ms, signal) => await systemClock.sleep(ms / HURRY, signal),
	};

	/** The node, with a time of its own: what its process knows of these services ends by it. */
	readonly nodeType: INodeType = nodeWith(this.clock);

	private constructor(
		readonly sandbox: Sandbox,
		/** Shared by all services: n8n keeps workflows apart in it by their ids. */
		readonly store: ProcessedStore,
	) {
		this.credential = this.newCredential();
	}

	static async open(): Promise<IsolatedService> {
		const service = new IsolatedService(await startSandbox(), await processedStore());
		// It has answered a question before: where something else does one day, that stands in between.
		const { credential, nodeType } = service;
		await execute({ credential, parameters: payoutParameters(), items: payoutItems(1), nodeType });
		return service;
	}

	/** Milliseconds of the node's time. */
	get time(): number {
		return this.clock.now();
	}

	/** What comes now comes much later, as after a restart of n8n: nothing is left alone any more. */
	later(): void {
		this.aheadMs += LATER_MS;
	}

	/** The same service by another name: its runs share nothing with others, as those of another process. */
	get fromAnotherProcess(): EngineCredential {
		const { clientId, sandbox } = this;
		return sandboxCredential(sandbox.baseUrl.replace('127.0.0.1', 'localhost'), { clientId });
	}

	/** The service takes no fee: its lists show no orders, so that a fee counts against a limit of the day. */
	async takesNoFee(): Promise<void> {
		const free = { TZS: '0.00', USD: '0.00' };
		await this.sandbox.control.settings({ fees: { ACH: free, RTGS: free } });
	}

	withoutLookUps(): void {
		this.credential.stored = { ...this.credential.stored, payoutPath: '' };
	}

	/** Begins again with an empty service and a new credential. */
	async reset(uniqueOrderReferences: boolean): Promise<void> {
		this.clientId = `client-${++accounts}`;
		const { clientId } = this;
		await this.sandbox.control.reset({ uniqueOrderReferences, clientId });
		this.credential = this.newCredential();
	}

	/**
	 * The ledger when nothing is under way any more.
	 *
	 * @param mayBeGivenUp whether a client may have sent what was not even received yet: while the ledger is asked for
	 * so often, the sandbox has accepted the connection and read it
	 */
	async atRest(since = 0, mayBeGivenUp = true): Promise<Ledger> {
		const { control } = this.sandbox;
		let ledger!: Ledger;
		for (let turn = 1; mayBeGivenUp && turn < TURNS_TO_RECEIVE; turn++) await control.ledger(since);
		await waitUntil(async () => {
			ledger = await control.ledger(since);
			return ledger.underWay === 0;
		});
		return ledger;
	}

	/** Points the credential at the service, or at a port on which nobody listens. */
	useUrl(isReachable: boolean): void {
		const { credential, sandbox } = this;
		const baseUrl = isReachable ? sandbox.baseUrl : DEAD_URL;
		credential.stored = { ...credential.stored, baseUrl };
	}

	/** Pays without the node, as somebody did before. */
	async pay(items: IDataObject[]): Promise<void> {
		for (const item of items) {
			const body = { ...item, reference: undefined, amount: Number(item.amount) };
			await post(this.sandbox.baseUrl, '/payouts/create-bank-payout', body);
		}
	}

	/** Somebody edits the credential: it names another account now, and n8n keeps the token. */
	async useAccount(number: number): Promise<void> {
		const clientId = number === 0 ? this.clientId : `${this.clientId}-${number}`;
		if (clientId === this.credential.stored.clientId) return;
		await this.sandbox.control.settings({ clientId });
		this.credential.stored = { ...this.credential.stored, clientId };
	}

	private newCredential(): FailingCredential {
		const { clientId, sandbox } = this;
		const { stored } = sandboxCredential(sandbox.baseUrl, { clientId });
		return new FailingCredential(stored);
	}
}

/** Lends each test of a file a service that no other test uses at the same time. */
export function useServices() {
	const opened: IsolatedService[] = [];
	const idle: IsolatedService[] = [];
	afterAll(async () => {
		for (const { sandbox } of opened) await sandbox.close();
	});
	return async <Result>(play: (service: IsolatedService) => Promise<Result>): Promise<Result> => {
		const service = idle.pop() ?? (await IsolatedService.open());
		if (!opened.includes(service)) opened.push(service);
		const result = await play(service);
		idle.push(service);
		return result;
	};
}
