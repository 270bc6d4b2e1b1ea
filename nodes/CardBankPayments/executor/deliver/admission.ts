import { getBalance } from '../../resources/account/getBalance';
import { getMany as getManyPayouts } from '../../resources/payout/getMany';
import { dayBefore, serviceDay } from '../../wire/text';
import { shortOfBalance } from '../check/balance';
import { aboveDayLimit, paidIn } from '../check/dayLimit';
import { resultOf, type Payment, type Result, type Verdict } from '../common/payment';
import { isAccepted, isUnknown, notSentWithout, unknown } from '../proof/verdicts';
import type { Means } from './means';
import type { UnderWay } from './underWay';

/** Our clock may be on another day, and midnight may come in between. */
const DAYS_TRIED = 3;

const NO_DAY = unknown('the day of the service changed each time that it was read');

/** How long a reading of the day's list counts: others may pay meanwhile. */
const READ_AGAIN_MS = 1_000;

/**
 * Keeps payouts in that the balance does not cover or the limit of the day does not allow, where the builder
 * wants that. Both are read right before the first payout leaves, so that they cost nothing where none does;
 * the list of the day again for one that leaves later than a second after it was asked for. Each list decides
 * about all that the run has still to pay.
 */
export class Admission {
	private isFirst = true;

	/** When the last list of a day was asked for, and which. */
	private askedAt = -Infinity;
	private day = '';

	/** By how much the service's clock is ahead of ours. */
	private aheadMs = 0;

	/** What has left on this day, or may have. */
	private readonly sent = new Set<Payment>();

	constructor(
		private readonly means: Means,
		private readonly underWay: UnderWay,
	) {}

	/**
	 * Whether a payout that leaves now needs another {@link refuse}.
	 *
	 * @param leftAt when it left before and was refused for now, if it was: others may have paid since
	 */
	isDue(leftAt = -Infinity): boolean {
		const { checkBalance, maximumPerDay, clock } = this.means;
		if (maximumPerDay === undefined) return checkBalance && this.isFirst;
		const isOld = clock.now() - this.askedAt >= READ_AGAIN_MS || this.askedAt <= leftAt;
		return isOld || this.today !== this.day;
	}

	/**
	 * Never throws.
	 *
	 * @param waiting gives what the run has still to pay
	 * @returns results for those that must not go out
	 */
	async refuse(waiting: () => Payment[]): Promise<Result[]> {
		try {
			const short = await this.refuseForBalance(waiting);
			const isShort = new Set(short.map(({ index }) => index));
			const rest = () => waiting().filter(({ index }) => !isShort.has(index));
			return [...short, ...(await this.refuseForDay(rest))];
		} catch (error) {
			const why = unknown((error as Error | null)?.message ?? String(error));
			return refusedFor(notSentWithout('What decides about it', why), waiting());
		}
	}

	/** A payout leaves, whether or not there is a limit: runs that have one count it. */
	leaves(payment: Payment): void {
		this.sent.add(payment);
		this.underWay.add(payment);
	}

	/** The run has ended before these. */
	letGo(payments: Payment[]): void {
		for (const payment of payments) this.underWay.end(payment, false);
	}

	ended(payment: Payment, result: Verdict): void {
		const hasMoved = isAccepted(result) || isUnknown(result);
		if (!hasMoved) this.sent.delete(payment);
		this.underWay.end(payment, hasMoved);
	}

	private async refuseForBalance(waiting: () => Payment[]): Promise<Result[]> {
		const isDue = this.means.checkBalance && this.isFirst;
		this.isFirst = false;
		if (!isDue) return [];
		const { result } = await this.means.service.read(getBalance);
		if (isAccepted(result)) {
			return refusedBy(shortOfBalance(waiting(), result.records ?? []), waiting());
		}
		return refusedFor(notSentWithout('The balance', result), waiting());
	}

	private async refuseForDay(waiting: () => Payment[]): Promise<Result[]> {
		if (this.means.maximumPerDay === undefined || waiting().length === 0) return [];
		return await this.underWay.beside(async (unlisted) => {
			const wasRead = this.day !== '';
			const first = await this.listOfToday();
			// One answer that was lost shall not stop a run half-way.
			const list = isAccepted(first) || !wasRead ? first : await this.listOfToday();
			// From here on in one tick: another run counts either all of these or none.
			const refused = this.refuseByList(list, waiting(), unlisted);
			const isRefused = new Set(refused.map(({ index }) => index));
			for (const payment of waiting()) {
				if (isRefused.has(payment.index)) this.underWay.end(payment, false);
				else this.underWay.add(payment);
			}
			return refused;
		});
	}

	private refuseByList(list: Verdict, waiting: Payment[], underWay: Iterable<Payment>): Result[] {
		const { maximumPerDay = 0n } = this.means;
		const what = 'The list of what was paid out today';
		if (!isAccepted(list)) return refusedFor(notSentWithout(what, list), waiting);
		const paid = paidIn(list.records ?? [], this.day);
		if ('unreadable' in paid) {
			return refusedFor(notSentWithout(what, unknown(paid.unreadable)), waiting);
		}
		const isWaiting = new Set(waiting);
		const sent = [...this.sent].filter((payment) => !isWaiting.has(payment));
		const asked = [...this.sent, ...this.underWay.made];
		const counted = { paid, asked, sent, waiting, underWay };
		return refusedBy(aboveDayLimit(counted, { day: this.day, maximumPerDay }), waiting);
	}

	/** By the service's clock, as far as it has told the time. */
	private get today(): string {
		return serviceDay(this.means.clock.wallTime() + this.aheadMs);
	}

	/**
	 * The service says what day it is; where it does not, our clock does. The list begins a day earlier and has
	 * no end: at the service, a day may begin later, and an End Date end it where it begins.
	 */
	private async listOfToday(): Promise<Verdict> {
		const { service, clock } = this.means;
		this.askedAt = clock.now();
		for (let tried = 1; ; tried++) {
			if (this.today !== this.day) this.sent.clear();
			const day = (this.day = this.today);
			const query = { startDate: dayBefore(day) };
			const { result, at = clock.wallTime() } = await service.read(getManyPayouts, query);
			this.aheadMs = at - clock.wallTime();
			if (this.today === day || !isAccepted(result)) return result;
			if (tried === DAYS_TRIED) return { ...result, ...NO_DAY };
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
