import type { IHttpRequestOptions } from 'n8n-workflow';
import { nameOf, resultOf, type Payment, type Result } from '../common/payment';
import { alreadySent, invalid, notSent } from '../proof/verdicts';
import type { World } from './drive';
import { LookUps } from './lookUp';
import type { Means } from './means';
import { UNCLEAR_AFTER_MS, type At, type Known } from './steps';

const USED_BEFORE = 'This order reference was used before';
const SENT_MEANWHILE =
	'Another call in this execution has sent this order reference, or is sending it';

/** Why a run sends nothing more, or not these payments; the first reason counts. */
export class Ending {
	private readonly refused = new Map<number, Result>();

	private reason?: Pick<Result, 'cause' | 'says' | 'nextStep'>;

	end(reason: Pick<Result, 'cause' | 'says' | 'nextStep'>): void {
		this.reason ??= reason;
	}

	/** Nothing is sent after this result. */
	stopAt(result: Result): void {
		this.end({ cause: 'run', says: `${nameOf(result)} stopped the run` });
	}

	/** Keeps single payments in, each for a reason of its own. */
	refuse(results: Result[]): void {
		for (const result of results) this.refused.set(result.index, result);
	}

	isRefused({ index }: Payment): boolean {
		return this.refused.has(index);
	}

	get isReached(): boolean {
		return this.reason !== undefined;
	}

	/** The result of a payment that is never sent; undefined while it may be. */
	unsent(payment: Payment): Result | undefined {
		const refused = this.refused.get(payment.index);
		if (refused !== undefined || this.reason === undefined) return refused;
		const { cause = 'run', says, nextStep } = this.reason;
		return resultOf(payment, { ...notSent(cause, says), nextStep });
	}
}

/** What a run does with its payments at n8n and at the service. */
export class RunWorld implements World {
	private readonly lookUps: LookUps;

	constructor(
		private readonly means: Means,
		private readonly ending: Ending,
	) {
		this.lookUps = new LookUps(means);
	}

	stopped(payment: Payment): Result | undefined {
		return this.ending.unsent(payment);
	}

	async reserve(
		payment: Payment,
		{ timesTaken = 0 }: At<'free'>,
	): Promise<Known<'reserved' | 'taken' | 'stopped'>> {
		const { journal, clock, cancelSignal } = this.means;
		const [from = 0, until = 0] = [0, ...UNCLEAR_AFTER_MS].slice(Math.max(0, timesTaken - 1));
		if (timesTaken > 0) await clock.sleep(until - from, cancelSignal);
		try {
			const used = await journal.reserve([payment]);
			return used.size === 0 ? { is: 'reserved' } : this.taken(payment);
		} catch (error) {
			this.ending.end({ cause: 'settings', says: (error as Error).message });
			return { is: 'stopped', unsent: this.ending.unsent(payment) as Result };
		}
	}

	async ask(payment: Payment, step: At<'held' | 'unclear' | 'used'>) {
		// Another call of a tool sends it at this moment: what the service shows is that call's.
		if (step.at === 'held' && this.isSent(payment) && !step.final) return this.taken(payment);
		return await this.lookUps.ask(payment, step);
	}

	claim(payment: Payment): Known<'claimed' | 'taken'> {
		const { journal, clock } = this.means;
		return journal.memory.claim(payment, clock.wallTime())
			? { is: 'claimed' }
			: this.taken(payment);
	}

	async send(payment: Payment) {
		const { service } = this.means;
		let request: IHttpRequestOptions;
		try {
			request = service.requestOf(payment);
		} catch (error) {
			// E.g. where the credential has no path for look-ups.
			const result = resultOf(payment, invalid((error as Error).message, 'settings'));
			return { is: 'notLeft', result } as const;
		}
		return await service.send(payment, request);
	}

	note(payment: Payment, step: Parameters<World['note']>[1]): void {
		const { memory } = this.means.journal;
		if (step.at === 'free') memory.note(payment);
		// While it is asked about, it may have been paid.
		else if (step.at === 'unclear') memory.note(payment, step.result);
		else if (step.at === 'ended' && step.hasLeft) memory.note(payment, step.result);
	}

	/** The fact that somebody else has used the order reference. */
	taken(payment: Payment): Known<'taken'> {
		const says = this.isSent(payment) ? SENT_MEANWHILE : USED_BEFORE;
		return { is: 'taken', result: resultOf(payment, alreadySent(says)) };
	}

	private isSent({ orderReference }: Payment): boolean {
		return this.means.journal.memory.wasSent(orderReference);
	}
}
