import { DuplicateGuard } from '../../../nodes/CardBankPayments/executor/idempotency/duplicateGuard';
import { contextOf } from './context';
import { RunningClock } from './virtualClock';

/** n8n's store of processed items, as far as the guard uses it: a list, read and written as a whole. */
export class ProcessedStore {
	calls: unknown[][] = [];
	/** When each call came, in milliseconds. */
	readonly calledAt: number[] = [];
	processed = new Set<string>();
	checkFails?: unknown;
	removeFails?: unknown;

	/** How many milliseconds a call takes between its reading and its writing. */
	takesMs = (): number => 0;

	/** Calls that were at the list at the same time, at most. */
	peak = 0;

	/** The guard's own: how long it looks at its list is nothing to the payments. */
	readonly clock = new RunningClock();

	private readonly events = new Map<number, () => void>();

	private inside = 0;

	readonly helpers = {
		checkProcessedAndRecord: async (items: unknown[], ...rest: unknown[]) => {
			const number = this.calls.push(['check', items, ...rest]);
			if (this.checkFails !== undefined) throw this.checkFails;
			const references = items as string[];
			const known = await this.change((list) => new Set([...list, ...references]));
			this.events.get(number)?.();
			return {
				new: references.filter((reference) => !known.has(reference)),
				processed: references.filter((reference) => known.has(reference)),
			};
		},
		removeProcessed: async (items: unknown[], ...rest: unknown[]) => {
			const number = this.calls.push(['remove', items, ...rest]);
			if (this.removeFails !== undefined) throw this.removeFails;
			const references = items as string[];
			await this.change((list) => new Set([...list].filter((each) => !references.includes(each))));
			this.events.get(number)?.();
		},
	};

	private async change(write: (list: Set<string>) => Set<string>): Promise<Set<string>> {
		this.calledAt.push(this.clock.passed);
		this.peak = Math.max(this.peak, ++this.inside);
		const list = this.processed;
		await this.clock.sleep(this.takesMs());
		this.processed = write(list);
		this.inside--;
		return list;
	}

	/** Lets something happen right after one of the guard's calls, counted from 1. */
	afterCall(number: number, happens: () => void): void {
		this.events.set(number, happens);
	}

	/** The order references of a call or of the whole store, without the marks of the runs. */
	static references(entries: Iterable<unknown>): string[] {
		return [...entries].map(String).filter((entry) => !entry.startsWith('run '));
	}

	get reserved(): string[] {
		return ProcessedStore.references(this.processed);
	}

	/** What was asked of the store, in order: to `check` entries or to `remove` them. */
	get asked(): unknown[] {
		return this.calls.map(([call]) => call);
	}

	guard = (place: { nodeId?: string; workflowId?: string } = {}) =>
		new DuplicateGuard(contextOf({ helpers: this.helpers as never, ...place }), this.clock);

	/** A guard that has reserved these. */
	async guardOf(...references: string[]): Promise<DuplicateGuard> {
		const guard = this.guard();
		await guard.reserve(references);
		return guard;
	}
}
