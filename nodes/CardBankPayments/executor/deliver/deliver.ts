import { resultOf, type Payment, type Result } from '../common/payment';
import { atMost } from '../common/turns';
import type { Recalled } from '../journal/memory';
import { Attempts, type Sender } from './attempt';
import { withGate } from './pace';
import { reserve } from './reserve';
import { sendAll, type Speed } from './sendAll';

const STOPPED = 'The run stopped at another item. That item may have been sent before';

/** So long after its last look-up, the service may show what it did not show then. */
const LATE_MS = 30_000;

/** A run's payments, and what became of them. */
export interface Delivery {
	results: Result[];
	/** Milliseconds that the run waited because the service asked for it. */
	waitedMs: number;
	/** For the builder, where the guard could not do its part. */
	hint?: string;
}

/** Everything that a run sends with. */
export type Means = Sender & Omit<Speed, 'gate'>;

/**
 * Sends what was never sent before. What the execution's memory knows but cannot vouch for is looked
 * up, then the list answers across executions, and only what neither knows goes to the service. What
 * ends open is looked up once more.
 *
 * @param recalled what the memory knows about other items of this run
 * @returns a result for every payment and for everything recalled, in no order
 */
export async function deliver(
	payments: Payment[],
	recalled: Recalled[],
	means: Means,
): Promise<Delivery> {
	const { service, journal, clock } = means;
	return await withGate(service.account, clock, async (gate) => {
		const delivery = await new Deliveries(payments, recalled, { ...means, gate }).go();
		const hint = await journal.close(payments);
		const results = delivery.results.map((result) => {
			const { outcome, waitMs, orderReference } = result;
			// What was refused for another reason has to be corrected first.
			const mayBeSent = outcome === 'notSent' || waitMs !== undefined;
			const nextStep = mayBeSent ? journal.nextStepFor(orderReference) : undefined;
			return nextStep === undefined ? result : { ...result, nextStep };
		});
		return { ...delivery, results, hint };
	});
}

class Deliveries {
	private readonly attempts: Attempts;

	constructor(
		private readonly payments: Payment[],
		private readonly recalled: Recalled[],
		private readonly means: Sender & Speed,
	) {
		this.attempts = new Attempts(means);
	}

	async go(): Promise<Delivery> {
		const { attempts } = this;
		const { stopsRun, journal, clock, concurrency } = this.means;
		const remembered = await atMost(concurrency, this.recalled, async ({ payment, result }) =>
			payment !== undefined && isOpen(result)
				? await attempts.lookUpAgain(payment, result)
				: result,
		);
		// Before anything is reserved: a run that ends here leaves no traces.
		if (remembered.some(stopsRun)) return unsent(this.payments, STOPPED, remembered);
		let used: Result[];
		try {
			used = await reserve(this.payments, attempts, this.means);
		} catch (error) {
			return unsent(this.payments, (error as Error).message, remembered);
		}
		const isUsed = new Set(used.map(({ index }) => index));
		const fresh = this.payments.filter(({ index }) => !isUsed.has(index));
		const before = [...remembered, ...used];
		if (used.some(stopsRun)) return unsent(fresh, STOPPED, before);
		const sendingSince = clock.wallTime();
		const steps = {
			send: async (payment: Payment) => await attempts.send(payment),
			prepare: async (payment: Payment, wasRefused: boolean) =>
				await this.prepare(payment, wasRefused),
			release: async (waiting: Payment[]) => await journal.release(waiting),
		};
		const { results, waitedMs } = await sendAll(fresh, steps, this.means);
		const all = [...before, ...results];
		return { results: await this.lookUpWhatIsOpen(all, sendingSince), waitedMs };
	}

	/**
	 * Reserves a payment again, right before its turn or at the end of the run.
	 *
	 * @param wasRefused whether it was sent, and refused for its pace
	 * @returns its result, where it need not or must not be sent
	 * @throws where n8n's store does not answer
	 */
	private async prepare(payment: Payment, wasRefused: boolean): Promise<Result | undefined> {
		const [used] = await reserve([payment], this.attempts, this.means);
		if (used !== undefined) return used;
		return wasRefused ? await this.attempts.sentAfterAll(payment) : undefined;
	}

	/** What was never looked up, or long ago: the service may show it now, or be back. */
	private async lookUpWhatIsOpen(results: Result[], sendingSince: number): Promise<Result[]> {
		const { lookUps, clock, concurrency } = this.means;
		const recalled = this.recalled.flatMap(({ payment }) => payment ?? []);
		const payments = new Map([...this.payments, ...recalled].map((one) => [one.index, one]));
		const now = clock.wallTime();
		const isDue = ({ lookedUp }: Result) =>
			lookedUp === undefined || now - Math.max(Date.parse(lookedUp.at), sendingSince) >= LATE_MS;
		lookUps?.beginAnew();
		return await atMost(concurrency, results, async (result) => {
			const payment = payments.get(result.index);
			if (payment === undefined) return result;
			// With its reference reserved: where the service knows it after all, nobody may use it again.
			if (result.waitMs !== undefined) {
				return (await this.prepare(payment, true).catch(() => undefined)) ?? result;
			}
			return isOpen(result) && isDue(result)
				? await this.attempts.lookUpAgain(payment, result)
				: result;
		});
	}
}

/** Whether nobody has seen the service's record of it. */
function isOpen({ outcome, records }: Result): boolean {
	return outcome === 'unknown' || (outcome === 'alreadySent' && records === undefined);
}

function unsent(payments: Payment[], says: string, others: Result[]): Delivery {
	const results = payments.map((payment) => resultOf(payment, 'notSent', says));
	return { results: [...others, ...results], waitedMs: 0 };
}
