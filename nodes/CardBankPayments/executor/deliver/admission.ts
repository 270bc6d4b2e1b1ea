import { getBalance } from '../../resources/account/getBalance';
import { getMany as getManyPayouts } from '../../resources/payout/getMany';
import { serviceDay } from '../../wire/text';
import { shortOfBalance } from '../check/balance';
import { aboveDayLimit, paidIn } from '../check/dayLimit';
import { resultOf, type Payment, type Result } from '../common/payment';
import { isAccepted, notSentWithout, unknown, type Verdict } from '../proof/verdicts';
import type { Means } from './means';

/** Our clock may be on another day, and midnight may come in between. */
const DAYS_TRIED = 3;

const NO_DAY = unknown('the day of the service changed each time that it was read');

/** The payouts of a run when one of them is about to leave. */
export interface Payouts {
	/** Those that have not left, the one itself among them. */
	waiting: Payment[];
	/** Those that have. */
	sent: Payment[];
}

/**
 * Keeps payouts in that the balance does not cover or the limit of the day does not allow, where the builder
 * wants that. Both are read right before the first payout leaves, so that they cost nothing where none does;
 * the list of the day again for each one that had to wait, since others may have paid meanwhile.
 */
export class Admission {
	private isFirst = true;

	constructor(private readonly means: Means) {}

	/** @param hasWaited whether a payout leaves later than it could have with the first one */
	isDue(hasWaited: boolean): boolean {
		const { checkBalance, maximumPerDay } = this.means;
		return maximumPerDay === undefined ? checkBalance && this.isFirst : this.isFirst || hasWaited;
	}

	/**
	 * Never throws.
	 *
	 * @returns results for those that must not go out
	 */
	async refuse(payout: Payment, payouts: Payouts): Promise<Result[]> {
		try {
			return await this.refuseByReading(payout, payouts);
		} catch (error) {
			const why = unknown((error as Error | null)?.message ?? String(error));
			return refusedFor(notSentWithout('What decides about it', why), payouts.waiting);
		}
	}

	private async refuseByReading(payout: Payment, { waiting, sent }: Payouts): Promise<Result[]> {
		if (!this.isFirst) return await this.refuseForDay([...sent, payout], waiting);
		this.isFirst = false;
		const short = this.means.checkBalance ? await this.refuseForBalance(waiting) : [];
		const isShort = new Set(short.map(({ index }) => index));
		const rest = waiting.filter(({ index }) => !isShort.has(index));
		return [...short, ...(await this.refuseForDay(rest, rest))];
	}

	private async refuseForBalance(payments: Payment[]): Promise<Result[]> {
		const { result } = await this.means.service.read(getBalance);
		if (isAccepted(result)) {
			return refusedBy(shortOfBalance(payments, result.records ?? []), payments);
		}
		return refusedFor(notSentWithout('The balance', result), payments);
	}

	private async refuseForDay(counted: Payment[], waiting: Payment[]): Promise<Result[]> {
		const { maximumPerDay } = this.means;
		if (maximumPerDay === undefined || waiting.length === 0) return [];
		const { result, day } = await this.listOfToday();
		const list = 'The list of what was paid out today';
		if (!isAccepted(result)) return refusedFor(notSentWithout(list, result), waiting);
		const paid = paidIn(result.records ?? []);
		if ('unreadable' in paid) {
			return refusedFor(notSentWithout(list, unknown(paid.unreadable)), waiting);
		}
		return refusedBy(aboveDayLimit(counted, paid, { day, maximumPerDay }), waiting);
	}

	/** The service says what day it is; where it does not, our clock does. */
	private async listOfToday(): Promise<{ result: Verdict; day: string }> {
		const { service, clock } = this.means;
		let day = serviceDay(clock.wallTime());
		for (let tried = 1; ; tried++) {
			const query = { startDate: day, endDate: day };
			const { result, at = clock.wallTime() } = await service.read(getManyPayouts, query);
			const today = serviceDay(at);
			if (today === day || !isAccepted(result)) return { result, day };
			if (tried === DAYS_TRIED) return { result: { ...result, ...NO_DAY }, day };
			day = today;
		}
	}
}

function refusedBy(byCurrency: Map<string, Verdict>, payments: Payment[]): Result[] {
	return payments.flatMap((payment) => {
		const verdict = byCurrency.get(String(payment.currency));
		return verdict ? [resultOf(payment, verdict)] : [];
	});
}

function refusedFor(verdict: Verdict, payments: Payment[]): Result[] {
	return payments.map((payment) => resultOf(payment, verdict));
}
