import { setTimeout as sleep } from 'node:timers/promises';
import { errorModes } from '../workbench/workflows/workflows';
import { benchmarkParameters } from './candidates';
import type { Say } from './measure';
import type { PaceRun } from './results';
import type { Harness } from './harness';
import { seconds } from './statistics';

/** One second between two payouts, where the real service has sixty: the waits are as many. */
const paceSeconds = 1;

/** The service is in the same building, so that what is measured is our own waiting. */
const latencyMs = 5;

/**
 * Pays one after the other at the service's pace, once in each error mode.
 *
 * @throws {Error} when not every payout was made once and in order
 */
export async function measurePace(harness: Harness, payouts: number, say: Say): Promise<PaceRun[]> {
	const runs: PaceRun[] = [];
	for (const onError of errorModes) {
		// The wait after the last payout of the mode before is not this one's.
		await sleep(2 * paceSeconds * 1000);
		await harness.reset(latencyMs, { paceSeconds });
		const subject = await harness.publish(`pace-${onError}`, {
			parameters: benchmarkParameters,
			onError,
		});
		const milliseconds = await harness.pay(subject, payouts);
		const { requests, payouts: made } = await harness.control.ledger();
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
