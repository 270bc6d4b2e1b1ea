import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node.js';
import { systemClock, type Clock } from '../../nodes/CardBankPayments/executor/common/clock';
import { runOperation } from '../../nodes/CardBankPayments/executor/run/run';

/** How many times faster the node's own waiting goes. */
const HURRY = 100;

/**
 * The real time with shorter waits: a look-up after ten seconds comes after a tenth of that. The
 * service still counts in real time.
 */
export const hurriedClock: Clock = {
	...systemClock,
	sleep: async (ms, signal) => await systemClock.sleep(ms / HURRY, signal),
};

/** A time that passes only while the node waits, and then at once. */
export class WaitingClock implements Clock {
	/** How long each wait was, in milliseconds. */
	readonly waits: number[] = [];

	private time = Date.now();

	now(): number {
		return this.time;
	}

	wallTime(): number {
		return this.time;
	}

	random(): number {
		return systemClock.random();
	}

	async sleep(ms: number): Promise<void> {
		if (ms <= 0) return;
		this.waits.push(ms);
		const end = this.time + ms;
		await Promise.resolve();
		this.time = Math.max(this.time, end);
	}
}

/** The node as it is, with a clock by which its waits are short. */
export const hurriedNode = (): INodeType => nodeWith(hurriedClock);

/** The node as it is, with another clock. */
export function nodeWith(clock: Clock): INodeType {
	return Object.assign(new CardBankPayments(), {
		async execute(this: IExecuteFunctions) {
			return await runOperation(this, clock);
		},
	});
}
