import { parse, stringify } from 'flatted';
import { sleep, type IRunExecutionData } from 'n8n-workflow';
import {
	retryExecution,
	retryStored,
	startExecution,
	storedForm,
	type Execution,
	type Scenario,
} from '../../workbench/engine/engine';
import type { Lane } from './lane';
import type { Observation } from './observation';
import { nodeInAHurry } from './hurriedClock';
import {
	inputOf,
	parametersFor,
	withoutChange,
	type Item,
	type Limits,
	type NodeSetting,
} from './payments';
import { readReport } from './report';

/** The node's id in the workflow of `workbench/engine`, under which n8n keeps its processed items. */
const NODE_ID = 'node-1';

/** Something that ends an execution from outside. */
export interface Interruption {
	/** A kill takes the memory along unless n8n had just saved the execution. */
	kind: 'cancel' | 'kill' | 'killAfterSave';
	/** Right before the n-th request leaves, or after so many milliseconds. */
	moment: { request: number } | { ms: number };
}

type UnnaturalEnd = 'cancelled' | 'killed';

/** How one run of a trial goes. */
export interface RunOptions extends Limits {
	/** See {@link Observation.isPatient}. */
	isPatient: boolean;
	isHealthy: boolean;
	/** See {@link Observation.canLookUp}. */
	canLookUp: boolean;
	/** See {@link Observation.isElsewhere}. */
	isElsewhere?: boolean;
	/** Milliseconds until the service has come to rest. */
	settleMs: number;
	/** How often the credential can be read in this run, e.g. once by each try; always when absent. */
	readable?: number;
}

/** One workflow with one node, run again and again against the service of a lane. */
export class Trial {
	readonly history: Observation[] = [];
	private execution = 0;
	private items: Item[] = [];
	private last?: Execution;
	/** The stored form of an execution that was killed. */
	private saved?: string;
	private seenRequests = 0;
	/** For which account each token was issued, by its number. */
	private readonly owners = new Map<number | undefined, string | undefined>();

	/** @param name of the workflow; n8n keeps the processed items of each one apart */
	constructor(
		private readonly lane: Lane,
		private readonly name: string,
		private readonly setting: NodeSetting,
	) {}

	/** Whether "Retry execution" has something to run. */
	get canRetry(): boolean {
		if (this.saved !== undefined) return true;
		const stack = this.last?.run.data.executionData?.nodeExecutionStack;
		return this.last?.error !== undefined && (stack?.length ?? 0) > 0;
	}

	/** A new execution with these items. */
	async execute(items: Item[], options: RunOptions, interruption?: Interruption): Promise<void> {
		this.execution++;
		this.items = items;
		this.saved = undefined;
		this.lane.credential.readable = options.readable ?? Infinity;
		const execution = startExecution(this.scenario(options));
		const atStart = storedForm(execution.data());
		const alarm = interruption && this.setAlarm(interruption, execution, atStart);
		const ended = await execution.finished;
		this.lane.credential.beforeRequest = undefined;
		const end = await alarm?.();
		this.last = end === 'killed' ? undefined : ended;
		const isForgotten = end === 'killed' && interruption?.kind === 'kill';
		await this.observe(options, false, end, isForgotten);
	}

	/** "Retry execution" of the last one. */
	async retry(options: RunOptions): Promise<void> {
		const scenario = this.scenario(options);
		this.lane.credential.readable = options.readable ?? Infinity;
		if (this.saved !== undefined) this.last = await retryStored(this.saved, scenario);
		else this.last = await retryExecution(this.last as Execution, scenario);
		this.saved = undefined;
		await this.observe(options, true);
	}

	private scenario(options: RunOptions): Scenario {
		const { lane, name, setting, items } = this;
		const { onError, retryOnFail, saved } = setting;
		return {
			credential: lane.credential,
			parameters: parametersFor(setting, options),
			items: inputOf(items),
			onError,
			retryOnFail,
			workflowId: saved ? name : null,
			nodeType: nodeInAHurry,
		};
	}

