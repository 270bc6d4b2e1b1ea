import type { IExecuteFunctions } from 'n8n-workflow';
import { DuplicateGuard } from '../../../nodes/CardBankPayments/executor/idempotency/duplicateGuard';
import { ProcessedStore } from '../../../workbench/engine/processedStore';
import { contextOf } from './context';

type Helpers = IExecuteFunctions['helpers'];

/** All nodes have one list here: two of them do not take turns, as two processes do not. */
const place = { workflow: { id: 'workflow-1', active: true } };

/** n8n's store of processed items, as the guard is handed it; tests replace its helpers. */
export class GuardedList extends ProcessedStore {
	readonly helpers: Pick<Helpers, 'checkProcessedAndRecord' | 'removeProcessed'> = {
		checkProcessedAndRecord: async (items, scope, options) =>
			await this.checkProcessedAndRecord(items, scope, place, options),
		removeProcessed: async (items, scope, options) =>
			await this.removeProcessed(items, scope, place, options),
	};

	get entries(): string[] {
		return [...this.lists.values()].flat().map(String);
	}

	set entries(entries: string[]) {
		this.lists.set('workflow-1 undefined', entries);
	}

	guard = (of: { nodeId?: string; workflowId?: string } = {}) =>
		new DuplicateGuard(contextOf({ helpers: this.helpers, ...of }));
}
