import { responses } from '../../sentences/responses';
import { sending } from '../../sentences/sending';
import { equalInEarlierCall } from '../check/equalPayouts';
import type { Payment, Verdict } from '../common/payment';
import { inSeconds, runAgainIn } from '../common/waits';
import type { SendFact } from '../proof/judge';
import type { LeftAlone } from '../journal/leftAlone';
import { otherHolder } from './accountName';
import {
	alreadySent,
	isOpenUse,
	isUnknown,
	movedNothing,
	notSent,
	unknown,
} from '../proof/verdicts';
import { waitAfter } from '../service/waiting';
import { afterRefusal, asOurs, asUsed, madeBefore, stoppedAt, whyNotLeaving } from './answers';
import type { Answer, Asks } from './asks';
import type { Limits } from './limits';
import type { Means } from './means';
import type { Pace } from './pace';

/** What the payments of a run share. */
export interface Shared {
	asks: Asks;
	limits: Limits;
	pace: Pace;
	leftAlone: LeftAlone;
	/** Why nothing is sent any more. */
	readonly reason: Verdict | undefined;
	stop(why: Verdict): void;
	/** Milliseconds that the service made the run wait. */
	waitedMs: number;
}

/** After so long, the service is asked again: somebody may have paid by hand, or another n8n. */
const FRESH_MS = 5_000;

const ofOurList = (says: string): Verdict => ({ ...alreadySent(says), isInOurList: true });

/**
 * Asks, sends, asks. Before a payout first leaves, the service is asked for it: a payout that the service knows then was
 * paid before, by whomever. After an unclear response the service is asked again: a payout that it knows now is ours,
 * since it did not know it a moment ago. A payout leaves once more only after a refusal for now, if it is still not known.
 */
export class OnePayment {
	private asked?: Answer;
	private askedAt = 0;

	private isOnItsWay = false;

	/** What the service said, where it was refused for now. */
	private refused?: Verdict;
	private timesRefused = 0;

	/** Milliseconds of all its waits together, the present one included. */
	private waitsMs = 0;

	constructor(
		readonly payment: Payment,
		private readonly means: Means,
		private readonly run: Shared,
	) {}

	/** Whether it has ever left, so that what became of it is remembered. */
	get hasLeft(): boolean {
		return this.isOnItsWay || this.refused !== undefined;
	}

	/** Asks before its turn comes. @returns how it ends without leaving; undefined where its turn decides */
	async askAhead(): Promise<Verdict | undefined> {
		return whyNotLeaving(await this.ask(), this.run.leftAlone.msOf(this.payment.orderReference));
	}

	/** Never throws. @returns how it ended; undefined where its turn is to come once more */
	async attempt(): Promise<Verdict | undefined> {
		try {
			return await this.askAndSend();
		} catch (error) {
			const { message } = error as Error;
			if (this.isOnItsWay) return unknown(responses.mayHaveLeft({ why: message }));
			// Only n8n's list of used order references throws: without it, nothing more leaves.
			const stopped = { ...notSent('settings', message), endsRun: true };
			return this.refused ? stoppedAt(this.refused, stopped) : stopped;
		}
	}

	private async askAndSend(): Promise<Verdict | undefined> {
		const { payment, run } = this;
		const { memory, service } = this.means;
		await this.waitForPace();
		const held = run.limits.refusalOf(payment) ?? run.reason;
		if (held) return await this.endHeld(held);
		const why =
			(await run.limits.admit(payment)) ??
			(await this.whyNot()) ??
			(this.refused ? undefined : await otherHolder(payment, this.means)) ??
			// The bank took 20 seconds to tell the name: somebody may have paid meanwhile.
			(this.isFresh ? undefined : await this.whyNot());
		if (why) return why;
		// During the question, another row may have stopped the run, or met "try later".
		if (run.reason) return await this.endHeld(run.reason);
		if (run.pace.waitMs > 0) return undefined;
		const { asked } = this;
		const list = asked?.is === 'noLookUp' ? this.means.used : undefined;
		if (asked && list && !(await list.take(payment.orderReference))) {
			return { ...madeBefore(asked), isInOurList: true };
		}
		// An agent pays one bill under two references at once: nothing waits from here to the send, so that the second call
		// sees the first.
		const equal = equalInEarlierCall(payment, memory, this.means);
		if (equal) {
			await list?.giveBack(payment.orderReference);
			return equal;
		}
		memory.leaves(payment);
		this.isOnItsWay = true;
		const fact = await service.send(payment);
		if (movedNothing(fact.result)) await list?.giveBack(payment.orderReference);
		return await this.judged(fact);
	}

