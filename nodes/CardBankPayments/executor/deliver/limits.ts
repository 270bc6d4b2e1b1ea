import { getBalance } from '../../resources/account/getBalance';
import { getMany as getManyPayouts } from '../../resources/payout/getMany';
import { sending } from '../../sentences/sending';
import { dayBefore, serviceDay } from '../../wire/text';
import { shortOfBalance } from '../check/balance';
import { aboveDayLimit, type LetOut } from '../check/dayLimit';
import { resultOf, type Payment, type Result, type Verdict } from '../common/payment';
import { isAccepted, isUnknown, notSentWithout, unknown, wasAccepted } from '../proof/verdicts';
import type { Means } from './means';

/**
 * By account, what the runs of this process that have a limit let out: two that read the service's list in the same
 * second would otherwise each pay a whole day's limit.
 */
const ledgers = new Map<string, LetOut>();

/** _Check Balance First_ and _Maximum per Day_: read once in a run, right before its first payout leaves. */
export class Limits {
	private decision?: Promise<void>;

	/** Why payouts must not go out, by their currency: all of them, or none. */
	private readonly refused = new Map<string, Verdict>();

	private readonly ledger: LetOut;

	/** The order references that this run has entered there. */
	private readonly own = new Set<string>();

	/**
	 * @param open gives what the run has still to pay
	 * @param stopAfter is called for each that must not go out: in Stop mode, dollars stop where shillings are short
	 */
	constructor(
		private readonly means: Means,
		private readonly open: () => Payment[],
		private readonly stopAfter: (result: Result) => void,
	) {
		const { paceKey } = means.service;
		this.ledger = ledgers.get(paceKey) ?? new Map<string, never>();
		ledgers.set(paceKey, this.ledger);
	}

	/** Never throws. */
	async admit(payment: Payment): Promise<Verdict | undefined> {
		await (this.decision ??= this.decide());
		return this.refusalOf(payment);
	}

	/** As it was decided; undefined before. */
	refusalOf({ currency }: Payment): Verdict | undefined {
		return this.refused.get(String(currency));
	}

	/** A payout that was not made frees its amount for the other runs of the day. */
	ended({ orderReference }: Payment, result: Result): void {
		const isOurs = wasAccepted(result) || isUnknown(result);
		const entry = this.own.has(orderReference) ? this.ledger.get(orderReference) : undefined;
		if (!entry) return;
		if (isOurs) entry.day = serviceDay(this.means.service.wallTime());
		else this.ledger.delete(orderReference);
	}

	private async decide(): Promise<void> {
		const { checkBalance, maximumPerDay } = this.means;
		try {
			if (checkBalance) await this.checkBalance();
			if (maximumPerDay !== undefined) await this.checkDay(maximumPerDay);
		} catch (error) {
			this.refuseAll(notSentWithout(sending.needed.limits, unknown((error as Error).message)));
		}
		for (const payment of this.open()) {
			const why = this.refusalOf(payment);
			if (why) this.stopAfter(resultOf(payment, why));
		}
	}

	private async checkBalance(): Promise<void> {
		const read = await this.means.service.read(getBalance);
		if (!isAccepted(read)) return this.refuseAll(notSentWithout(sending.needed.balance, read));
		const short = shortOfBalance(this.open(), read.records ?? []);
		for (const [currency, why] of short) this.refused.set(currency, why);
	}

	private async checkDay(maximumPerDay: bigint): Promise<void> {
		const { service } = this.means;
		// A day too early: a service may reckon the days of its filters in another time zone.
		const readFrom = async (today: string) =>
			await service.read(getManyPayouts, { startDate: dayBefore(today) });
		const expected = serviceDay(service.wallTime());
		let read = await readFrom(expected);
		// Our clock shows tomorrow already, and the service's response today: its list is read again, for its day.
		if (serviceDay(service.wallTime()) < expected) {
			read = await readFrom(serviceDay(service.wallTime()));
		}
		const what = sending.needed.today;
		if (!isAccepted(read)) return this.refuseAll(notSentWithout(what, read));
		// Nothing waits below: another run must not count half of these.
		const day = serviceDay(service.wallTime());
		const waiting = this.open().filter((payment) => !this.refusalOf(payment));
		const above = aboveDayLimit(read.records ?? [], this.ledger, waiting, { day, maximumPerDay });
		if (typeof above === 'string') return this.refuseAll(notSentWithout(what, unknown(above)));
		for (const [currency, why] of above) this.refused.set(currency, why);
		for (const payment of waiting) {
			const { orderReference, currency, cents = 0n } = payment;
			if (this.refusalOf(payment) || this.ledger.has(orderReference)) continue;
			this.ledger.set(orderReference, { currency: String(currency), cents });
			this.own.add(orderReference);
		}
	}

	private refuseAll(why: Verdict): void {
		for (const { currency } of this.open()) this.refused.set(String(currency), why);
	}
}
