import { untilAborted, type Clock } from '../common/clock';
import { oneAtATime } from '../common/turns';
import { waitAfter } from '../service/waiting';

/** A longer time since our last payment is no pace: somebody else has paid in between. */
const LONGEST_PACE_MS = 900_000;

/**
 * The pace that the service keeps for one operation of one account, which counts all its runs together.
 * Payments pass freely until the service refuses one for its pace, and from then on one at a time.
 */
export class Gate {
	private refusedUntil = 0;

	private lastAcceptedAt = 0;

	/** Milliseconds from one accepted payment to the next, once the service has shown it. */
	private paceMs?: number;

	/** Accepted payments since the last wait. After several, the service keeps a quota and no pace. */
	private acceptances = 0;

	runs = 0;

	constructor(private readonly clock: Clock) {}

	get isPaced(): boolean {
		return this.refusedUntil > 0;
	}

	/** Milliseconds that are left of what the service has asked for. */
	get refusedMs(): number {
		return Math.max(0, this.refusedUntil - this.clock.now());
	}

	/** Milliseconds until the next payment may pass. */
	get waitMs(): number {
		const paceMs = this.paceMs ?? -Infinity;
		return Math.max(this.refusedMs, this.lastAcceptedAt + paceMs - this.clock.now());
	}

	/** Runs tasks of this gate one at a time; one whose signal comes first is not run. */
	async inTurn(task: () => Promise<void>, signal?: AbortSignal): Promise<void> {
		let running: Promise<void> | undefined;
		const turn = oneAtATime(this, async () => {
			if (!signal?.aborted) await (running = task());
		}).catch(() => undefined);
		await untilAborted(turn, signal);
		await running;
	}

	/** The service refused a payment for its pace; parameters and result are those of `waitAfter`. */
	refused(namedMs: number, times: number): number {
		const isOpen = this.waitMs === 0;
		const waitMs = waitAfter(namedMs, times, this.clock);
		const until = this.clock.now() + waitMs;
		this.refusedUntil = Math.max(this.refusedUntil, until);
		// The service names the rest of a pace that began with the last payment. Only a refusal after
		// exactly one acceptance shows a pace: after several, a quota is used up.
		const paceMs = until - this.lastAcceptedAt;
		// Another process paid in between: taken for the pace, it would only ever grow.
		const isAnothers = waitMs === namedMs && paceMs >= 1.5 * (this.paceMs ?? Infinity);
		const isShown = isOpen && this.acceptances === 1 && !isAnothers;
		if (isShown && paceMs <= LONGEST_PACE_MS) this.paceMs = paceMs;
		return waitMs;
	}

	/** The service accepted a payment, or may have: then at an unknown time, which shows no pace. */
	accepted(isClear = true): void {
		// A payment that was under way when the service asked to wait counts among those before.
		const isAfterWait = this.lastAcceptedAt < this.refusedUntil && this.refusedMs === 0;
		const acceptances = isAfterWait ? 1 : this.acceptances + 1;
		this.acceptances = isClear ? acceptances : Infinity;
		this.lastAcceptedAt = this.clock.now();
	}
}

const gates = new Map<string, Gate>();

/** Lets a run share the gate of its account and operation, while somebody uses it or has to wait. */
export async function withGate<T>(
	key: string,
	clock: Clock,
	run: (gate: Gate) => Promise<T>,
): Promise<T> {
	const known = gates.get(key) ?? new Gate(clock);
	// A wait of hours was named for one payment, and need not hold for later ones.
	const isWaiting = known.waitMs > 0 && known.waitMs <= LONGEST_PACE_MS;
	const gate = known.runs > 0 || isWaiting ? known : new Gate(clock);
	gates.set(key, gate);
	gate.runs++;
	return await run(gate).finally(() => gate.runs--);
}