	/** @returns how it ends without leaving (again); undefined where it may leave, as far as the service says */
	private async whyNot(): Promise<Verdict | undefined> {
		const { payment, refused } = this;
		const { service, memory } = this.means;
		if (service.effect !== 'payout') return undefined;
		if (memory.wasSent(payment)) {
			return asUsed(ofOurList(sending.sentMeanwhile), await this.run.asks.ofUsed(payment));
		}
		const answer = this.asked && this.isFresh && !refused ? this.asked : await this.ask();
		if (refused === undefined)
			return whyNotLeaving(answer, this.run.leftAlone.msOf(this.payment.orderReference));
		this.refused = { ...refused, lookedUp: answer.lookedUp };
		return afterRefusal(refused, answer);
	}

	private get isFresh(): boolean {
		return this.means.clock.now() - this.askedAt <= FRESH_MS;
	}

	private async ask(): Promise<Answer> {
		const { payment, run } = this;
		const isLeftAlone = run.leftAlone.msOf(payment.orderReference) > 0;
		this.asked = await (isLeftAlone ? run.asks.once(payment) : run.asks.beforeLeaving(payment));
		this.askedAt = this.means.clock.now();
		return this.asked;
	}

	private async judged({ is, result }: SendFact): Promise<Verdict | undefined> {
		const { payment, refused } = this;
		const { asks } = this.run;
		switch (is) {
			case 'stopped':
				// Other rows read only why the run stopped; this one also reads its "try later".
				this.run.stop(result);
				return refused ? stoppedAt(refused, result) : result;
			case 'refusedForNow':
				this.waitAfter(result);
				return undefined;
			case 'mayBePaid': {
				// Somebody else may have been faster.
				const answer = await asks.ofUsed(payment);
				if (answer.is === 'known') return madeBefore(answer);
				return afterRefusal(result, answer) ?? { ...result, lookedUp: answer.lookedUp };
			}
			case 'answered':
				// A 409: somebody else was faster.
				if (isOpenUse(result)) return asUsed(result, await asks.ofUsed(payment));
				return isUnknown(result) ? asOurs(result, await asks.afterLeaving(payment)) : result;
		}
	}

	private waitAfter(refused: Verdict): void {
		const { clock, memory } = this.means;
		memory.note(this.payment, refused);
		this.isOnItsWay = false;
		this.refused = refused;
		const { waitMs: namedMs } = refused;
		// After a refused token there is no wait: it leaves again at once, with a new one.
		if (namedMs === undefined) return;
		const waitMs = waitAfter(namedMs, ++this.timesRefused, clock);
		this.waitsMs += waitMs;
		this.run.pace.refused(waitMs, namedMs);
	}

	/** The service may have paid although it said "try later": it is asked before the payment is told as refused. */
	private async endHeld(held: Verdict): Promise<Verdict> {
		const { refused, payment } = this;
		if (refused === undefined) return held;
		const answer = await this.run.asks.once(payment);
		const asked = { ...refused, lookedUp: answer.lookedUp ?? refused.lookedUp };
		return afterRefusal(asked, answer) ?? stoppedAt(asked, held);
	}

	private async waitForPace(): Promise<void> {
		const { clock, cancelSignal, maximumWaitMs } = this.means;
		const { run } = this;
		for (;;) {
			const { waitMs } = run.pace;
			if (Math.max(waitMs, this.waitsMs) > maximumWaitMs) run.stop(this.waitsTooLong(waitMs));
			if (run.reason || waitMs <= 0) return;
			const begunAt = clock.now();
			await clock.sleep(waitMs, cancelSignal);
			run.waitedMs += clock.now() - begunAt;
		}
	}

	/** Where the service named no time, the message must not say that it asks to wait 32 seconds: that number is ours. */
	private waitsTooLong(paceMs: number): Verdict {
		const namedMs = this.refused?.waitMs;
		const askedMs = namedMs === 0 ? 0 : Math.max(paceMs, namedMs ?? 0);
		// Sixteen waits of 60 s are more than Maximum Wait of 900 s, though each is short.
		const isTooLong = askedMs > this.means.maximumWaitMs;
		const says = isTooLong ? sending.waitTooLong({ wait: inSeconds(askedMs) }) : sending.waitOver;
		return notSent('service', says, runAgainIn(askedMs));
	}
}
