/**
 * Faults that strike before the operation is carried out. Except for `delay`, the operation is
 * then not carried out at all.
 */
export const faultKindsBefore = [
	'delay',
	'dropBefore',
	'statusBefore',
	'expiredToken',
	'redirect',
	'hangBefore',
] as const;

/** Faults that strike after the operation succeeded: the money has moved, the answer goes wrong. */
export const faultKindsAfter = [
	'dropAfter',
	'statusAfter',
	'malformedJson',
	'emptyBody',
	'slowDrip',
	'hangAfter',
	'answer',
] as const;

/** Every kind of fault. */
export const faultKinds = [...faultKindsBefore, ...faultKindsAfter] as const;

export type FaultKindBefore = (typeof faultKindsBefore)[number];
export type FaultKindAfter = (typeof faultKindsAfter)[number];
export type FaultKind = (typeof faultKinds)[number];

/** The operations of the payments service, by their ids in openapi.yaml. */
export type ServiceOperation =
	| 'generateToken'
	| 'initiateCardPayment'
	| 'previewCardPayment'
	| 'createBankPayout'
	| 'findPayouts'
	| 'listBanks';

/** An order for something to go wrong. */
export interface Fault<Kind extends FaultKind = FaultKind> {
	kind: Kind;
	/** Only requests of this operation; any operation, the token's included, when absent. */
	operation?: ServiceOperation;
	/** Only requests with exactly this order reference. */
	orderReference?: string;
	/** How many requests it strikes; 1 when absent. */
	times?: number;
	/** How many matching requests it lets pass first. */
	skip?: number;
	/** For `statusBefore`, `statusAfter` (500 when absent) and `redirect` (307 when absent). */
	status?: number;
	/** For `delay` (1000 when absent), and between two bytes of `slowDrip` (200 when absent). */
	delayMs?: number;
	/** For `redirect`; a path of the sandbox that counts its visitors when absent. */
	location?: string;
	/** For `answer`: what is sent in place of the true answer. */
	body?: unknown;
}

interface PendingFault {
	fault: Fault;
	skip: number;
	times: number;
}

/**
 * The faults that are waiting for a request. Both sorts are asked at their own moment, so that a
 * request can meet one of each: a delay first, and a dropped connection afterwards.
 */
export class FaultQueue {
	private readonly before: PendingFault[] = [];
	private readonly after: PendingFault[] = [];

	/** Adds a fault behind those that are waiting. */
	add(fault: Fault): void {
		const isBefore = (faultKindsBefore as readonly FaultKind[]).includes(fault.kind);
		const queue = isBefore ? this.before : this.after;
		queue.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
	}

	/** Takes back every waiting fault. */
	clear(): void {
		this.before.length = 0;
		this.after.length = 0;
	}

	/** The fault that strikes this authorized request before it is carried out, if any. */
	takeBefore(operation: string, orderReference?: string): Fault<FaultKindBefore> | undefined {
		return take(this.before, operation, orderReference) as Fault<FaultKindBefore> | undefined;
	}

	/** The fault that strikes this request after it succeeded, if any. */
	takeAfter(operation: string, orderReference?: string): Fault<FaultKindAfter> | undefined {
		return take(this.after, operation, orderReference) as Fault<FaultKindAfter> | undefined;
	}
}

/** The oldest fault that matches strikes; those behind it do not see the request. */
function take(
	queue: PendingFault[],
	operation: string,
	orderReference?: string,
): Fault | undefined {
	for (const [index, pending] of queue.entries()) {
		const { fault } = pending;
		if (fault.operation !== undefined && fault.operation !== operation) continue;
		if (fault.orderReference !== undefined && fault.orderReference !== orderReference) continue;
		if (pending.skip > 0) {
			pending.skip--;
			continue;
		}
		if (--pending.times === 0) queue.splice(index, 1);
		return fault;
	}
	return undefined;
}
