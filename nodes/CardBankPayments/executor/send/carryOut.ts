import { resultOf, type ItemResult, type Payment } from '../common/payment';
import type { Recalled } from '../idempotency/executionMemory';
import { withGate } from './gates';
import type { OpenSender } from './openSender';
import type { Sent } from './pace';
import { sendPayments } from './sendPayments';

/**
 * Sends at the pace that all runs of this account share.
 *
 * @param recalled what the memory knows about other items of this run
 * @returns a result for every payment and for everything recalled, and what the builder should know.
 *   Never throws: whatever comes in between, the memory knows what was sent
 */
export async function carryOut(
	payments: Payment[],
	recalled: Recalled[],
	sender: OpenSender,
): Promise<Sent & { hint?: string }> {
	const { clock, gateKey, guard } = sender;
	try {
		const sent = await withGate(
			gateKey,
			clock,
			async (gate) => await sendPayments(payments, recalled, { ...sender, gate }),
		);
		const results = sent.results.map((result) => {
			const { outcome, waitMs, orderReference } = result;
			// What was refused for another reason has to be corrected first.
			const isFree = outcome === 'notSent' || waitMs !== undefined;
			const nextStep = isFree ? guard?.nextStepFor(orderReference) : undefined;
			return nextStep === undefined ? result : { ...result, nextStep };
		});
		return { ...sent, results, hint: guard?.hint };
	} catch (error) {
		const says = `The run ended before it: ${(error as Error).message}`;
		return {
			results: fromMemory(payments, recalled, sender, says),
			waitedMs: 0,
			hint: guard?.hint,
		};
	}
}

function fromMemory(
	payments: Payment[],
	recalled: Recalled[],
	{ memory, settlesUnclear }: OpenSender,
	says: string,
): ItemResult[] {
	const known = memory.recall(payments.map((payment) => ({ ...payment, payment })));
	// Theirs is not to be taken for that of an item at the same place.
	const theirs = new Set(recalled.map(({ result }) => result.orderReference));
	return [
		...recalled.map(({ result }) => result),
		...payments.map((payment) => {
			const found = known.get(payment.index)?.result;
			if (found !== undefined && !theirs.has(found.orderReference)) return found;
			// The memory keeps nothing of what may be sent again anyway.
			return resultOf(payment, settlesUnclear ? 'notSent' : 'unknown', says);
		}),
	];
}
