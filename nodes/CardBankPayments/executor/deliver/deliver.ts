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
	notSentFor,
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

/** The service is probably down: each further payout would be one more that a person has to look up. */
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

	/** A wrong API key meets one payment, and not five. With a pace, all go one at a time, in their order. */
	private readonly sending = new Gate(() =>
		this.oneHasEnded && !this.pace.isSet ? this.means.concurrency : 1,
	);

	private oneHasEnded = false;
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
		// Somebody clicks twice: the second run waits here, and finds the first row paid. If it began with its second row
		// meanwhile, each run would stop at a row of the other one.
		if (first) await this.pay(first);
		// As many again as may leave: while some are under way, the next ones are asked already.
		await atMost(2 * concurrency, others, async (payment) => await this.pay(payment));
		const results = await this.askLate(recalled);
		return { results, waitedMs: this.waitedMs, hints: [this.asks.hint, used?.hint] };
	}

	get reason(): Verdict | undefined {
		return this.stopVerdict ?? (this.means.cancelSignal?.aborted ? CANCELED : undefined);
	}

	/** The first reason counts. */
	stop(why: Verdict): void {
		this.stopVerdict ??= notSentFor(why);
	}

	/** An earlier attempt has sent this payment: it is asked about, and never sent again in its execution. */
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
	 * In Stop mode, a row of last month stops the run before a row of this month leaves. A limit counts only what is not
	 * paid yet.
	 */
	private get wantsAllAsked(): boolean {
		const { checkBalance, maximumPerDay, stopsRun } = this.means;
		const [first, second] = this.open.values();
		if (!first || !second || !this.asks.mayAsk) return false;
		const isLimited = checkBalance || maximumPerDay !== undefined;
		return isLimited || stopsRun(resultOf(first, alreadySent('')));
	}

	/** A payout that is not known now is asked for again in its turn: another run of this process may pay it meanwhile. */
	private async askAllFirst(): Promise<void> {
		const asks = new Asks(this.means);
		const ended: Array<[Payment, Verdict]> = [];
		let isAnswering = true;
		const ask = async (payment: Payment) => {
			// The service does not answer: the others are asked in their turns.
			if (!isAnswering || this.reason) return;
			const answer = await asks.once(payment);
			const why = whyNotLeaving(answer, this.leftAlone.msOf(payment.orderReference));
			const isBusy = answer.is === 'unclear' && !answer.isFinal;
			if (why && !isBusy) ended.push([payment, why]);
			isAnswering &&= answer.is !== 'noLookUp' && !(answer.is === 'unclear' && answer.isFinal);
		};
		const [first, ...others] = this.open.values();
		if (first) await ask(first);
		await atMost(this.means.concurrency, others, ask);
		// Ended together: else the first row of last month stops the run, and the others are told as not sent.
		for (const [payment, why] of ended) this.end(payment, why);
	}

	private async pay(payment: Payment): Promise<void> {
		const { service } = this.means;
		const one = new OnePayment(payment, this.means, this);
		const { index } = payment;
		await this.inItsTurn(payment, async () => {
			// At one payout a minute, row 60 leaves in an hour: an answer of now would be too old then.
			const isStopped = this.limits.refusalOf(payment) ?? this.reason;
			if (service.effect === 'payout' && !this.pace.isSet && !isStopped) {
				const why = await one.askAhead();
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
				this.oneHasEnded = true;
				memory.note(one.payment, verdict);
				if (wasAccepted(verdict) || isUnknown(verdict)) this.pace.accepted();
				if (isUnknown(verdict)) this.leftAlone.begin(one.payment.orderReference);
			}
			this.end(one.payment, verdict);
		};
		const { isSet, waitMs } = this.pace;
		// With a pace, the runs of an account take turns. One whose Maximum Wait is too short does not queue.
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
		// Verify Bank Account: one bank's rows get a 500, and the rows of other banks can still be read.
		const isAnswered = effect === 'none' && result.httpStatus !== undefined;
		// The service did not tell whether it knows the payout, or the bank whose account it is.
		const wasNotTold = isNotSent(result) && result.cause === 'service';
		// A payout that is left alone was lost in an earlier run, and says nothing of the service now.
		const isLost = isUnknown(result) && result.leftAloneMs === undefined;
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
			// Row 9 was not asked for at all, behind three without an answer: the service may be up again.
			const { at = 0 } = result.lookedUp ?? {};
			const agoMs = clock.wallTime() - new Date(at).getTime();
			const payment = byIndex.get(result.index);
			// Sent by an earlier run: this execution must not remember it as its own.
			const isOurs = isUnknown(result) && result.leftAloneMs === undefined;
			const isDue = payment && isOurs && agoMs >= LATE_MS;
			return isDue ? await this.askAgain(payment, result, late) : result;
		});
	}
}

/** Never throws. @returns the results in no order */
export const deliver = async (payments: Payment[], recalled: Recalled[], means: Means) =>
	await new Delivery(payments, means).deliver(recalled);
