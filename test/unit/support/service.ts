import type { Payment, Result } from '../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { Means } from '../../../nodes/CardBankPayments/executor/deliver/means';
import { Journal } from '../../../nodes/CardBankPayments/executor/journal/journal';
import { Memory } from '../../../nodes/CardBankPayments/executor/journal/memory';
import type { Answer } from '../../../nodes/CardBankPayments/executor/proof/judge';
import type { Service } from '../../../nodes/CardBankPayments/executor/service/connect';
import { payments, result } from './payments';
import { VirtualClock } from './virtualClock';

/** How a run sends; what pays from one account shares its pace. */
export type Speed = Omit<Means, 'service' | 'journal'> & { account?: string };
export type SendPayment = (payment: Payment) => Promise<Result>;

/** One at a time, and on and on; with a clock of its own. */
export const goOn = (changes: Partial<Speed> = {}): Speed => ({
	clock: new VirtualClock(),
	concurrency: 1,
	batchIntervalMs: 0,
	...{ agentPayouts: 'refuse', duplicateGuard: 'allExecutions', validateOnly: false },
	...{ checkBalance: false, lookUpUnclear: true, orderBy: 'DESC', simplify: false },
	timeoutMs: 60_000,
	whenAlreadySent: 'error',
	maximumWaitMs: 900_000,
	stopsRun: () => false,
	...changes,
});

/** Ends a run at the first item that was not accepted. */
export const stopAtFailure: Pick<Speed, 'stopsRun'> = {
	stopsRun: ({ outcome }) => outcome !== 'accepted',
};

export const outcomesOfResults = (results: Result[]) => results.map(({ outcome }) => outcome);

/** For runs that read nothing before they send. */
export const readsNothing: Service['read'] = async ({ option }) =>
	await Promise.reject(new Error(`${option.name} is not to be read`));

/** What a service proves that ends a payment so; with a wait, it refuses it only for now. */
export const answerOf = (result: Result): Answer => ({
	is: result.waitMs === undefined ? 'answered' : 'refused',
	result,
});

let accounts = 0;

/** Begins to send so many payments, without a guard. */
export const start = async (count: number, send: SendPayment, speed: Partial<Speed> = {}) => {
	const { account = `account ${accounts++}` } = speed;
	const service: Service = {
		...{ paceKey: account, effect: 'payout', baseUrl: '', requestOf: () => ({ url: '' }) },
		send: async (payment) => answerOf(await send(payment)),
		read: readsNothing,
	};
	const journal = new Journal(new Memory({}, 'createBankPayout', '', 'payout'));
	return await deliver(payments(count), [], { service, journal, ...goOn(speed) });
};

/** Takes so many payments in so many milliseconds, and refuses what comes earlier. */
export class LimitedService {
	/** The indexes in the order in which they were accepted. */
	readonly paid: number[] = [];

	refusals = 0;

	private readonly paidAt: number[] = [];

	/** @param names the milliseconds that a refusal names, by those that remain; 0 for none */
	constructor(
		private readonly clock: VirtualClock,
		private readonly everyMs: number,
		private readonly names = (remainingMs: number) => Math.ceil(remainingMs / 1000) * 1000,
		private readonly most = 1,
	) {}

	readonly send = async ({ index }: Payment): Promise<Result> => {
		const freeAt = (this.paidAt.at(-this.most) ?? -Infinity) + this.everyMs;
		const remainingMs = freeAt - this.clock.passed;
		if (remainingMs > 0) {
			this.refusals++;
			return result(index, 'rejected', { says: 'Too early', waitMs: this.names(remainingMs) });
		}
		this.paidAt.push(this.clock.passed);
		this.paid.push(index);
		return result(index, 'accepted');
	};
}
