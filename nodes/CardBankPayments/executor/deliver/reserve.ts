import type { Payment, Result } from '../common/payment';
import { atMost } from '../common/turns';
import type { Attempts, Sender } from './attempt';
import { UNCLEAR_AFTER_MS, type LookedUpResult } from './lookUp';
import type { Speed } from './sendAll';

/** What reserving needs. */
type Reserving = Pick<Sender, 'journal'> &
	Pick<Speed, 'clock' | 'concurrency' | 'cancelSignal' | 'stopsRun'>;

/**
 * Reserves the references of payments. What somebody else has used is looked up; what the service does
 * not know is tried again, at the times of a look-up: another run may only be passing, since one that
 * sends nothing releases what it reserved.
 *
 * While it looks up or waits, a run holds nothing of them: it may send nothing in the end, and others wait.
 *
 * @returns the results of those that stay used; the others are ours, unless one of these stops the run
 * @throws where n8n's store does not answer
 */
export async function reserve(
	payments: Payment[],
	attempts: Attempts,
	{ journal, clock, concurrency, cancelSignal, stopsRun }: Reserving,
): Promise<Result[]> {
	const begunAt = clock.now();
	const times = [...UNCLEAR_AFTER_MS];
	const looked = new Map<Payment, LookedUpResult>();
	const mayPass = (one: Payment) => looked.get(one)?.answer === 'notKnown';
	const resultsOf = (some: Payment[]) => some.flatMap((one) => looked.get(one)?.result ?? []);
	const lookUp = async (some: Payment[], patience?: { at: number[] }) =>
		await atMost(concurrency, some, async (one) => {
			looked.set(one, await attempts.usedBefore(one, patience));
		});

	let open = payments;
	const stay: Payment[] = [];
	for (;;) {
		const known = await journal.reserve(open);
		const used = open.filter(({ orderReference }) => known.has(orderReference));
		if (used.length === 0) return resultsOf(stay);
		const [first, ...others] = used.filter((one) => !looked.has(one));
		if (first !== undefined) {
			await lookUp([first]);
			// Where it stops the run, nobody sees what the service would say of the others.
			const isOver = !mayPass(first) && resultsOf([first]).some(stopsRun);
			await lookUp(others, isOver ? { at: [] } : undefined);
		}
		const mayWait = used.some(mayPass) && !cancelSignal?.aborted;
		const afterMs = mayWait ? times.shift() : undefined;
		const settled = new Set(used.filter((one) => afterMs === undefined || !mayPass(one)));
		if (resultsOf([...settled]).some(stopsRun)) return resultsOf([...stay, ...used]);
		stay.push(...settled);
		open = open.filter((one) => !settled.has(one));
		if (afterMs !== undefined) await clock.sleep(begunAt + afterMs - clock.now(), cancelSignal);
	}
}
