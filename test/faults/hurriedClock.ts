import type { INodeType } from 'n8n-workflow';
import { systemClock, type Clock } from '../../nodes/CardBankPayments/executor/common/clock';
import { nodeWith } from '../../workbench/engine/hurriedNode';

/** How many times faster the node's time goes. */
const HURRY = 100;

const startedAt = Date.now();

/**
 * A time of the node's own in which not only its waiting is short: what it waits for comes as quickly,
 * so that a service that asks for a second gets ten milliseconds. Timeouts are in real time.
 */
const clock: Clock = {
	...systemClock,
	now: () => startedAt + HURRY * (Date.now() - startedAt),
	sleep: async (ms, signal) => await systemClock.sleep(ms / HURRY, signal),
};

/** The node, with that time; made once, since it keeps nothing from one run to the next. */
export const nodeInAHurry: INodeType = nodeWith(clock);
