import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Clock } from '../../../nodes/CardBankPayments/executor/common/clock';

/** Lets everything happen that can happen without a timer. */
export const settle = async (): Promise<void> => await setImmediate();

/** A clock whose time passes only while everybody sleeps, and then at once. */
export class VirtualClock implements Clock {
	static readonly START = Date.UTC(2026, 10, 21, 12);

	/** What `random` gives. */
	chance = 0;

	private time = VirtualClock.START;

	/** The next one first. */
	private sleepers: Array<{ at: number; wake: () => void }> = [];

	readonly now = () => this.time;

	readonly wallTime = () => this.time;

	readonly random = () => this.chance;

	/** Milliseconds since the clock was made. */
	get passed(): number {
		return this.time - VirtualClock.START;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (ms <= 0 || signal?.aborted) return;
		await new Promise<void>((wake) => {
			const sleeper = { at: this.time + ms, wake };
			this.sleepers = [...this.sleepers, sleeper].sort((one, other) => one.at - other.at);
			signal?.addEventListener('abort', () => {
				this.sleepers = this.sleepers.filter((each) => each !== sleeper);
				wake();
			});
		});
	}

	/** Lets time pass until nobody sleeps before it. */
	async advanceTo(passed: number): Promise<void> {
		for (await settle(); this.nextIn <= passed; await settle()) this.wakeNext();
		this.time = Math.max(this.time, VirtualClock.START + passed);
	}

	/** Lets as much time pass as something takes. */
	async until<T>(something: Promise<T>): Promise<T> {
		let ended = false;
		const end = () => (ended = true);
		something.then(end, end);
		for (await settle(); !ended; await settle()) {
			// Otherwise something real is under way, such as the guard's look at its list.
			if (this.nextIn < Infinity) this.wakeNext();
			else await setTimeout(1);
		}
		return await something;
	}

	/** Milliseconds from the clock's start to the next one's time. */
	private get nextIn(): number {
		return (this.sleepers[0]?.at ?? Infinity) - VirtualClock.START;
	}

	private wakeNext(): void {
		const next = this.sleepers.shift();
		this.time = Math.max(this.time, next?.at ?? 0);
		next?.wake();
	}
}
