import type { Payment, Result } from '../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { Means } from '../../../nodes/CardBankPayments/executor/deliver/means';
import { Journal } from '../../../nodes/CardBankPayments/executor/journal/journal';
import { Memory } from '../../../nodes/CardBankPayments/executor/journal/memory';
import { payments, result } from './payments';
import { VirtualClock } from './virtualClock';

export type Speed = Omit<Means, 'service' | 'journal'>;
export type Send = (payment: Payment) => Promise<Result>;

/** Three at a time, and on and on; with a clock of its own. */
export const goOn = (changes: Partial<Speed> = {}): Speed => ({
	clock: new VirtualClock(),
	concurrency: 3,
	batchIntervalMs: 0,
	effect: 'payout',
	lookUpUnclear: true,
	whenAlreadySent: 'error',
	maximumWaitMs: 900_000,
	stopsRun: () => false,
	...changes,
});

/** Ends a run at the first item that was not accepted. */
export const stopAtFailure: Pick<Speed, 'stopsRun'> = {
	stopsRun: ({ outcome }) => outcome !== 'accepted',
};

export const outcomesOf = (results: Result[]) => results.map(({ outcome }) => outcome);

let accounts = 0;

/** Begins to send so many payments, without a guard; what pays from one account shares its pace. */
export const start = async (
	count: number,
	send: Send,
	{ account = `account ${accounts++}`, ...speed }: Partial<Speed> & { account?: string } = {},
) => {
	const service = { account, baseUrl: '', requestOf: () => ({ url: '' }), send };
	const journal = new Journal(new Memory({}, 'createBankPayout', 'payout'));
	const means = { service, journal, ...goOn(speed) };
	const { results, waitedMs } = await deliver(payments(count), [], means);
	return { results, waitedMs };
};

/** Takes so many payments in so many milliseconds, and refuses what comes earlier. */
export class LimitedService {
	/** Index and millisecond of each request; refused ones with a sign in front. */
	readonly log: string[] = [];

	private readonly takenAt: number[] = [];

	/** @param names the milliseconds that a refusal names, by those that remain; 0 for none */
	constructor(
		private readonly clock: VirtualClock,
		private readonly everyMs: number,
		private readonly names = (remainingMs: number) => Math.ceil(remainingMs / 1000) * 1000,
		private readonly most = 1,
		private readonly answersInMs = 0,
	) {}

	readonly send = async ({ index }: Payment): Promise<Result> => {
		const at = this.clock.passed;
		const remainingMs = (this.takenAt.at(-this.most) ?? -Infinity) + this.everyMs - at;
		const isTaken = remainingMs <= 0;
		if (isTaken) this.takenAt.push(at);
		this.log.push(`${isTaken ? '' : '-'}${index} ${at}`);
		await this.clock.sleep(this.answersInMs);
		if (isTaken) return result(index, 'accepted');
		const waitMs = this.names(Math.max(remainingMs - this.answersInMs, 1));
		return result(index, 'rejected', { says: 'Too early', waitMs });
	};

	get refusals(): number {
		return this.log.filter((line) => line.startsWith('-')).length;
	}

	/** The indexes in the order in which they were accepted. */
	get paid(): number[] {
		return this.log.filter((line) => !line.startsWith('-')).map((line) => parseInt(line, 10));
	}
}
