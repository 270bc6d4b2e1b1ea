import type { Payment, Result } from '../common/payment';
import { atMost } from '../common/turns';
import type { Recalled } from '../journal/memory';
import { drive } from './drive';
import type { Means } from './means';
import { withGate } from './pace';
import { Pool } from './pool';
import { reopened, resultAt } from './steps';
import { Ending, RunWorld } from './world';

/** After this time a look-up is repeated at the end of a run: the service may show more. */
const LATE_MS = 30_000;

/** What a run has done. */
export interface Delivered {
	/** Of all payments, in no order. */
	results: Result[];
	/** Milliseconds that the service made the run wait. */
	waitedMs: number;
	/** What the builder should know of the list of used references. */
	hint?: string;
}

/**
 * Sends what neither memory nor list knows. Unclear payments are looked up: those of earlier attempts
 * first, and what ends unclear once more at the end. Never throws.
 */
export async function deliver(
	payments: Payment[],
	recalled: Recalled[],
	means: Means,
): Promise<Delivered> {
	const { journal, concurrency, clock, service, stopsRun } = means;
	const ending = new Ending();
	const world = new RunWorld(means, ending);
	/** Looks up what is still open about a payment that is not sent (again). */
	const lookUpAgain = async (payment: Payment, result: Result, by: RunWorld) => {
		const wasSent = journal.memory.wasSent(payment.orderReference);
		return resultAt(await drive(payment, reopened(result, wasSent), by));
	};
	const remembered = await atMost(concurrency, recalled, async ({ payment, result }) =>
		payment === undefined ? result : await lookUpAgain(payment, result, world),
	);
	const used: Result[] = [];
	try {
		// A run that stops before anything is reserved leaves no traces.
		if (!remembered.some(stopsRun)) await reserveAll(payments, used, means, world);
		const stopped = [...remembered, ...used].find(stopsRun);
		if (stopped) ending.stopAt(stopped);
	} catch (error) {
		ending.end({ cause: 'settings', says: (error as Error).message });
	}
	const wasStopped = ending.isReached;
	const isUsed = new Set(used.map(({ index }) => index));
	const fresh = payments.filter(({ index }) => !isUsed.has(index));
	const sendingSince = clock.wallTime();
	const { results: sent, waitedMs } = await withGate(
		service.paceKey,
		clock,
		async (gate) => await new Pool(fresh, world, ending, gate, means).run(),
	);
	const endedAt = clock.wallTime();
	const isDue = ({ lookedUp }: Result) => {
		// Where the run was kept from sending, what was not looked up need not be.
		if (lookedUp === undefined) return !wasStopped;
		return endedAt - Math.max(Date.parse(lookedUp.at), sendingSince) >= LATE_MS;
	};
	const all = [...payments, ...recalled.flatMap(({ payment }) => payment ?? [])];
	const byIndex = new Map(all.map((payment) => [payment.index, payment]));
	// A silent service may be back by now.
	const late = new RunWorld(means, ending);
	const results = await atMost(concurrency, [...remembered, ...used, ...sent], async (result) => {
		const payment = byIndex.get(result.index);
		return payment && isDue(result) ? await lookUpAgain(payment, result, late) : result;
	});
	return { results, waitedMs, hint: await journal.close(all) };
}

/**
 * Reserves all payments that nobody has used. Used ones are looked up while nothing is reserved: they
 * may end this run.
 *
 * @param results takes those of used ones; unless one stops the run, the others are reserved
 * @throws where n8n's store does not answer
 */
async function reserveAll(
	payments: Payment[],
	results: Result[],
	means: Means,
	world: RunWorld,
): Promise<void> {
	const { journal, concurrency, stopsRun } = means;
	const taken = await journal.reserve(payments);
	const isUsed = ({ orderReference }: Payment) => taken.has(orderReference);
	const [first, ...others] = payments.filter(isUsed);
	if (first === undefined) return;
	const lookUp = async (payment: Payment) => {
		const { result } = world.taken(payment);
		return resultAt(await drive(payment, { at: 'used', result }, world));
	};
	const firstResult = await lookUp(first);
	// Where the first one stops the run, the others need no look-up.
	const looked = stopsRun(firstResult)
		? others.map((payment) => world.taken(payment).result)
		: await atMost(concurrency, others, lookUp);
	results.push(firstResult, ...looked);
	if (results.some(stopsRun)) return;
	await reserveAll(
		payments.filter((payment) => !isUsed(payment)),
		results,
		means,
		world,
	);
}
