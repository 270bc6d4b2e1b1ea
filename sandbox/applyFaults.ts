import type { Exchange } from './exchange';
import type { Fault, FaultKindAfter, FaultKindBefore, FaultKindWithin } from './faults';
import { paceRefusal } from './pace';
import { missingRecord } from './references';
import { messageBody, Refusal } from './refusal';
import type { SandboxState } from './state';
import type { Payout, SandboxSettings } from './types';

/** Where a redirect fault leads when it names no location. */
const redirectTarget = '/redirected';

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

/** Applies a fault within the work: what was made changes its status for good. */
export function applyWithin(
	{ payoutStatus = 'REVERSED' }: Fault<FaultKindWithin>,
	result: unknown,
	{ payouts }: SandboxState,
): void {
	// The answer says when the money arrives, which the payout itself does not.
	Object.assign(result as Payout, payouts.change(result as Payout, payoutStatus));
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
		case 'recordAltered': {
			const records = JSON.parse(answer) as unknown[];
			const altered = records.map((record) => merge(record, fault.body));
			return exchange.send(200, JSON.stringify(altered));
		}
	}
}

function sendFaultStatus(fault: Fault, exchange: Exchange): void {
	const { status = defaultFaultStatus, kind, body, text } = fault;
	const message = `Status ${status}, by the fault ${kind}`;
	if (body !== undefined || text !== undefined) sendInstead(status, fault, exchange);
	else exchange.send(status, messageBody(message));
}

function sendInstead(status: number, fault: Fault, exchange: Exchange): void {
	const { body = null, text, bytes = 0 } = fault;
	if (text !== undefined) return exchange.send(status, text, { 'content-type': 'text/html' });
	const { orderReference = '' } = exchange.record;
	const reference = JSON.stringify(orderReference).slice(1, -1);
	const sent = JSON.stringify(body).replaceAll('{orderReference}', () => reference);
	exchange.send(status, sent.padEnd(bytes));
}

function refusalForPace({ waitSeconds }: Fault, { paceForm }: SandboxSettings): Refusal {
	return paceRefusal(paceForm, waitSeconds ?? defaultWaitSeconds);
}

/** Applies a JSON Merge Patch (RFC 7386): objects member by member, null removes a member. */
function merge(target: unknown, patch: unknown): unknown {
	if (!isObject(patch)) return patch;
	const merged = { ...(isObject(target) ? target : {}) };
	for (const [name, value] of Object.entries(patch)) {
		if (value === null) delete merged[name];
		else merged[name] = merge(merged[name], value);
	}
	return merged;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
