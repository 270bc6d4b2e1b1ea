import type { Exchange } from './exchange';
import type { Fault, FaultKindAfter, FaultKindBefore } from './faults';
import { paceRefusal } from './pace';
import { alterRecords } from './recordFaults';
import { missingRecord } from './references';
import { messageBody, Refusal } from './refusal';
import type { SandboxSettings } from './types';

/** Where a redirect fault leads when it names no location. */
export const redirectTarget = '/redirected';

const defaultDelayMs = 1000;
const defaultDripMs = 200;
const defaultFaultStatus = 500;
/** 307 is the redirect that a client may follow with the method and the body unchanged. */
const defaultRedirectStatus = 307;
const defaultWaitSeconds = 1;

/** Lets a fault strike before the work. @returns whether the work is then done as usual */
export async function passes(
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

/** Lets a fault strike after the work: the money has moved, the client learns it badly or never. */
export async function spoil(
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
			return exchange.send(200, JSON.stringify(fault.body ?? null).padEnd(fault.bytes ?? 0));
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
	}
}

function sendFaultStatus({ status = defaultFaultStatus, kind }: Fault, exchange: Exchange): void {
	exchange.send(status, messageBody(`Status ${status}, by the fault ${kind}`));
}

function refusalForPace({ waitSeconds }: Fault, { paceForm }: SandboxSettings): Refusal {
	return paceRefusal(paceForm, waitSeconds ?? defaultWaitSeconds);
}
