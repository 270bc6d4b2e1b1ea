import { setImmediate } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationScope,
	ICheckProcessedContextData,
	IDataDeduplicator,
	IDeduplicationOutput,
	DeduplicationItemTypes,
} from 'n8n-workflow';

/**
 * n8n's store of processed items, held in memory instead of in its database. Like n8n's, it reads a
 * node's list and writes it back as a whole without a lock. Counts its calls, and can be told to be
 * out of order.
 */
export class ProcessedStore implements IDataDeduplicator {
	readonly calls: string[] = [];

	failure?: Error;

	private readonly entries = new Map<string, ReadonlySet<DeduplicationItemTypes>>();

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<IDeduplicationOutput> {
		this.calls.push('checkProcessedAndRecord');
		const known = await this.read(contextData);
		const fresh = items.filter((item) => !known.has(item));
		this.entries.set(keyOf(contextData), new Set([...known, ...fresh]));
		return { new: fresh, processed: items.filter((item) => known.has(item)) };
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<void> {
		this.calls.push('removeProcessed');
		const known = await this.read(contextData);
		const kept = [...known].filter((item) => !items.includes(item));
		this.entries.set(keyOf(contextData), new Set(kept));
	}

	async clearAllProcessedItems(): Promise<void> {
		this.entries.clear();
	}

	async getProcessedDataCount(
		_scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<number> {
		return (await this.read(contextData)).size;
	}

	/** Forgets everything, as a new n8n would. */
	reset(): void {
		this.entries.clear();
		this.calls.length = 0;
		this.failure = undefined;
	}

	/** The order references that are reserved now, over all nodes; without the marks of the runs. */
	reserved(): DeduplicationItemTypes[] {
		return [...this.entries.values()]
			.flatMap((items) => [...items])
			.filter((item) => !String(item).startsWith('run '));
	}

	private async read(
		contextData: ICheckProcessedContextData,
	): Promise<ReadonlySet<DeduplicationItemTypes>> {
		if (this.failure) throw this.failure;
		// The table refers to the workflow's own row, which an unsaved one does not have.
		if (!contextData.workflow.id) {
			throw new Error('SQLITE_CONSTRAINT: FOREIGN KEY constraint failed');
		}
		const known = this.entries.get(keyOf(contextData)) ?? new Set();
		await setImmediate();
		return known;
	}
}

function keyOf({ workflow, node }: ICheckProcessedContextData): string {
	return `${workflow.id} ${node?.id}`;
}

let store: ProcessedStore | undefined;

/** The one store of this process; n8n-core takes it once. */
export async function processedStore(): Promise<ProcessedStore> {
	if (store === undefined) {
		store = new ProcessedStore();
		await DataDeduplicationService.init(store);
	}
	return store;
}
