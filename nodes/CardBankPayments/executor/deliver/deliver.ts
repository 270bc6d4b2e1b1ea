import { sending } from '../../sentences/sending';
import { nameOf, resultOf, type Payment, type Result, type Verdict } from '../common/payment';
import { atMost, Gate, inTurn } from '../common/turns';
import { LeftAlone } from '../journal/leftAlone';
import type { Recalled } from '../journal/memory';
import {
	alreadySent,
	isNotSent,
	isOpenUse,
	isUnknown,
	notSent,
	wasAccepted,
} from '../proof/verdicts';
import { CANCELED } from '../service/session';
import { asOurs, asUsed, whyNotLeaving } from './answers';
import { Asks } from './asks';
import { Limits } from './limits';
import type { Means } from './means';
import { OnePayment, type Shared } from './onePayment';
import { paceOf, type Pace } from './pace';

/** What a run has done. */
export interface Delivered {
	results: Result[];
	/** Milliseconds that the service made the run wait. */
	waitedMs: number;
	/** For the builder, on how the service could be asked. */
	hints: Array<string | undefined>;
}

/** After a third payout without a clear response, the next would be one more that somebody has to look up. */
const UNCLEAR_IN_A_ROW = 3;

/** A payout that was unclear so long ago is asked once more at the end of a run: the service may show it then. */
const LATE_MS = 30_000;

/** One run: in which order its payments go, and what stops them. */
class Delivery implements Shared {
	readonly asks: Asks;
	readonly limits: Limits;
	readonly pace: Pace;
	readonly leftAlone: LeftAlone;
	waitedMs = 0;

	private readonly results: Result[] = [];

	/** The payments that have not ended, by their index. */
	private readonly open: Map<number, Payment>;

	/** While some are under way, the next ones are asked already. */
	private readonly asking = new Gate(() => this.means.concurrency);

	/** The first goes alone, so that a wrong setting meets one payment; with a pace, all do, in their order. */
	private readonly sending = new Gate(() =>
		this.firstHasEnded && !this.pace.isSet ? this.means.concurrency : 1,
	);

	private firstHasEnded = false;
	private stopVerdict?: Verdict;
	private unclearInARow = 0;

	constructor(
		private readonly payments: Payment[],
		private readonly means: Means,
	) {
		this.open = new Map(payments.map((payment) => [payment.index, payment]));
		this.asks = new Asks(means);
		this.limits = new Limits(
			means,
			() => [...this.open.values()],
			(result) => this.stopAfter(result),
		);
		this.pace = paceOf(means.service.paceKey, means.clock);
		this.leftAlone = new LeftAlone(means.service.baseUrl, means.clock);
	}

	async deliver(recalled: Recalled[]): Promise<Delivered> {
		const { concurrency, used } = this.means;
		const ofRecalled = new Asks(this.means);
		await atMost(concurrency, recalled, async (one) => {
			const ended = this.reason ? one.result : await this.standingOf(one, ofRecalled);
			this.results.push(ended);
			this.stopAfter(ended);
		});
		if (this.wantsAllAsked) await this.askAllFirst();
		const [first, ...others] = this.open.values();
		// Two runs of the same rows at once: the second waits here, and finds them paid. Had it begun with its second row
		// meanwhile, each run would stop at a row that the other one has paid.
		if (first) await this.pay(first);
		await atMost(2 * concurrency, others, async (payment) => await this.pay(payment));
		const results = await this.askLate(recalled);
		return { results, waitedMs: this.waitedMs, hints: [this.asks.hint, used?.hint] };
	}

	get reason(): Verdict | undefined {
		return this.stopVerdict ?? (this.means.cancelSignal?.aborted ? CANCELED : undefined);
	}

	/** The first reason counts. */
	stop({ cause = 'run', says, nextStep, waitMs }: Verdict): void {
		this.stopVerdict ??= { ...notSent(cause, says, nextStep), waitMs };
	}

	/** How a payment stands that an earlier attempt has sent: it never leaves again in its execution. */
	private async standingOf({ payment, result }: Recalled, asks: Asks): Promise<Result> {
		if (payment === undefined) return result;
		let ended = result;
		await this.inItsTurn(payment, async () => {
			// Another call of an agent's tool may have been sending it, and has ended now.
			const known = { ...result, ...this.means.memory.knownOf(payment) };
			ended = await this.askAgain(payment, known, asks);
		});
		return ended;
	}

	/** Asks the service about a payment that has left, where its end is not clear. */
	private async askAgain(payment: Payment, result: Result, asks: Asks): Promise<Result> {
		let verdict: Verdict;
		if (isUnknown(result)) verdict = asOurs(result, await asks.once(payment));
		else if (isOpenUse(result)) verdict = asUsed(result, await asks.ofUsed(payment));
		else return result;
		this.means.memory.note(payment, verdict);
		return resultOf(payment, verdict);
	}

	/** Runs of this process that pay the same reference wait for each other: the second finds what the first has paid. */
	private async inItsTurn(payment: Payment, task: () => Promise<void>): Promise<void> {
		const { service, cancelSignal } = this.means;
		const key =
			service.effect === 'payout' ? `${service.baseUrl} ${payment.orderReference}` : payment;
		await inTurn(key, task, cancelSignal);
	}

