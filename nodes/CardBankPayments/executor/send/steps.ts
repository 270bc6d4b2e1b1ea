import type { IHttpRequestOptions } from 'n8n-workflow';
import { resultOf, type ItemResult, type Payment } from '../common/payment';
import { readReply } from '../http/readReply';
import type { Reply } from '../http/reply';
import type { Steps } from './pace';
import type { Sender } from './sender';

const REFUSED = 'The service asked to wait, but by now it knows this order reference';
const ALREADY_USED =
	'An earlier execution or try of this node used or reserved this order reference';
const SENT_MEANWHILE =
	'Another call in this execution has sent this order reference, or is sending it';

/** While a run waits, its references are free: killed, it leaves only those reserved that were under way. */
export function stepsOf(sender: Sender): Steps {
	const { guard } = sender;
	return {
		send: async (payment) => await sendOne(payment, sender),
		giveBack: async (payments) =>
			await guard?.release(payments.map(({ orderReference }) => orderReference)),
		async makeReady(payment, wasRefused) {
			const reserved = await reserveAgain(payment, sender);
			if (reserved === 'used') return await usedUnlessOurs(payment, sender);
			if (reserved !== 'ours') return reserved;
			return wasRefused ? await foundAfterRefusal(payment, sender) : undefined;
		},
	};
}

/** @returns a result where n8n's store is silent: nothing may be sent then */
export async function reserveAgain(
	payment: Payment,
	{ guard }: Sender,
): Promise<'ours' | 'used' | ItemResult> {
	const used = await guard?.reserve([payment.orderReference]);
	if (guard?.silence !== undefined) {
		return { ...resultOf(payment, 'notSent', guard.silence), endsRun: true };
	}
	return used?.has(payment.orderReference) ? 'used' : 'ours';
}

/** @returns nothing where it was given back while it waited, came back, and the service does not know it */
async function usedUnlessOurs(payment: Payment, sender: Sender): Promise<ItemResult | undefined> {
	const { guard, lookUps, memory } = sender;
	if (lookUps === undefined || !(await guard?.takeBack(payment.orderReference))) {
		return await usedBefore(payment, sender);
	}
	const settled = await lookUps.settleUnlessMissing(payment, asUsed(payment, sender, ALREADY_USED));
	if (settled !== undefined) memory.findings.keep(payment, settled);
	return settled;
}

async function sendOne(payment: Payment, sender: Sender): Promise<ItemResult> {
	const { memory, lookUps, clock } = sender;
	let request: IHttpRequestOptions;
	try {
		request = sender.buildRequest(payment);
	} catch (error) {
		return resultOf(payment, 'invalid', (error as Error).message);
	}
	// At the same moment as it is written down: between reading the memory and here, another run had time.
	if (memory.wasSent(payment)) return await usedBefore(payment, sender, SENT_MEANWHILE);
	memory.sending(payment);
	// Whatever goes wrong in between, the request may have left: no reply at all is unknown.
	const reply = await sender.send(request).catch((): Reply => ({}));
	const result = readReply(payment, reply, sender.answer, clock.now());
	// At once: should this process be stopped while it asks, the execution knows what it sent.
	memory.record(payment, result);
	if (lookUps === undefined) return result;
	const settled =
		result.outcome === 'unknown' && sender.settlesUnclear
			? await lookUps.settleUnclear(payment, result)
			: result.outcome === 'alreadySent'
				? await lookUps.settleOnce(payment, result)
				: result;
	memory.record(payment, settled);
	return settled;
}

/** Something in between may have delivered a payout twice, and answered with the second refusal. */
export async function foundAfterRefusal(
	payment: Payment,
	sender: Sender,
): Promise<ItemResult | undefined> {
	const { lookUps, memory, settlesUnclear } = sender;
	if (!settlesUnclear) return undefined;
	const found = await lookUps?.settleIfKnown(payment, resultOf(payment, 'unknown', REFUSED));
	if (found === undefined) return undefined;
	if (memory.wasSent(payment)) return await usedBefore(payment, sender, SENT_MEANWHILE);
	memory.sending(payment);
	memory.record(payment, found);
	return found;
}

export async function usedBefore(
	payment: Payment,
	sender: Sender,
	says = ALREADY_USED,
): Promise<ItemResult> {
	const result = asUsed(payment, sender, says);
	const settled = (await sender.lookUps?.settleOnce(payment, result)) ?? result;
	sender.memory.findings.keep(payment, settled);
	return settled;
}

/** With what the service said of it in an earlier try. */
function asUsed(payment: Payment, { memory }: Sender, says: string): ItemResult {
	return { ...resultOf(payment, 'alreadySent', says), ...memory.findings.of(payment) };
}
