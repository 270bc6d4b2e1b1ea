import type { ItemResult, Payment } from '../../../nodes/CardBankPayments/executor/common/payment';
import { Gate } from '../../../nodes/CardBankPayments/executor/send/gate';
import { sendAll, type Pace, type Steps } from '../../../nodes/CardBankPayments/executor/send/pace';
import { payments, result } from './payments';
import { settle } from './settle';
import { VirtualClock } from './virtualClock';

/** Three at a time, and on and on; with a clock and a gate of its own. */
export function goOn(changes: Partial<Pace> = {}): Pace {
	const { clock = new VirtualClock() } = changes;
	return {
		clock,
		gate: new Gate(clock),
		concurrency: 3,
		batchIntervalMs: 0,
		maximumWaitMs: 900_000,
		stopsRun: () => false,
		...changes,
	};
}

/** Ends a run at the first item that was not accepted. */
export const stopAtFailure: Pick<Pace, 'stopsRun'> = {
	stopsRun: ({ outcome }) => outcome !== 'accepted',
};

/** Sends, and has nothing else to do. */
export const stepsOf = (send: Steps['send'], changes: Partial<Steps> = {}): Steps => ({
	send,
	giveBack: async () => undefined,
	makeReady: async () => undefined,
	...changes,
});

export const outcomesOf = (results: ItemResult[]) => results.map(({ outcome }) => outcome);

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
		const run = sendAll(payments(count), stepsOf(this.sendOne), goOn(pace));
		await settle();
		return { run: run.then(({ results }) => results) };
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
