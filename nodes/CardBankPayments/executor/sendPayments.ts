import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Guard } from './guard';
import type { Memory } from './memory';
import { decideOutcome } from './outcome';
import type { BuildRequest } from './request';
import { sendAll, type Pace } from './send';
import type { SessionReply } from './session';
import { serviceMessage } from './texts';
import type { ItemResult, Payment } from './types';

/** Everything that sending needs; the money-safety parts answer before anything goes out. */
export interface Sender extends Pace {
	memory: Memory;
	/** Absent for operations that move no money, and where the builder switched it off. */
	guard?: Guard;
	buildRequest: BuildRequest;
	send: (request: IHttpRequestOptions) => Promise<SessionReply>;
}

/**
 * Sends what was never sent before. The execution's memory answers first, then the guard across
 * executions, and only what neither knows goes to the service.
 *
 * @returns a result for every payment
 */
export async function sendPayments(payments: Payment[], sender: Sender): Promise<ItemResult[]> {
	const { memory, guard } = sender;
	const remembered = payments.flatMap((payment) => memory.recall(payment) ?? []);
	const settled = new Set(remembered.map(({ index }) => index));
	const unsettled = payments.filter(({ index }) => !settled.has(index));
	const used =
		(await guard?.reserve(unsettled.map(({ orderReference }) => orderReference))) ?? new Set();
	if (guard?.silence !== undefined) return [...remembered, ...notSent(unsettled, guard.silence)];

	const alreadySent = unsettled
		.filter(({ orderReference }) => used.has(orderReference))
		.map((payment) => resultOf(payment, 'alreadySent', ALREADY_USED));
	const fresh = unsettled.filter(({ orderReference }) => !used.has(orderReference));
	const sent = endsTheRun([...remembered, ...alreadySent], sender)
		? notSent(fresh, 'Another item was sent before and is not settled')
		: await sendAll(fresh, async (payment) => await sendOne(payment, sender), sender);

	const unused = sent.filter(({ outcome }) => outcome === 'rejected' || outcome === 'notSent');
	await guard?.release(unused.map(({ orderReference }) => orderReference as string));
	return [...remembered, ...alreadySent, ...sent];
}

const ALREADY_USED = 'An earlier execution of this node used this order reference';

function endsTheRun(results: ItemResult[], { stopAtFailure, isFailure }: Pace): boolean {
	return stopAtFailure && results.some(isFailure);
}

function notSent(payments: Payment[], says: string): ItemResult[] {
	return payments.map((payment) => resultOf(payment, 'notSent', says));
}

function resultOf(
	{ index, orderReference }: Payment,
	outcome: ItemResult['outcome'],
	says: string,
): ItemResult {
	return { index, orderReference, outcome, says };
}

async function sendOne(payment: Payment, sender: Sender): Promise<ItemResult> {
	sender.memory.sending(payment);
	// Whatever goes wrong in between, the request may have left: no reply at all is unknown.
	const reply = await sender.send(sender.buildRequest(payment)).catch((): SessionReply => ({}));
	const result = readReply(payment, reply);
	sender.memory.record(payment, result);
	return result;
}

function readReply(payment: Payment, reply: SessionReply): ItemResult {
	if (reply.tokenRefused !== undefined) {
		return {
			...resultOf(payment, 'rejected', reply.tokenRefused),
			endsRun: true,
			httpStatus: reply.status,
		};
	}
	const { outcome, says } = decideOutcome(reply);
	const message = serviceMessage(reply.body, payment.body.accountNumber);
	const status = reply.status === undefined ? '' : `HTTP ${reply.status}`;
	const quoted = [status, message].filter((part) => part !== '').join(': ');
	return {
		...resultOf(
			payment,
			outcome,
			outcome === 'accepted' || quoted === '' ? says : `${says} (${quoted})`,
		),
		httpStatus: reply.status,
		...(outcome === 'accepted' && { answer: reply.body as ItemResult['answer'] }),
	};
}
