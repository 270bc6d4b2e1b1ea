import { equalInEarlierCall } from '../check/equalPayouts';
import type { Payment, Verdict } from '../common/payment';
import { inSeconds, runAgainIn } from '../common/waits';
import type { SendFact } from '../proof/judge';
import { alreadySent, isUnknown, notSent, unknown } from '../proof/verdicts';
import { waitAfter } from '../service/waiting';
import { otherHolder } from './accountName';
import {
	afterRefusal,
	asOurs,
	asUsed,
	isOpenUse,
	madeBefore,
	stoppedAt,
	USED_BEFORE,
} from './answers';
import type { Answer, Asks } from './asks';
import type { Limits } from './limits';
import type { Means } from './means';
import type { Pace } from './pace';

/** What the payments of a run share. */
export interface Shared {
	asks: Asks;
	limits: Limits;
	pace: Pace;
	/** Why nothing is sent any more. */
	readonly reason: Verdict | undefined;
	stop(why: Verdict): void;
	/** Milliseconds that the service made the run wait. */
	waitedMs: number;
}

/** An older answer counts no more: meanwhile, somebody may have paid by hand, or another n8n. */
const FRESH_MS = 5_000;

const SENT_MEANWHILE =
	'Another call in this execution has sent this order reference, or is sending it';

/**
 * Asks, sends, asks. Before a payout first leaves, the service is asked for it: what is known then was paid before, by
 * whomever. After an answer that is not clear it is asked again: what is known then is ours, since it was not known a
 * moment ago. It leaves once more only after a refusal for now, and if it is still not known.
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

	/** Ahead of its turn. @returns how it ends, where it was made before */
	async askAhead(): Promise<Verdict | undefined> {
		this.asked = await this.run.asks.beforeLeaving(this.payment);
		this.askedAt = this.means.clock.now();
		return this.asked.is === 'known' ? madeBefore(this.asked) : undefined;
	}

	/** Never throws. @returns how it ended; undefined where its turn is to come once more */
	async attempt(): Promise<Verdict | undefined> {
		try {
			return await this.askAndSend();
		} catch (error) {
			const { message } = error as Error;
			if (this.hasLeft) return unknown(`The request may have left: ${message}`);
			// Only n8n's list of used references throws: without it, nothing more leaves.
			return { ...notSent('settings', message), endsRun: true };
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
			(this.refused ? undefined : await otherHolder(payment, this.means));
		if (why) return why;
		// While it was asked, another may have stopped the run, or have been refused for the pace.
		if (run.reason) return await this.endHeld(run.reason);
		if (run.pace.waitMs > 0) return undefined;
		memory.leaves(payment);
		this.isOnItsWay = true;
		return await this.judged(await service.send(payment));
	}

	/** @returns how it ends without leaving (again); undefined where it may leave */
	private async whyNot(): Promise<Verdict | undefined> {
		const { payment, refused, asked } = this;
		const { memory, used, clock } = this.means;
		const { asks } = this.run;
		if (refused) {
			const answer = await asks.beforeLeaving(payment);
			this.refused = { ...refused, lookedUp: answer.lookedUp };
			return afterRefusal(refused, answer);
		}
		if (memory.wasSent(payment)) {
			return asUsed(alreadySent(SENT_MEANWHILE), await asks.ofUsed(payment));
		}
		const equal = equalInEarlierCall(payment, memory, this.means);
		if (equal || used === undefined) return equal;
		const isFresh = asked && clock.now() - this.askedAt <= FRESH_MS;
		const answer = isFresh ? asked : await asks.beforeLeaving(payment);
		switch (answer.is) {
			case 'known':
				return madeBefore(answer);
			case 'notKnown':
				return undefined;
			case 'noLookUp':
				if (await used.take(payment.orderReference)) return undefined;
				// Where it was not asked, it may still be wanted.
				return asUsed(
					alreadySent(USED_BEFORE),
					answer.lookedUp ? answer : await asks.ofUsed(payment),
				);
			case 'unclear':
				return { ...answer.verdict, lookedUp: answer.lookedUp };
		}
	}

	private async judged({ is, result }: SendFact): Promise<Verdict | undefined> {
		const { payment, refused } = this;
		const { asks } = this.run;
		switch (is) {
			case 'stopped':
				return refused ? stoppedAt(refused, result) : result;
			case 'refusedForNow':
			case 'postponed':
				this.waitAfter(result, is === 'refusedForNow');
				return undefined;
			case 'doubted': {
				// E.g. a 400 that speaks of the reference: somebody else may have been faster.
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

	private waitAfter(refused: Verdict, isPace: boolean): void {
		const { clock, memory } = this.means;
		memory.note(this.payment, refused);
		this.isOnItsWay = false;
		this.refused = refused;
		const { waitMs: namedMs } = refused;
		// A token that was refused has no pace.
		if (namedMs === undefined) return;
		const waitMs = waitAfter(namedMs, ++this.timesRefused, clock);
		this.refused = { ...refused, waitMs: namedMs || waitMs };
		this.waitsMs += waitMs;
		this.run.pace.refused(waitMs, isPace ? namedMs : 0);
	}

	/** Refused for now, and then the run was stopped: that refusal may hide a payment. */
	private async endHeld(held: Verdict): Promise<Verdict> {
		const { refused, payment } = this;
		if (refused === undefined) return held;
		const answer = await this.run.asks.once(payment);
		const asked = { ...refused, lookedUp: answer.lookedUp ?? refused.lookedUp };
		return afterRefusal(asked, answer) ?? stoppedAt(asked, held);
	}

	private async waitForPace(): Promise<void> {
		const { clock, cancelSignal, maximumWaitMs } = this.means;
		const { run, timesRefused } = this;
		for (;;) {
			const { waitMs } = run.pace;
			if (Math.max(waitMs, this.waitsMs) > maximumWaitMs) {
				const askedMs = Math.max(waitMs, this.refused?.waitMs ?? 0);
				const tried = timesRefused > 1 ? `. It was tried ${timesRefused} times` : '';
				const says = `The service asks to wait ${inSeconds(askedMs)}, longer than Maximum Wait allows${tried}`;
				run.stop(notSent('service', says, runAgainIn(askedMs)));
			}
			if (run.reason || waitMs <= 0) return;
			const begunAt = clock.now();
			await clock.sleep(waitMs, cancelSignal);
			run.waitedMs += clock.now() - begunAt;
		}
	}
}
