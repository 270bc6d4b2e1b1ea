import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Each look stops the process for a garbage collection, so there cannot be too many. */
const lookEveryMs = 1000;

/** What came before the run goes away little by little; by less than this, it is gone. */
const settledBytes = 20_000;
const settleMs = 200;
const mostSettlings = 25;

/** Bytes of all JavaScript objects that are in use at this moment. */
export function liveBytes(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

/** Looks again and again at how much is in use. */
export class LiveHeap {
	private peak = 0;
	private readonly timer = setInterval(() => this.look(), lookEveryMs);

	private constructor(private readonly before: number) {}

	/** Begins when nothing of what came before is left to go away. */
	static async start(): Promise<LiveHeap> {
		let before = liveBytes();
		for (let settling = 0; settling < mostSettlings; settling++) {
			await sleep(settleMs);
			const now = liveBytes();
			const isSettled = before - now < settledBytes;
			before = now;
			if (isSettled) break;
		}
		return new LiveHeap(before);
	}

	/** @returns the most that was in use at once, in bytes above what was at the start */
	stop(): number {
		clearInterval(this.timer);
		this.look();
		return this.peak;
	}

	private look(): void {
		this.peak = Math.max(this.peak, liveBytes() - this.before);
	}
}