	/**
	 * Where a payout that was made before stops the run, or a sum is compared with a limit, all are asked before the
	 * first leaves: the rows of last month stop it before it pays the new ones.
	 */
	private get wantsAllAsked(): boolean {
		const { checkBalance, maximumPerDay, stopsRun } = this.means;
		const [first, second] = this.open.values();
		if (!first || !second || !this.asks.mayAsk) return false;
		const isLimited = checkBalance || maximumPerDay !== undefined;
		return isLimited || stopsRun(resultOf(first, alreadySent('')));
	}

	/** A payout that is not known now is asked again in its turn: another run of this process may pay it meanwhile. */
	private async askAllFirst(): Promise<void> {
		const asks = new Asks(this.means);
		const ended: Array<[Payment, Verdict]> = [];
		let isAnswering = true;
		const ask = async (payment: Payment) => {
			// The other payments are asked in their turns.
			if (!isAnswering || this.reason) return;
			const answer = await asks.once(payment);
			const why = whyNotLeaving(answer, this.leftAlone.msOf(payment.orderReference));
			const isBusy = answer.is === 'unclear' && !answer.isFinal;
			if (why && !isBusy) ended.push([payment, why]);
			// A wrong key need not be tried by all.
			isAnswering &&= answer.is === 'known' || answer.is === 'notKnown';
		};
		const [first, ...others] = this.open.values();
		if (first) await ask(first);
		await atMost(this.means.concurrency, others, ask);
		// Now, so that each row of last month is told as sent before, and not only the one that stops the run.
		for (const [payment, why] of ended) this.end(payment, why);
	}

	private async pay(payment: Payment): Promise<void> {
		const { service } = this.means;
		const one = new OnePayment(payment, this.means, this);
		const { index } = payment;
		await this.inItsTurn(payment, async () => {
			// With a pace, its turn may come in an hour: it is asked then.
			const isHeld = this.limits.refusalOf(payment) ?? this.reason;
			if (service.effect === 'payout' && !this.pace.isSet && !isHeld) {
				const why = await this.asking.run(index, async () => await one.askAhead());
				if (why) this.end(payment, why);
			}
			if (!this.open.has(index)) return;
			await this.sending.run(index, async () => {
				await this.takeTurn(one);
				while (this.open.has(index)) {
					await this.sending.again(index);
					await this.takeTurn(one);
				}
			});
		});
		if (this.open.has(index)) this.end(payment, CANCELED);
	}

	private async takeTurn(one: OnePayment): Promise<void> {
		const { cancelSignal, maximumWaitMs, memory } = this.means;
		const attempt = async () => {
			const verdict = await one.attempt();
			if (verdict === undefined) return;
			if (one.hasLeft) {
				this.firstHasEnded = true;
				memory.note(one.payment, verdict);
				if (wasAccepted(verdict) || isUnknown(verdict)) this.pace.accepted();
				if (isUnknown(verdict)) this.leftAlone.begin(one.payment.orderReference);
			}
			this.end(one.payment, verdict);
		};
		const { isSet, waitMs } = this.pace;
		// With a pace, the runs of an account take turns. One that may not wait so long is told at once.
		const takesTurns = isSet && waitMs <= maximumWaitMs && !cancelSignal?.aborted;
		if (takesTurns) await inTurn(this.pace, attempt, cancelSignal);
		else await attempt();
	}

	private end(payment: Payment, verdict: Verdict): void {
		const { effect } = this.means.service;
		const result = resultOf(payment, verdict);
		this.open.delete(payment.index);
		this.results.push(result);
		this.limits.ended(payment, result);
		this.stopAfter(result);
		// A bank that is down fails its rows one after the other, and those of other banks can still be read.
		const isAnswered = effect === 'none' && result.httpStatus !== undefined;
		const wasNotTold = isNotSent(result) && result.lookedUp !== undefined;
		// A payout that is left alone was lost in an earlier run, and says nothing of the service now.
		const isLost = isUnknown(result) && result.waitMs === undefined;
		const isUnclear = wasNotTold || (isLost && !isAnswered);
		this.unclearInARow = isUnclear ? this.unclearInARow + 1 : 0;
		if (this.unclearInARow < UNCLEAR_IN_A_ROW) return;
		const what = effect === 'none' ? 'requests' : 'payments';
		this.stop(notSent('service', sending.unclearInARow({ count: UNCLEAR_IN_A_ROW, what })));
	}

	private stopAfter(result: Result): void {
		if (result.endsRun) this.stop(result);
		else if (this.means.stopsRun(result)) {
			this.stop(notSent('run', sending.stoppedBy({ item: nameOf(result) })));
		}
	}

	private async askLate(recalled: Recalled[]): Promise<Result[]> {
		const { clock, concurrency } = this.means;
		const all = [...this.payments, ...recalled.flatMap(({ payment }) => payment ?? [])];
		const byIndex = new Map(all.map((payment) => [payment.index, payment]));
		const late = new Asks(this.means);
		return await atMost(concurrency, this.results, async (result) => {
			const agoMs = clock.wallTime() - Date.parse(result.lookedUp?.at ?? '');
			const payment = byIndex.get(result.index);
			// What an earlier run has left open is none of this execution's memory.
			const isOurs = isUnknown(result) && result.waitMs === undefined;
			const isDue = payment && isOurs && agoMs >= LATE_MS;
			return isDue ? await this.askAgain(payment, result, late) : result;
		});
	}
}

/** Never throws. @returns the results in no order */
export const deliver = async (payments: Payment[], recalled: Recalled[], means: Means) =>
	await new Delivery(payments, means).deliver(recalled);
