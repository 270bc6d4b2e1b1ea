import { resultOf, type Payment, type Result } from '../common/payment';
import { atMost } from '../common/turns';
import type { Recalled } from '../journal/memory';
import { settle } from './drive';
import type { Means } from './means';
import { withPace } from './pace';
import { Pool, type Delivered } from './pool';
import { reopened } from './steps';
import { RunWorld } from './world';

/** What was looked up so long ago is looked up once more at the end of a run: the service may show more. */
const LATE_MS = 30_000;

/**
 * Sends what neither memory nor list knows. Unclear payments are looked up: those of earlier attempts
 * first, and what ends unclear once more at the end. Never throws.
 *
 * @returns the results in no order
 */
export async function deliver(
	payments: Payment[],
	recalled: Recalled[],
	means: Means,
): Promise<Delivered> {
	const { journal, concurrency, clock, service } = means;
	const world = new RunWorld(means);
	/** Looks up what is still open about a payment that is not sent (again). */
	const lookUpAgain = async (payment: Payment | undefined, result: Result, by: RunWorld) => {
		const open = payment && reopened(result, journal.memory.wasSent(payment));
		if (!open) return result;
		return { ...(await settle(payment, open, by)), insteadOf: result.insteadOf };
	};
	const remembered = await atMost(
		concurrency,
		recalled,
		async ({ payment, result }) => await lookUpAgain(payment, result, world),
	);
	for (const result of remembered) world.stopAfter(result);
	// Where one of these has stopped the run, nothing is reserved.
	const { free, used } = await reserveAll(payments, means, world);
	const wasStopped = world.hasStopped;
	const sendingSince = clock.wallTime();
	const { results: sent, waitedMs } = await withPace(
		service.paceKey,
		clock,
		async (pace) => await new Pool(free, world, pace, means).run(),
	);
	const endedAt = clock.wallTime();
	const isDue = ({ lookedUp }: Result) => {
		// A run that was stopped before it sent anything looks nothing up late.
		if (lookedUp === undefined) return !wasStopped;
		return endedAt - Math.max(Date.parse(lookedUp.at), sendingSince) >= LATE_MS;
	};
	const all = [...payments, ...recalled.flatMap(({ payment }) => payment ?? [])];
	const byIndex = new Map(all.map((payment) => [payment.index, payment]));
	// Counts anew how often the service was silent: it may be back by now.
	const late = new RunWorld(means);
	const results = await atMost(concurrency, [...remembered, ...used, ...sent], async (result) => {
		const payment = byIndex.get(result.index);
		return isDue(result) ? await lookUpAgain(payment, result, late) : result;
	});
	return { results, waitedMs, hint: await journal.close(all) };
}

/**
 * Reserves all payments whose order references are free, or stops the run. Used ones are looked up while nothing
 * is reserved: they may stop the run. Never throws.
 *
 * @returns the free payments, and the results of the others
 */
async function reserveAll(
	payments: Payment[],
	means: Means,
	world: RunWorld,
): Promise<{ free: Payment[]; used: Result[] }> {
	const { journal, concurrency } = means;
	const used: Result[] = [];
	let free = payments;
	const lookUp = async (payment: Payment) => {
		const { result } = world.taken(payment);
		// Where another one has stopped the run, this one needs no look-up.
		const ended = world.hasStopped
			? resultOf(payment, result)
			: await settle(payment, { at: 'used', result }, world);
		world.stopAfter(ended);
		used.push(ended);
	};
	try {
		while (!world.hasStopped) {
			const taken = await journal.reserve(free);
			const isUsed = ({ orderReference }: Payment) => taken.has(orderReference);
			const [first, ...others] = free.filter(isUsed);
			if (first === undefined) break;
			await lookUp(first);
			await atMost(concurrency, others, lookUp);
			free = free.filter((payment) => !isUsed(payment));
		}
	} catch (error) {
		world.stopFor(error);
	}
	return { free, used };
}
