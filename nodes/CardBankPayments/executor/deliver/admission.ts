import type { IDataObject } from 'n8n-workflow';
import { getBalance } from '../../resources/account/getBalance';
import { getMany as getManyPayouts } from '../../resources/payout/getMany';
import { dayBefore, serviceDay } from '../../wire/text';
import { shortOfBalance } from '../check/balance';
import { aboveDayLimit, listedIn } from '../check/dayLimit';
import { resultOf, type Payment, type Result, type Verdict } from '../common/payment';
import { isAccepted, isUnknown, notSentWithout, unknown } from '../proof/verdicts';
import type { Means } from './means';
import type { UnderWay } from './pace';
import type { RunWorld } from './world';

/** Our clock may be on another day, and midnight may come in between. */
const DAYS_TRIED = 3;

const NO_DAY = unknown('the day of the service changed each time that it was read');

/** Why payouts must not go out: all of them, or those of a currency. */
type Why = Verdict | Map<string, Verdict>;

/** How long a reading of the day's list counts: others may pay meanwhile. */
const READ_AGAIN_MS = 1_000;

/**
 * Stops payouts that the balance does not cover or the limit of the day does not allow, where the builder
 * wants that. Both are read right before the first payout leaves, so that they cost nothing where none does. The
 * list of the day is read again before a payout that comes to leave a second or more after it was last asked for.
 * Each list decides about all that the run has still to pay.
 */
export class Admission {
	/** A decision that is under way. */
	private deciding?: Promise<void>;

	/** The payments that the last decision was about and that were not let out since; undefined before the first. */
	private decidedAbout?: Set<Payment>;

	/** When the last list of a day was asked for, and which. */
	private askedAt = -Infinity;
	private day = '';

	/** @param waiting gives what the run has still to pay */
	constructor(
		private readonly means: Means,
		private readonly world: RunWorld,
		private readonly underWay: UnderWay,
		private readonly waiting: () => Payment[],
	) {}

	/**
	 * Nothing leaves before it is decided about, by the last list or, where that is too old, by a new one. What was let
	 * out before needs a new one, whether it was refused or had to wait: others may have paid since. A run without a
	 * limit counts its payouts here, too, for runs that have one. Never throws.
	 */
	async admit(payment: Payment): Promise<void> {
		const joined = this.deciding;
		await joined;
		// Who has waited for a list leaves with whoever asked for it.
		if (!this.world.stopped(payment) && this.isDue(payment, joined !== undefined)) {
			this.deciding ??= this.decide().finally(() => (this.deciding = undefined));
			await this.deciding;
		}
		if (this.world.stopped(payment)) return;
		this.decidedAbout?.delete(payment);
		this.underWay.set(payment, undefined);
	}

	/** @param leftAt when it left last, by the clock of the run, if it did */
	ended(payment: Payment, result: Verdict, leftAt?: number): void {
		const hasMoved = isAccepted(result) || isUnknown(result);
		if (hasMoved) this.underWay.set(payment, this.dayAt(leftAt));
		else this.underWay.delete(payment);
	}

	private isDue(payment: Payment, isFresh: boolean): boolean {
		const { checkBalance, maximumPerDay, clock } = this.means;
		if (maximumPerDay === undefined) return checkBalance && this.decidedAbout === undefined;
		const isOld = !isFresh && clock.now() - this.askedAt >= READ_AGAIN_MS;
		return isOld || this.dayAt() !== this.day || !this.decidedAbout?.has(payment);
	}

	private async decide(): Promise<void> {
		let stopped: Result[];
		try {
			const short = this.decidedAbout === undefined ? await this.stopShortOfBalance() : [];
			stopped = [...short, ...(await this.stopAboveLimit())];
		} catch (error) {
			const why = unknown((error as Error | null)?.message ?? String(error));
			stopped = this.stop(this.decideNow(), notSentWithout('What decides about it', why));
		}
		for (const result of stopped) this.world.stopAfter(result);
	}

	/** What the run has still to pay, which is decided about in this tick. */
	private decideNow(): Payment[] {
		const waiting = this.waiting();
		this.decidedAbout = new Set(waiting);
		return waiting;
	}

	private async stopShortOfBalance(): Promise<Result[]> {
		if (!this.means.checkBalance) return [];
		const result = await this.means.service.read(getBalance);
		const waiting = this.decideNow();
		const why = isAccepted(result)
			? shortOfBalance(waiting, recordsOf(result))
			: notSentWithout('The balance', result);
		return this.stop(waiting, why);
	}

	private async stopAboveLimit(): Promise<Result[]> {
		if (this.means.maximumPerDay === undefined || this.waiting().length === 0) return [];
		const before = new Map(this.underWay);
		const wasRead = this.day !== '';
		const first = await this.listOfToday();
		// One answer that was lost shall not stop a run half-way.
		const list = isAccepted(first) || !wasRead ? first : await this.listOfToday();
		// From here on in one tick: another run counts either all of these or none.
		const waiting = this.decideNow();
		// What was sent after the list was asked for, or is still to be, may be missing in it.
		const underWay = [...this.underWay.keys()].filter((one) => before.get(one) === undefined);
		const above = this.stop(waiting, this.whyAbove(list, waiting, underWay));
		for (const payment of waiting) {
			if (this.world.stopped(payment)) this.underWay.delete(payment);
			else this.underWay.set(payment, undefined);
		}
		return above;
	}

	private whyAbove(list: Verdict, waiting: Payment[], underWay: Payment[]): Why {
		const { maximumPerDay = 0n } = this.means;
		const what = 'The list of what went out today';
		if (!isAccepted(list)) return notSentWithout(what, list);
		const listed = listedIn(recordsOf(list), this.day);
		if (typeof listed === 'string') return notSentWithout(what, unknown(listed));
		const sent = [...this.underWay].flatMap(([payment, day]) => (day === this.day ? payment : []));
		const counted = { ...listed, sent, waiting, underWay };
		return aboveDayLimit(counted, { day: this.day, maximumPerDay });
	}

	/** @returns how those end that must not go out */
	private stop(payments: Payment[], why: Why): Result[] {
		const stopped = payments.flatMap((payment) => {
			const verdict = why instanceof Map ? why.get(String(payment.currency)) : why;
			return verdict ? [resultOf(payment, verdict)] : [];
		});
		this.world.stopThese(stopped);
		return stopped;
	}

	/** The day by the service's clock, of a moment by the clock of the run. */
	private dayAt(moment = this.means.clock.now()): string {
		const { service, clock } = this.means;
		return serviceDay(service.wallTime() - (clock.now() - moment));
	}

	/**
	 * The service says what day it is; where it does not, our clock does. The list begins a day earlier and has
	 * no End Date: the 26th of a service may begin hours after ours, and its End Date may mean where that begins.
	 */
	private async listOfToday(): Promise<Verdict> {
		const { service, clock } = this.means;
		this.askedAt = clock.now();
		for (let tried = 1; ; tried++) {
			const day = (this.day = this.dayAt());
			const query = { startDate: dayBefore(day) };
			const result = await service.read(getManyPayouts, query);
			if (this.dayAt() === day || !isAccepted(result)) return result;
			if (tried === DAYS_TRIED) return { ...result, ...NO_DAY };
		}
	}
}

/** What was read and accepted has records. Where it had none, this run would pay nothing: reading them throws. */
function recordsOf({ records }: Verdict): IDataObject[] {
	return records as IDataObject[];
}
