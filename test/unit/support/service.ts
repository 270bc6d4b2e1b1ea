import type { Payment, Result } from '../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { Means } from '../../../nodes/CardBankPayments/executor/deliver/means';
import { Memory } from '../../../nodes/CardBankPayments/executor/journal/memory';
import type { SendFact } from '../../../nodes/CardBankPayments/executor/proof/judge';
import type { ServiceResponse } from '../../../nodes/CardBankPayments/executor/proof/response';
import type { Service } from '../../../nodes/CardBankPayments/executor/service/connect';
import { payments, result } from './payments';
import { VirtualClock } from './virtualClock';

/** How a run sends; what pays from one account shares its pace. */
export interface Speed extends Partial<Means> {
	account?: string;
}
export type SendPayment = (payment: Payment) => Promise<Result>;

let accounts = 0;

/**
 * A service that is asked for nothing, but for what a test changes. Its account is its own, and so are its order
 * references: runs of one account (`paceKey`) pay other payouts, unless they share its `baseUrl`, too.
 */
export const serviceOf = (changes: Partial<Service> = {}): Service => ({
	...{ paceKey: `account ${++accounts}`, effect: 'payout', baseUrl: `https://${accounts}.example` },
	requestOf: () => ({ url: '' }),
	send: async ({ orderReference }) => await notToBe(`${orderReference} is sent`),
	read: async ({ option }) => await notToBe(`${option.name} is read`),
	wallTime: () => 0,
	...changes,
});

const notToBe = async (what: string) =>
	await Promise.reject(new Error(`${what}, and is not to be`));

/** One at a time, and on and on, in an execution of its own; with a clock of its own. */
export const meansOf = (changes: Partial<Means> = {}): Means => ({
	...{ clock: new VirtualClock(), service: serviceOf() },
	memory: new Memory({}, 'createBankPayout', '', 'payout'),
	...{ concurrency: 1, timeoutMs: 60_000, maximumWaitMs: 900_000 },
	...{ agentPayouts: 'refuse', validateOnly: false },
	...{ checksName: new Set<number>(), paysEqual: new Set<number>() },
	...{ checkBalance: false, orderBy: 'DESC', output: 'record', simplify: false },
	whenAlreadySent: 'error',
	stopsRun: () => false,
	...changes,
});

/** Ends a run at the first item that was not accepted. */
export const stopAtFailure: Pick<Speed, 'stopsRun'> = {
	stopsRun: ({ outcome }) => outcome !== 'accepted',
};

export const outcomesOfResults = (results: Result[]) => results.map(({ outcome }) => outcome);

/** How the service answers a look-up of what it does not know, and where it is silent. */
export const NOT_FOUND: ServiceResponse = {
	status: 404,
	body: { message: 'Invalid or missing payout' },
};
export const SILENT: ServiceResponse = { status: 503 };

/** What a service proves that ends a payment so; with a wait, or for its token, it refuses it only for now. */
export const answerOf = (result: Result): SendFact => ({
	is: result.waitMs === undefined && result.httpStatus !== 401 ? 'answered' : 'refusedForNow',
	result,
});

/** Begins to send so many payments to a service without look-ups. */
export const start = async (count: number, send: SendPayment, speed: Speed = {}) => {
	const { account: paceKey, ...means } = speed;
	const service = serviceOf({
		...(paceKey !== undefined && { paceKey }),
		send: async (payment) => answerOf(await send(payment)),
	});
	return await deliver(payments(count), [], meansOf({ service, ...means }));
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
