import { DuplicateGuard } from '../../../nodes/CardBankPayments/executor/idempotency/duplicateGuard';
import { contextOf } from './context';

/** n8n's store of processed items, as far as the guard uses it. */
export class ProcessedStore {
	calls: unknown[][] = [];
	processed = new Set<string>();
	checkFails?: unknown;
	removeFails?: unknown;

	readonly helpers = {
		checkProcessedAndRecord: async (items: unknown[], ...rest: unknown[]) => {
			this.calls.push(['check', items, ...rest]);
			if (this.checkFails !== undefined) throw this.checkFails;
			const references = items as string[];
			const known = new Set(this.processed);
			for (const reference of references) this.processed.add(reference);
			return {
				new: references.filter((reference) => !known.has(reference)),
				processed: references.filter((reference) => known.has(reference)),
			};
		},
		removeProcessed: async (items: unknown[], ...rest: unknown[]) => {
			this.calls.push(['remove', items, ...rest]);
			if (this.removeFails !== undefined) throw this.removeFails;
			for (const reference of items as string[]) this.processed.delete(reference);
		},
	};

	/** The order references of a call or of the whole store, without the marks of the runs. */
	static references(entries: Iterable<unknown>): string[] {
		return [...entries].map(String).filter((entry) => !entry.startsWith('run '));
	}

	get reserved(): string[] {
		return ProcessedStore.references(this.processed);
	}

	guard = (place: { nodeId?: string; workflowId?: string } = {}) =>
		new DuplicateGuard(contextOf({ helpers: this.helpers as never, ...place }));
}
