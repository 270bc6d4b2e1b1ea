import { untilAborted, type Clock } from '../common/clock';
import { waitAfter } from '../service/patience';

/** Nobody keeps a longer pace: that long after our own last payment, somebody else has paid. */
const LONGEST_PACE_MS = 900_000;

/**
 * The pace that the service keeps for one operation of one account, as far as this process knows it.
 * All runs that share an account share a gate, since the service counts them together.
 *
 * A gate is open until the service refuses a request for its pace. From then on payments pass one at
 * a time, in the order of coming.
 */
export class Gate {
	/** Until when the service wants to be left alone. */
	private refusedUntil = 0;

	private lastAcceptedAt = 0;

	/** Milliseconds from one accepted payment to the next, once the service has shown it. */
	private paceMs?: number;

	/** Accepted payments since the last wait. After several, the service keeps a quota and no pace. */
	private acceptances = 0;

	private lastInLine: Promise<void> = Promise.resolve();

	/** Runs that share it now. */
	runs = 0;

	constructor(private readonly clock: Clock) {}

	/** Whether payments pass one at a time. */
	get isPaced(): boolean {
		return this.refusedUntil > 0;
	}

	/** Milliseconds that the service has asked for. */
	get refusedMs(): number {
		return Math.max(0, this.refusedUntil - this.clock.now());
	}

	/** Milliseconds until something may pass. */
	get waitMs(): number {
		const paceMs = this.paceMs ?? -Infinity;
		return Math.max(this.refusedMs, this.lastAcceptedAt + paceMs - this.clock.now());
	}

	/**
	 * Does something while nobody else of this process passes.
	 *
	 * @returns undefined where the signal came first
	 */
	async inTurn<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
		const before = this.lastInLine;
		let end = () => {};
		this.lastInLine = new Promise((resolve) => (end = resolve));
		try {
			await untilAborted(before, signal);
			return signal?.aborted ? undefined : await task();
		} finally {
			// Who leaves the line early hands its turn on when it comes.
			void before.then(end);
		}
	}

	/**
	 * The service refused a payment for its pace.
	 *
	 * @param namedMs how long it wants to be left alone, in milliseconds; 0 where it named no time
	 * @param times how often it has refused the same payment, this time included
	 * @returns how long the payment waits now, in milliseconds
	 */
	refused(namedMs: number, times: number): number {
		const isOpen = this.waitMs === 0;
		const waitMs = waitAfter(namedMs, times, this.clock);
		const until = this.clock.now() + waitMs;
		this.refusedUntil = Math.max(this.refusedUntil, until);
		// What it names is only what remains of its pace, which began with the last payment. A request that
		// was under way when the gate closed shows nothing, nor does one after several: a quota is used up.
		const paceMs = until - this.lastAcceptedAt;
		if (isOpen && this.acceptances === 1 && paceMs <= LONGEST_PACE_MS) this.paceMs = paceMs;
		return waitMs;
	}

	/** The service accepted a payment. */
	accepted(): void {
		// What was on its way when the service asked to wait belongs to those before.
		const isAfterWait = this.lastAcceptedAt < this.refusedUntil && this.refusedMs === 0;
		this.acceptances = isAfterWait ? 1 : this.acceptances + 1;
		this.lastAcceptedAt = this.clock.now();
	}

	/** The service may have taken a payment, nobody knows when: no pace is measured across it. */
	unclear(): void {
		this.acceptances = Infinity;
	}
}

/** The gates of this process, by account and operation. */
const gates = new Map<string, Gate>();

/**
 * Lets a run share the gate of its account and operation. The pace is known for as long as a run
 * uses it, and a wait until it is over.
 *
 * @param key names account and operation
 */
export async function withGate<T>(
	key: string,
	clock: Clock,
	run: (gate: Gate) => Promise<T>,
): Promise<T> {
	for (const [other, { runs, waitMs }] of gates) {
		if (runs === 0 && waitMs === 0) gates.delete(other);
	}
	const gate = gates.get(key) ?? new Gate(clock);
	gates.set(key, gate);
	gate.runs++;
	try {
		return await run(gate);
	} finally {
		gate.runs--;
		// What one payment was told for hours need not hold for all that come later.
		if (gate.runs === 0 && gate.waitMs > LONGEST_PACE_MS) gates.delete(key);
	}
}
