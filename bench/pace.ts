import { setTimeout as sleep } from 'node:timers/promises';
import type { OnError } from '../workbench/workflows/workflows';
import { payoutParameters } from './candidates';
import type { Say } from './measure';
import type { PaceRun } from './results';
import type { Rig } from './rig';
import { seconds } from './statistics';

/** One second between two payouts, where the real service has sixty: the waits are as many. */
const paceSeconds = 1;

/** n8n's three ways to go on after an item that fails. */
const errorModes: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

/** The service is in the same building, so that what is measured is our own waiting. */
const latencyMs = 5;

/**
 * Pays one after the other at the service's pace, once in each error mode.
 *
 * @throws {Error} when not every payout was made once and in order
 */
export async function measurePace(rig: Rig, payouts: number, say: Say): Promise<PaceRun[]> {
	const runs: PaceRun[] = [];
	for (const onError of errorModes) {
		// The wait after the last payout of the mode before is not this one's.
		await sleep(2 * paceSeconds * 1000);
		await rig.reset(latencyMs, { paceSeconds });
		const subject = await rig.publish(`pace-${onError}`, { parameters: payoutParameters, onError });
		const milliseconds = await rig.pay(subject, payouts);
		const { requests, payouts: made } = await rig.control.ledger();
		const references = made.map(({ orderReference }) => orderReference);
		if (references.join() !== [...new Set(references)].sort().join()) {
			throw new Error(`${onError}: not once and in order: ${references.join(', ')}`);
		}
		const refused = requests.filter(
			({ operation, status }) => operation === 'createBankPayout' && status === 400,
		).length;
		runs.push({ onError, payouts, milliseconds, refused });
		say(`  ${onError}: ${seconds(milliseconds)}, ${refused} requests refused`);
	}
	return runs;
}

/** Milliseconds that the service itself needs for so many payouts: the first one comes at once. */
export function ownLimitMs(payouts: number): number {
	return (payouts - 1) * paceSeconds * 1000;
}
