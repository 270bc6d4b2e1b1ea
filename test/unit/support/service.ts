import { sendAll, type Pace } from '../../../nodes/CardBankPayments/executor/send';
import type { ItemResult, Payment } from '../../../nodes/CardBankPayments/executor/types';
import { payments, result } from './payments';

export const goOn: Pace = {
	concurrency: 3,
	batchIntervalMs: 0,
	stopAtFailure: false,
	isFailure: ({ outcome }) => outcome !== 'accepted',
};

export const outcomesOf = (results: ItemResult[]) => results.map(({ outcome }) => outcome);

/** Lets everything happen that can happen without a timer. */
export const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** Stands for the service: a test decides when and how each payment ends. */
export class SlowService {
	/** Indexes in the order in which they were started. */
	readonly started: number[] = [];
	peak = 0;

	private readonly open = new Map<number, (result: ItemResult) => void>();

	readonly sendOne = async ({ index }: Payment): Promise<ItemResult> => {
		this.started.push(index);
		const answered = new Promise<ItemResult>((resolve) => this.open.set(index, resolve));
		this.peak = Math.max(this.peak, this.open.size);
		return await answered;
	};

	/** Starts a run; its results come when the test has ended everything that is under way. */
	async run(count: number, pace: Partial<Pace> = {}): Promise<{ run: Promise<ItemResult[]> }> {
		const run = sendAll(payments(count), this.sendOne, { ...goOn, ...pace });
		await settle();
		return { run };
	}

	get underWay(): number[] {
		return [...this.open.keys()];
	}

	/** Ends one payment and waits until the node has drawn its conclusions. */
	async end(
		index: number,
		outcome: ItemResult['outcome'] = 'accepted',
		changes: Partial<ItemResult> = {},
	): Promise<void> {
		const resolve = this.open.get(index);
		if (resolve === undefined) throw new Error(`payment ${index} is not under way`);
		this.open.delete(index);
		resolve(result(index, outcome, changes));
		await settle();
	}

	/** Ends the given payments one after the other. */
	async endAll(indexes: number[], outcome?: ItemResult['outcome']): Promise<void> {
		for (const index of indexes) await this.end(index, outcome);
	}
}
