import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

type ProcessedItems = DeduplicationItemTypes[];
type ListPlace = ICheckProcessedContextData;

/** What the node calls of it. */
export type Store = Pick<IDataDeduplicator, 'checkProcessedAndRecord' | 'removeProcessed'>;

/**
 * n8n's store of processed items, held in memory instead of in its database. Like n8n's, it reads a
 * node's list and writes it back as a whole without a lock. test/engine/storeContract.ts holds
 * it to n8n's own.
 */
export class ProcessedStore implements Store {
	/** What it throws from now on where it is asked, as a database does that is gone. */
	failure?: Error;

	private readonly lists = new Map<string, ProcessedItems>();

	/** @param isStored whether a workflow has a row of its own, to which the table refers */
	constructor(private readonly isStored: (workflowId: string) => boolean = () => true) {}

	async checkProcessedAndRecord(
		items: ProcessedItems,
		_scope: DeduplicationScope,
		place: ListPlace,
		options?: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		if (this.failure) throw this.failure;
		const row = await this.read(place);
		const list = row ?? [];
		const known = new Set(list.map(String));
		const isKnown = (item: DeduplicationItemTypes) => known.has(String(item));
		const fresh = items.filter((item) => !isKnown(item));
		if (!this.isStored(place.workflow.id)) {
			throw new Error('SQLITE_CONSTRAINT: FOREIGN KEY constraint failed');
		}
		if (row === undefined && this.lists.has(listKeyOf(place))) {
			throw new Error('duplicate key value violates unique constraint');
		}
		this.lists.set(listKeyOf(place), [...list, ...fresh].slice(-(options?.maxEntries ?? 0)));
		return { new: fresh, processed: items.filter(isKnown) };
	}

	async removeProcessed(
		items: ProcessedItems,
		_scope: DeduplicationScope,
		place: ListPlace,
	): Promise<void> {
		const row = await this.read(place);
		if (row === undefined) return;
		const list = [...row];
		for (const item of items) {
			const index = list.findIndex((entry) => String(entry) === String(item));
			if (index !== -1) list.splice(index, 1);
		}
		this.lists.set(listKeyOf(place), list);
	}

	/** Forgets everything, as a new n8n would. */
	reset(): void {
		this.lists.clear();
		this.failure = undefined;
	}

	/** The order references in it, over all nodes, without their Base URLs. */
	used(): string[] {
		const entries = [...this.lists.values()].flat().map(String);
		return entries.map((entry) => entry.slice(entry.indexOf(' ') + 1));
	}

	/** @returns undefined where the node has no list yet: the first one that writes adds its row */
	private async read(place: ListPlace): Promise<ProcessedItems | undefined> {
		assert.ok(place.workflow.id);
		const list = this.lists.get(listKeyOf(place));
		// Another run of the node may write here.
		await setImmediate();
		return list;
	}
}

function listKeyOf({ workflow, node }: ListPlace): string {
	return `${workflow.id} ${node?.id}`;
}

let store: ProcessedStore | undefined;

/** The one store of this process; n8n-core takes it once. */
export async function processedStore(): Promise<ProcessedStore> {
	if (store === undefined) {
		store = new ProcessedStore();
		// A test with a store of its own does not wait for the engine.
		const { DataDeduplicationService } = await import('n8n-core');
		await DataDeduplicationService.init(store as Store as IDataDeduplicator);
	}
	return store;
}
