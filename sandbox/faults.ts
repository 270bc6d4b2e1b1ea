import type { PayoutStatus } from './types';

/**
 * Faults that are applied before the operation is carried out. Except for `delay`, the operation is
 * then not carried out at all.
 */
const faultKindsBefore = [
	'delay',
	'dropBefore',
	'statusBefore',
	'expiredToken',
	'redirect',
	'hangBefore',
	'paceRefusal',
] as const;

/** Faults of the work itself: it is carried out, and what it has made changes at once. */
const faultKindsWithin = ['payoutStatus'] as const;

/** Faults that are applied after the operation succeeded: the money has moved, the answer goes wrong. */
const faultKindsAfter = [
	'dropAfter',
	'statusAfter',
	'malformedJson',
	'emptyBody',
	'slowDrip',
	'hangAfter',
	'answer',
	'paceRefusalAfter',
	'recordLate',
	'recordAltered',
] as const;

/** Every kind of fault. */
export const faultKinds = [...faultKindsBefore, ...faultKindsWithin, ...faultKindsAfter] as const;

export type FaultKindBefore = (typeof faultKindsBefore)[number];
export type FaultKindWithin = (typeof faultKindsWithin)[number];
export type FaultKindAfter = (typeof faultKindsAfter)[number];
export type FaultKind = (typeof faultKinds)[number];

/** The operations of the payments service, by their ids in openapi.yaml. */
export type ServiceOperation =
	| 'generateToken'
	| 'initiateCardPayment'
	| 'previewCardPayment'
	| 'getPayment'
	| 'getManyPayments'
	| 'createBankPayout'
	| 'previewBankPayout'
	| 'verifyBankAccount'
	| 'getPayout'
	| 'getManyPayouts'
	| 'listBanks'
	| 'getManyExchangeRates'
	| 'getBalance'
	| 'getStatement';

const lookUps: readonly ServiceOperation[] = ['getPayout', 'getPayment'];

/** Kinds that mean something for some operations only, and let all others pass. */
const appliesOnlyTo: Partial<Record<FaultKind, readonly string[]>> = {
	payoutStatus: ['createBankPayout'],
	recordLate: lookUps,
	recordAltered: lookUps,
};

/** An order for something to go wrong. */
export interface Fault<Kind extends FaultKind = FaultKind> {
	kind: Kind;
	/** Only requests of this operation; any operation, the token's included, when absent. */
	operation?: ServiceOperation;
	/** Only requests with exactly this order reference. */
	orderReference?: string;
	/** Only requests with exactly this account number. */
	accountNumber?: string;
	/** Only requests with an order reference under which a payout was asked for before. */
	onceSent?: boolean;
	/** How many requests it is applied to; 1 when absent. */
	times?: number;
	/** How many matching requests it lets pass first. */
	skip?: number;
	/** For `statusBefore`, `statusAfter` (500 when absent) and `redirect` (307 when absent). */
	status?: number;
	/** For `delay` (1000 when absent), and between two bytes of `slowDrip` (200 when absent). */
	delayMs?: number;
	/** For `redirect`; a path of the sandbox at which there is nothing when absent. */
	location?: string;
	/**
	 * For `answer`, `statusBefore` and `statusAfter`: what is sent in place of the true answer, with the order
	 * reference of the request where it says `{orderReference}`. For `recordAltered`: what every record is merged
	 * with, as a JSON Merge Patch (RFC 7386): objects member by member, null removes.
	 */
	body?: unknown;
	/** In place of `body`: a page, sent as it is. */
	text?: string;
	/** For `payoutStatus`: the status for good; REVERSED when absent, and any text is allowed. */
	payoutStatus?: PayoutStatus;
	/** For `paceRefusal` and `paceRefusalAfter`: the time named, if the form names one; 1 when absent. */
	waitSeconds?: number;
	/** For `answer`: blanks behind it make it so long, which JSON allows; none when absent. */
	bytes?: number;
}

/** A request, as far as faults are ordered for it. */
export interface Addressed {
	operation: string;
	orderReference?: string;
	accountNumber?: string;
}

interface PendingFault {
	fault: Fault;
	skip: number;
	times: number;
}

/**
 * The faults that are waiting for a request. Each sort is asked at its own moment, so that a request
 * can meet one of each: a delay first, a payout that comes back, and a dropped connection afterwards.
 */
export class FaultQueue {
	private readonly before: PendingFault[] = [];
	private readonly within: PendingFault[] = [];
	private readonly after: PendingFault[] = [];

	/** The order references under which payouts were asked for. */
	private readonly sent = new Set<string | undefined>();

	/** Adds a fault behind those that are waiting. */
	add(fault: Fault): void {
		const isOf = (kinds: readonly FaultKind[]) => kinds.includes(fault.kind);
		const { before, within, after } = this;
		const queue = isOf(faultKindsBefore) ? before : isOf(faultKindsWithin) ? within : after;
		queue.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
	}

	/** Takes back every waiting fault. */
	clear(): void {
		for (const queue of [this.before, this.within, this.after]) queue.length = 0;
	}

	/** The faults that wait, with how many requests each is still to be applied to. */
	waiting(): Array<{ fault: Fault; times: number }> {
		return [...this.before, ...this.within, ...this.after];
	}

	/** The fault to apply to this authorized request before it is carried out, if any. */
	takeBefore(request: Addressed): Fault<FaultKindBefore> | undefined {
		const fault = this.take(this.before, request) as Fault<FaultKindBefore> | undefined;
		if (request.operation === 'createBankPayout') this.sent.add(request.orderReference);
		return fault;
	}

	/** The fault that changes what this request has just done, if any. */
	takeWithin(request: Addressed): Fault<FaultKindWithin> | undefined {
		return this.take(this.within, request) as Fault<FaultKindWithin> | undefined;
	}

	/** The fault to apply to this request after it succeeded, if any. */
	takeAfter(request: Addressed): Fault<FaultKindAfter> | undefined {
		return this.take(this.after, request) as Fault<FaultKindAfter> | undefined;
	}

	/** The oldest fault that matches is applied; those behind it do not see the request. */
	private take(
		queue: PendingFault[],
		{ operation, orderReference, accountNumber }: Addressed,
	): Fault | undefined {
		for (const [index, pending] of queue.entries()) {
			const { fault } = pending;
			if (appliesOnlyTo[fault.kind]?.includes(operation) === false) continue;
			if (fault.operation !== undefined && fault.operation !== operation) continue;
			if (fault.orderReference !== undefined && fault.orderReference !== orderReference) continue;
			if (fault.accountNumber !== undefined && fault.accountNumber !== accountNumber) continue;
			if (fault.onceSent === true && !this.sent.has(orderReference)) continue;
			if (pending.skip > 0) {
				pending.skip--;
				continue;
			}
			if (--pending.times === 0) queue.splice(index, 1);
			return fault;
		}
		return undefined;
	}
}
