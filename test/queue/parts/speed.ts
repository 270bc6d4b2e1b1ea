import assert from 'node:assert/strict';
import { payAll } from '../aftermath';
import { makeBatches, payingService, publishPayer, type QueueTest } from '../trial';

/** What a service on the other side of the internet takes for an answer. */
const delayMs = 200;

/** Executions that load code and data before anything is measured. */
const warmUp = 20;

export const speed: QueueTest = {
	name: 'pays with one, two and three workers',
	isMeasurement: true,
	run: async (trial) => {
		const { cluster, control, sizes } = trial;
		const perSecond: number[] = [];
		for (const workers of [1, 2, 3]) {
			await cluster.scaleTo(workers);
			await control.reset({ ...payingService, delayMs });
			const payer = await publishPayer(trial, `speed-${workers}`);
			await payAll(trial, payer, makeBatches(warmUp, sizes.payouts, `WARM-${workers}`));
			const batches = makeBatches(sizes.speed, sizes.payouts, `SPEED-${workers}`);
			const startedAt = Date.now();
			const answers = await Promise.all(batches.map(payer.pay));
			perSecond.push((1000 * batches.flat().length) / (Date.now() - startedAt));
			assert.ok(answers.every((answer) => answer.length === sizes.payouts));
		}
		const [one = 0, two = 0, three = 0] = perSecond;
		trial.print(
			`payouts/s with 1, 2, 3 workers: ${perSecond.map(Math.round).join(', ')} ` +
				`(1 : ${(two / one).toFixed(2)} : ${(three / one).toFixed(2)}) at ${delayMs} ms`,
		);
	},
};
