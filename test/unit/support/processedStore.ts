import type { IExecuteFunctions } from 'n8n-workflow';
import { DuplicateGuard } from '../../../nodes/CardBankPayments/executor/idempotency/duplicateGuard';
import { ProcessedStore } from '../../../workbench/engine/processedStore';
import { contextOf } from './context';
import { RunningClock } from './virtualClock';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** All nodes have one list here: two of them do not take turns, as two processes do not. */
const place = { workflow: { id: 'workflow-1', active: true } };

/** n8n's store of processed items, as the guard is handed it, with the times of its calls. */
export class GuardedList extends ProcessedStore {
	/** When each call came, in milliseconds. */
	readonly calledAt: number[] = [];

	/** How many milliseconds a call takes between its reading and its writing. */
	takesMs = (): number => 0;

	/** Calls that were at the list at the same time, at most. */
	peak = 0;

	/** The guard's own: how long it looks at its list is nothing to the payments. */
	readonly clock = new RunningClock();

	private readonly events = new Map<number, () => void>();

	private inside = 0;

	readonly helpers: Helpers = {
		checkProcessedAndRecord: async (items, scope, options) =>
			await this.call(async () => await this.checkProcessedAndRecord(items, scope, place, options)),
		removeProcessed: async (items, scope, options) =>
			await this.call(async () => await this.removeProcessed(items, scope, place, options)),
	};

	/** Lets something happen right after one of the guard's calls, counted from 1. */
	afterCall(number: number, happens: () => void): void {
		this.events.set(number, happens);
	}

	get entries(): string[] {
		return [...this.lists.values()].flat().map(String);
	}

	set entries(entries: string[]) {
		this.lists.set('workflow-1 undefined', entries);
	}

	/** What was asked of the store, in order: to `check` entries or to `remove` them. */
	get asked(): unknown[] {
		return this.calls.map(([call]) => call);
	}

	guard = (of: { nodeId?: string; workflowId?: string } = {}) =>
		new DuplicateGuard(contextOf({ helpers: this.helpers, ...of }), this.clock);

	/** A guard that has reserved these. */
	async guardOf(...references: string[]): Promise<DuplicateGuard> {
		const guard = this.guard();
		await guard.reserve(references);
		return guard;
	}

	protected override async betweenReadAndWrite(): Promise<void> {
		await this.clock.sleep(this.takesMs());
	}

	private async call<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
		this.calledAt.push(this.clock.passed);
		this.peak = Math.max(this.peak, ++this.inside);
		const answering = ask().finally(() => this.inside--);
		const number = this.calls.length;
		const answer = await answering;
		this.events.get(number)?.();
		return answer;
	}
}
