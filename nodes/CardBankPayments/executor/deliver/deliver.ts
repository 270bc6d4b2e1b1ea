import type { Payment, Result } from '../common/payment';
import { atMost } from '../common/turns';
import type { Recalled } from '../journal/memory';
import { Attempts } from './attempt';
import type { Means } from './means';
import { withGate } from './pace';
import { Sending } from './sending';

const STOPPED = 'The run stopped at another item. That item may have been sent before';

/** After this time a look-up is repeated at the end of a run: the service may show more. */
const LATE_MS = 30_000;

/**
 * Sends what neither memory nor list knows. Unclear payments are looked up: those of earlier attempts
 * first, and what ends unclear once more at the end.
 *
 * @returns results for all, in no order; the milliseconds that the service made the run wait; a hint
 */
export async function deliver(payments: Payment[], recalled: Recalled[], means: Means) {
	const { journal, concurrency, clock, service, stopsRun } = means;
	const attempts = new Attempts(means);
	const remembered = await atMost(concurrency, recalled, async ({ payment, result }) =>
		payment === undefined ? result : await attempts.lookUp(payment, result),
	);
	const used: Result[] = [];
	let stopReason: string | undefined;
	try {
		// A run that stops before anything is reserved leaves no traces.
		if (!remembered.some(stopsRun)) await attempts.reserve(payments, used);
		if ([...remembered, ...used].some(stopsRun)) stopReason = STOPPED;
	} catch (error) {
		stopReason = (error as Error).message;
	}
	const isUsed = new Set(used.map(({ index }) => index));
	const fresh = payments.filter(({ index }) => !isUsed.has(index));
	const sendingSince = clock.wallTime();
	const { results: sent, waitedMs } = await withGate(
		service.account,
		clock,
		async (gate) => await new Sending(fresh, attempts, gate, means, stopReason).go(),
	);
	const endedAt = clock.wallTime();
	const isDue = ({ lookedUp }: Result) => {
		// Where the run was kept from sending, what was not looked up need not be.
		if (lookedUp === undefined) return stopReason === undefined;
		return endedAt - Math.max(Date.parse(lookedUp.at), sendingSince) >= LATE_MS;
	};
	const all = [...payments, ...recalled.flatMap(({ payment }) => payment ?? [])];
	const byIndex = new Map(all.map((payment) => [payment.index, payment]));
	// A silent service may be back by now.
	const late = new Attempts(means);
	const ended = [...remembered, ...used, ...sent];
	const results = await atMost(concurrency, ended, async (result) => {
		const payment = byIndex.get(result.index);
		if (payment === undefined) return result;
		if (result.waitMs === undefined) {
			return isDue(result) ? await late.lookUp(payment, result) : result;
		}
		// Reserved first, so that it stays used where the service knows the payment after all.
		return (await late.prepare(payment, result).catch(() => undefined)) ?? result;
	});
	return { results, waitedMs, hint: await journal.close() };
}
