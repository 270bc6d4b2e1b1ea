import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationScope,
	ICheckProcessedContextData,
	IDataDeduplicator,
	IDeduplicationOutput,
	DeduplicationItemTypes,
} from 'n8n-workflow';

/**
 * n8n's store of processed items, held in memory instead of in its database. Counts its calls, and
 * can be told to be out of order.
 */
export class ProcessedStore implements IDataDeduplicator {
	readonly calls: string[] = [];

	failure?: Error;

	private readonly entries = new Map<string, Set<DeduplicationItemTypes>>();

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<IDeduplicationOutput> {
		this.calls.push('checkProcessedAndRecord');
		const known = this.entriesOf(contextData);
		const processed = items.filter((item) => known.has(item));
		const fresh = items.filter((item) => !known.has(item));
		for (const item of fresh) known.add(item);
		return { new: fresh, processed };
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<void> {
		this.calls.push('removeProcessed');
		const known = this.entriesOf(contextData);
		for (const item of items) known.delete(item);
	}

	async clearAllProcessedItems(): Promise<void> {
		this.entries.clear();
	}

	async getProcessedDataCount(
		_scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<number> {
		return this.entriesOf(contextData).size;
	}

	/** Forgets everything, as a new n8n would. */
	reset(): void {
		this.entries.clear();
		this.calls.length = 0;
		this.failure = undefined;
	}

	/** What is reserved now, over all nodes. */
	reserved(): DeduplicationItemTypes[] {
		return [...this.entries.values()].flatMap((items) => [...items]);
	}

	private entriesOf({ workflow, node }: ICheckProcessedContextData): Set<DeduplicationItemTypes> {
		if (this.failure) throw this.failure;
		const key = `${workflow.id} ${node?.id}`;
		const items = this.entries.get(key) ?? new Set();
		this.entries.set(key, items);
		return items;
	}
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
