import { nameOf, type Payment, type Result, type Verdict } from '../common/payment';
import { PAUSES_MS } from '../common/waits';
import { alreadySent, notSent } from '../proof/verdicts';
import type { SendFact } from '../proof/judge';
import { CANCELED } from '../service/session';
import { LookUps } from './lookUps';
import type { Means } from './means';
import { type At, type FactOf, type LookUpFact, type LookUpStep, type Step } from './steps';

const USED_BEFORE = 'This order reference was used before';
const SENT_MEANWHILE =
	'Another call in this execution has sent this order reference, or is sending it';

/** What a run does with its payments at n8n and at the service. */
export class RunWorld {
	private readonly lookUps: LookUps;

	/** Why single payments are not sent, by their index. */
	private readonly unsent = new Map<number, Verdict>();

	/** How those end that are not sent any more. */
	private stopVerdict?: Verdict;

	constructor(private readonly means: Means) {
		this.lookUps = new LookUps(means);
	}

	/** Nothing is sent any more. The first reason counts. */
	stop({ cause = 'run', says, nextStep }: Pick<Verdict, 'cause' | 'says' | 'nextStep'>): void {
		this.stopVerdict = this.verdict ?? notSent(cause, says, nextStep);
	}

	/** Stops the run where n8n's store does not do its part. */
	stopFor(error: unknown): void {
		this.stop({ cause: 'settings', says: (error as Error).message });
	}

	/** Stops the run where nothing is to be sent after this result. */
	stopAfter(result: Result): void {
		if (result.endsRun) this.stop(result);
		else if (this.means.stopsRun(result)) {
			this.stop({ cause: 'run', says: `${nameOf(result)} stopped the run` });
		}
	}

	get hasStopped(): boolean {
		return this.verdict !== undefined;
	}

	private get verdict(): Verdict | undefined {
		const isCanceled = this.means.cancelSignal?.aborted;
		return this.stopVerdict ?? (isCanceled ? CANCELED : undefined);
	}

	/** Stops single payments, each for a reason of its own. */
	stopThese(results: Result[]): void {
		for (const result of results) this.unsent.set(result.index, result);
	}

	/** How a payment ends that is never sent, once the run sends nothing more. */
	stopped({ index }: Payment): FactOf<'stopped'> | undefined {
		const result = this.unsent.get(index) ?? this.verdict;
		return result && { is: 'stopped', result };
	}

	/** Reserves its order reference, where this run has not done so before. */
	async reserve(
		payment: Payment,
		{ timesTaken = 0 }: At<'free'>,
	): Promise<FactOf<'reserved' | 'taken' | 'stopped'>> {
		const { journal, clock, cancelSignal } = this.means;
		const pauseMs = PAUSES_MS[timesTaken - 1];
		if (pauseMs !== undefined) await clock.sleep(pauseMs, cancelSignal);
		try {
			const used = await journal.reserve([payment]);
			return used.size === 0 ? { is: 'reserved' } : this.taken(payment);
		} catch (error) {
			this.stopFor(error);
			return this.stopped(payment) as FactOf<'stopped'>;
		}
	}

	async lookUp(
		payment: Payment,
		step: LookUpStep,
	): Promise<LookUpFact | FactOf<'taken' | 'postponed'>> {
		const fact = await this.lookUps.make(payment, step);
		// Another call of a tool is sending it, or has sent it by now: what the service shows is that call's.
		const { memory } = this.means.journal;
		const isAnothers = step.at === 'held' && !step.final && memory.wasSent(payment);
		return isAnothers ? this.taken(payment) : fact;
	}

	/** Tests and sets in one tick: a pause between would let two calls of a tool through. */
	claim(payment: Payment): FactOf<'claimed' | 'taken'> {
		const { journal, clock } = this.means;
		const isClaimed = journal.memory.claim(payment, clock.wallTime());
		return isClaimed ? { is: 'claimed' } : this.taken(payment);
	}

	async send(payment: Payment): Promise<SendFact> {
		const { service, journal } = this.means;
		const sentAt = journal.memory.sentSince(payment.orderReference);
		const answer = await service.send(payment, sentAt);
		// The other payments get only the reason of the stop.
		if (answer.is === 'stopped') this.stop(answer.result);
		return answer;
	}

	/** Keeps in the memory of this execution where a payment stands that has left. */
	note(payment: Payment, step: Step): void {
		const { memory } = this.means.journal;
		if (step.at === 'free') memory.note(payment);
		// While it is looked up, it may have been paid.
		else if (step.at === 'unclear' || step.at === 'ended') memory.note(payment, step.result);
	}

	/** Somebody else has used the order reference. */
	taken(payment: Payment): FactOf<'taken'> {
		const { memory } = this.means.journal;
		const says = memory.wasSent(payment) ? SENT_MEANWHILE : USED_BEFORE;
		return { is: 'taken', result: alreadySent(says) };
	}
}
