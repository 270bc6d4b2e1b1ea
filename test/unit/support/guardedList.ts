import type { IExecuteFunctions } from 'n8n-workflow';
import type { Clock } from '../../../nodes/CardBankPayments/executor/common/clock';
import { ReferenceList } from '../../../nodes/CardBankPayments/executor/journal/list';
import { ProcessedStore } from '../../../workbench/engine/processedStore';
import { contextOf } from './context';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;
type StoreCall = 'check' | 'remove';

/** Two nodes with one list do not take turns, as two processes with one node do not. */
const place = { workflow: { id: 'workflow-1', active: true } };

/** n8n's store of processed items, as a list is handed it, beside other processes. */
export class GuardedList extends ProcessedStore {
	/** How many milliseconds a call takes between its reading and its writing. */
	takesMs = (): number => 0;

	/** How many milliseconds it takes to arrive before that, and its answer after that. */
	travelsMs = (): number => 0;

	/** What happens right after a call; `undo` writes the list of before over it. */
	after?: (call: StoreCall, undo: () => void) => void;

	constructor(readonly clock: Clock) {
		super();
	}

	readonly helpers: Helpers = {
		checkProcessedAndRecord: async (items, scope, options) =>
			await this.call('check', async () => {
				return await this.checkProcessedAndRecord(items, scope, place, options);
			}),
		removeProcessed: async (items, scope, options) =>
			await this.call('remove', async () => {
				await this.removeProcessed(items, scope, place, options);
			}),
	};

	get entries(): string[] {
		return [...this.lists.values()].flat().map(String);
	}

	set entries(entries: string[]) {
		this.lists.set('workflow-1 undefined', entries);
	}

	/**
	 * @param process of which there may be several
	 * @param List as this process has loaded it
	 */
	list(process = 1, List = ReferenceList) {
		const context = contextOf({ helpers: this.helpers, nodeId: `process-${process}` });
		return new List(context, 'https://api.example.com', this.clock);
	}

	protected override async betweenReadAndWrite(): Promise<void> {
		await this.clock.sleep(this.takesMs());
	}

	private async call<T>(call: StoreCall, carryOut: () => Promise<T>): Promise<T> {
		await this.clock.sleep(this.travelsMs());
		const before = new Map(this.lists);
		const answer = await carryOut();
		this.after?.(call, () => {
			this.lists.clear();
			before.forEach((list, key) => this.lists.set(key, list));
		});
		await this.clock.sleep(this.travelsMs());
		return answer;
	}
}
