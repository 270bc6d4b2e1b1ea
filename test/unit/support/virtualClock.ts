import type { Clock } from '../../../nodes/CardBankPayments/executor/common/clock';
import { settle } from './settle';

interface Sleeper {
	at: number;
	wake: () => void;
}

/** A clock whose time passes only while everybody sleeps, and then at once. */
export class VirtualClock implements Clock {
	static readonly START = Date.UTC(2026, 10, 21, 12);

	/** What `random` gives. */
	chance = 0;

	private time = VirtualClock.START;

	private sleepers: Sleeper[] = [];

	now(): number {
		return this.time;
	}

	wallTime(): number {
		return this.time;
	}

	/** Milliseconds since the clock was made. */
	get passed(): number {
		return this.time - VirtualClock.START;
	}

	random(): number {
		return this.chance;
	}

	/** Whether somebody waits for a time to come. */
	get isAwaited(): boolean {
		return this.sleepers.length > 0;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (ms <= 0 || signal?.aborted) return;
		await new Promise<void>((wake) => {
			const sleeper = { at: this.time + ms, wake };
			this.sleepers.push(sleeper);
			signal?.addEventListener('abort', () => {
				this.sleepers = this.sleepers.filter((each) => each !== sleeper);
				wake();
			});
		});
	}

	/** Lets time pass until nobody sleeps before it. */
	async advanceTo(passed: number): Promise<void> {
		for (;;) {
			await settle();
			const next = this.next();
			if (next === undefined || next.at > VirtualClock.START + passed) break;
			this.wake(next);
		}
		this.time = Math.max(this.time, VirtualClock.START + passed);
	}

	/** Lets as much time pass as something takes. */
	async until<T>(something: Promise<T>): Promise<T> {
		let ended = false;
		const end = () => (ended = true);
		something.then(end, end);
		for (;;) {
			await settle();
			if (ended) return await something;
			const next = this.next();
			// Otherwise something real is under way, such as the guard's look at its list.
			if (next !== undefined) this.wake(next);
			else await new Promise((resolve) => setTimeout(resolve, 1));
		}
	}

	protected next(): Sleeper | undefined {
		return this.sleepers.reduce<Sleeper | undefined>(
			(first, each) => (first === undefined || each.at < first.at ? each : first),
			undefined,
		);
	}

	protected wake(sleeper: Sleeper): void {
		this.time = Math.max(this.time, sleeper.at);
		this.sleepers = this.sleepers.filter((each) => each !== sleeper);
		sleeper.wake();
	}
}