	/**
	 * Interrupts an execution at its moment.
	 *
	 * @returns to be called when the execution has ended; tells how, unless by itself
	 */
	private setAlarm(
		{ kind, moment }: Interruption,
		execution: ReturnType<typeof startExecution>,
		atStart: string,
	): () => Promise<UnnaturalEnd | undefined> {
		let reserved: string[] | undefined;
		let hasRung = false;
		const ring = () => {
			if (hasRung) return;
			hasRung = true;
			if (kind !== 'cancel') {
				// A killed n8n cannot be had in this process. What it would leave behind can: the data as
				// they were when the node began, with or without its memory, and the reservations.
				reserved = this.reservedReferences();
				this.saved = kind === 'kill' ? atStart : withMemoryOf(execution.data(), atStart);
			}
			execution.cancel();
		};
		let requests = 0;
		const timer = 'ms' in moment ? setTimeout(ring, moment.ms) : undefined;
		this.lane.credential.beforeRequest = () => {
			if ('request' in moment && ++requests === moment.request) ring();
		};
		return async () => {
			clearTimeout(timer);
			if (reserved !== undefined) await this.reserve(reserved);
			if (!hasRung) return undefined;
			return kind === 'cancel' ? 'cancelled' : 'killed';
		};
	}

	private reservedReferences(): string[] {
		const own = new Set(this.items.map(({ reference }) => reference));
		return this.lane.store
			.reserved()
			.map(String)
			.filter((reference) => own.has(reference));
	}

	/** Takes back the releases of a run that in truth would not have lived to make them. */
	private async reserve(references: string[]): Promise<void> {
		if (references.length === 0) return;
		await this.lane.store.checkProcessedAndRecord(references, 'node', {
			workflow: { id: this.name, active: false },
			node: { id: NODE_ID } as never,
		});
	}

	private async observe(
		{ isHealthy, isPatient, isElsewhere = false, canLookUp, settleMs, readable }: RunOptions,
		isRetry: boolean,
		end?: UnnaturalEnd,
		isForgotten = false,
	): Promise<void> {
		const isKilled = end === 'killed';
		const { execution, setting, items, last } = this;
		if (settleMs > 0) await sleep(settleMs);
		const ledger = await this.lane.atRest(this.seenRequests);
		this.seenRequests += ledger.requests.length;
		for (const { operation, tokenSerial, headers } of ledger.requests) {
			if (operation === 'generateToken') this.owners.set(tokenSerial, headers['client-id']);
		}
		const { clientId } = this.lane.credential.stored;
		this.history.push({
			execution,
			isRetry,
			setting,
			items,
			report: isKilled ? undefined : readReport(last as Execution, items),
			requests: ledger.requests.map(withPlainReference),
			fromAnotherAccount: ledger.requests
				.filter(({ authorizationValid }) => authorizationValid)
				.filter(({ tokenSerial }) => (this.owners.get(tokenSerial) ?? clientId) !== clientId)
				.map(({ orderReference }) => String(orderReference)),
			paid: added(ledger.paid),
			returned: added(ledger.returned),
			statuses: Object.fromEntries(
				ledger.payouts.map(({ orderReference, status }) => [withoutChange(orderReference), status]),
			),
			cardPayments: ledger.cardPayments.map(withPlainReference),
			breaches: [
				...ledger.contractViolations,
				...(ledger.redirectHits > 0 ? ['A redirect was followed'] : []),
			],
			isCancelled: end === 'cancelled',
			isKilled,
			isHealthy,
			isPatient,
			isElsewhere,
			canLookUp: canLookUp && readable === undefined,
			isReadable: readable === undefined,
			isForgotten,
			paidBefore:
				this.history.filter((one) => one.execution < execution || one.isForgotten).at(-1)?.paid ??
				{},
			mayArriveLate: this.history.some((one) => one.execution < execution && !one.isPatient),
		});
	}
}

function withPlainReference<T extends { orderReference?: string }>(one: T): T {
	const { orderReference } = one;
	return orderReference === undefined
		? one
		: { ...one, orderReference: withoutChange(orderReference) };
}

/** Counts by order reference, those that only differ in what changes together. */
function added(counts: Record<string, number>): Record<string, number> {
	const sums: Record<string, number> = {};
	for (const [reference, count] of Object.entries(counts)) {
		const plain = withoutChange(reference);
		sums[plain] = (sums[plain] ?? 0) + count;
	}
	return sums;
}

/** The execution as it was saved at its start, with the node's memory of now. */
function withMemoryOf(now: IRunExecutionData, atStart: string): string {
	const data = parse(atStart) as IRunExecutionData;
	const { contextData } = now.executionData ?? {};
	if (data.executionData && contextData) data.executionData.contextData = contextData;
	return stringify(data);
}
