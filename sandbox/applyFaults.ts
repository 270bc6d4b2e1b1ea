import type { Exchange } from './exchange';
import type { Fault, FaultKindAfter, FaultKindBefore, FaultKindWithin } from './faults';
import type { ListPage } from './lists';
import { paceRefusal } from './pace';
import { alterPage, alterRecords } from './recordFaults';
import { missingRecord } from './references';
import { messageBody, Refusal } from './refusal';
import type { SandboxState } from './state';
import type { PaymentRecord, Payout, SandboxSettings } from './types';

/** Where a redirect fault leads when it names no location. */
export const redirectTarget = '/redirected';

const defaultDelayMs = 1000;
const defaultDripMs = 200;
const defaultFaultStatus = 500;
/** 307 is the redirect that a client may follow with the method and the body unchanged. */
const defaultRedirectStatus = 307;
const defaultWaitSeconds = 1;

/** Applies a fault before the work. @returns whether the work is then done as usual */
export async function applyBefore(
	fault: Fault<FaultKindBefore>,
	exchange: Exchange,
	settings: SandboxSettings,
): Promise<boolean> {
	switch (fault.kind) {
		case 'delay':
			await exchange.pause(fault.delayMs ?? defaultDelayMs);
			return true;
		case 'dropBefore':
			exchange.drop();
			return false;
		case 'hangBefore':
			return false;
		case 'statusBefore':
			sendFaultStatus(fault, exchange);
			return false;
		case 'expiredToken':
			throw new Refusal(401, 'The access token has expired');
		case 'redirect':
			exchange.send(fault.status ?? defaultRedirectStatus, messageBody('Moved'), {
				location: fault.location ?? redirectTarget,
			});
			return false;
		case 'paceRefusal':
			throw refusalForPace(fault, settings);
	}
}

/** Applies a fault within the work: what was made, or listed, changes its status for good. */
export function applyWithin(
	{ kind, payoutStatus, records = 1 }: Fault<FaultKindWithin>,
	result: unknown,
	state: SandboxState,
): void {
	const { payouts, cardPayments } = state;
	if (kind === 'tiesReordered') {
		state.orderOfTies++;
		return;
	}
	if (kind === 'payoutStatus') {
		// The answer says when the money arrives, which the payout itself does not.
		Object.assign(result as Payout, payouts.change(result as Payout, payoutStatus ?? 'REVERSED'));
		return;
	}
	for (const record of (result as ListPage<Payout | PaymentRecord>).data.slice(0, records)) {
		if ('collectedAmount' in record) {
			cardPayments.changeAll(record.orderReference, payoutStatus ?? 'FAILED');
		} else {
			payouts.changeAll(record.orderReference, payoutStatus ?? 'REVERSED');
		}
	}
}

/** Applies a fault after the work: the money has moved, the client learns it badly or never. */
export async function applyAfter(
	answer: string,
	fault: Fault<FaultKindAfter>,
	exchange: Exchange,
	settings: SandboxSettings,
): Promise<void> {
	switch (fault.kind) {
		case 'dropAfter':
			return exchange.drop();
		case 'hangAfter':
			return;
		case 'statusAfter':
			return sendFaultStatus(fault, exchange);
		case 'malformedJson':
			return exchange.send(200, answer.slice(0, Math.ceil(answer.length / 2)));
		case 'emptyBody':
			return exchange.send(200, '');
		case 'slowDrip':
			return await exchange.drip(200, answer, fault.delayMs ?? defaultDripMs);
		case 'answer':
			return sendInstead(200, fault, exchange);
		case 'paceRefusalAfter':
			return exchange.refuse(refusalForPace(fault, settings));
		case 'recordLate': {
			const { operation, orderReference = '' } = exchange.record;
			const what = operation === 'getPayment' ? 'payment' : 'payout';
			return exchange.refuse(missingRecord(what, orderReference));
		}
		case 'recordAltered':
		case 'recordTwice':
		case 'recordOthers':
			return exchange.send(200, alterRecords(answer, fault.kind, fault.body));
		case 'pageCapped':
		case 'pageEndless':
		case 'pageAltered':
			return exchange.send(200, alterPage(answer, fault.kind, fault));
	}
}

function sendFaultStatus(fault: Fault, exchange: Exchange): void {
	const { status = defaultFaultStatus, kind, body, text } = fault;
	const message = `Status ${status}, by the fault ${kind}`;
	if (body !== undefined || text !== undefined) sendInstead(status, fault, exchange);
	else exchange.send(status, messageBody(message));
}

function sendInstead(status: number, fault: Fault, exchange: Exchange): void {
	const { body = null, text, echo, bytes = 0 } = fault;
	if (text !== undefined) return exchange.send(status, text, { 'content-type': 'text/html' });
	const whole = echo ? { ...(exchange.record.body as object), ...(body as object) } : body;
	const { orderReference = '' } = exchange.record;
	const reference = JSON.stringify(orderReference).slice(1, -1);
	const sent = JSON.stringify(whole).replaceAll('{orderReference}', () => reference);
	exchange.send(status, sent.padEnd(bytes));
}

function refusalForPace({ waitSeconds }: Fault, { paceForm }: SandboxSettings): Refusal {
	return paceRefusal(paceForm, waitSeconds ?? defaultWaitSeconds);
}
