import type { Fault } from '../../sandbox';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import { EVERY_TIME, LATE_MS, nested, TOO_LONG_BYTES } from './marks';

export interface LookUpFault {
	name: string;
	/** For look-ups; each strikes the first one only, unless it says how many. */
	faults: Fault[];
	/** How a payout ends that was made, and of which the answer was lost. */
	outcome: Outcome;
	isSlow?: boolean;
	/** It tells nothing, in either direction: a payout that was refused is not sent again after it. */
	isSilence?: boolean;
}

const every = { times: EVERY_TIME };

/** A fault that is over by the second look-up, and one that stays. */
const onceAndEvery = (name: string, fault: Fault, isSlow = false): LookUpFault[] => [
	{ name: `${name} once`, faults: [fault], outcome: 'accepted', isSlow },
	...silence(`${name} every time`, fault, isSlow),
];

const silence = (name: string, fault: Fault, isSlow = false): LookUpFault[] => [
	{ name, faults: [{ ...fault, ...every }], outcome: 'unknown', isSlow, isSilence: true },
];

/** A page or JSON of something in between, though with a status that the service uses itself. */
const page = (name: string, status: number, instead: Pick<Fault, 'text' | 'body'>) =>
	silence(`answers ${name} with ${status}`, { kind: 'statusBefore', status, ...instead });

const altered = (name: string, body: object, outcome: Outcome): LookUpFault => ({
	name,
	faults: [{ kind: 'recordAltered', body, ...every }],
	outcome,
});

const answered = (name: string, body: unknown): LookUpFault => ({
	name,
	faults: [{ kind: 'answer', body, ...every }],
	outcome: 'unknown',
});

/** How asking what became of a payout can go wrong. */
export const lookUpFaults: LookUpFault[] = [
	{ name: 'finds it late', faults: [{ kind: 'recordLate', times: 2 }], outcome: 'accepted' },
	{ name: 'never finds it', faults: [{ kind: 'recordLate', ...every }], outcome: 'unknown' },
	{ name: 'finds two', faults: [{ kind: 'recordTwice', ...every }], outcome: 'unknown' },
	{ name: 'finds others too', faults: [{ kind: 'recordOthers', ...every }], outcome: 'accepted' },
	altered('finds another account', { beneficiary: { accountNumber: '0999999999' } }, 'unknown'),
	altered('finds another amount', { order: { amount: '7.77' } }, 'unknown'),
	altered('finds an amount with its fee', { order: null, beneficiary: null }, 'accepted'),
	altered(
		'finds neither amount nor account',
		{ order: null, amount: null, fee: null, beneficiary: null },
		'unknown',
	),
	altered('finds a status that nobody knows', { status: 'ON-HOLD' }, 'unknown'),
	...[403, 429, 503].flatMap((status) =>
		onceAndEvery(`answers ${status}`, { kind: 'statusBefore', status }),
	),
	...onceAndEvery('is redirected', { kind: 'redirect', status: 302 }),
	...onceAndEvery('meets a refused token', { kind: 'expiredToken' }),
	...onceAndEvery('is asked to wait', { kind: 'paceRefusal' }),
	...onceAndEvery('is dropped', { kind: 'dropAfter' }),
	...onceAndEvery('is cut off', { kind: 'malformedJson' }),
	...onceAndEvery('is empty', { kind: 'emptyBody' }),
	...silence('answers an empty object', { kind: 'answer', body: {} }),
	...silence('answers too much', { kind: 'answer', body: [], bytes: TOO_LONG_BYTES }),
	...[200, 404].flatMap((status) => page('HTML', status, { text: '<html><h1>Sorry</h1></html>' })),
	...page('Cannot GET in JSON', 404, {
		body: { statusCode: 404, message: 'Cannot GET /payouts/{orderReference}', error: 'Not Found' },
	}),
	answered('answers an empty list', []),
	answered('answers a list of anything', [null, 1, 'SUCCESS', [], { orderReference: {} }]),
	answered('answers too many levels', nested(150)),
	...onceAndEvery('hangs', { kind: 'hangBefore' }, true),
	...onceAndEvery('drips', { kind: 'slowDrip', delayMs: 20 }, true),
	...onceAndEvery('is late', { kind: 'delay', delayMs: LATE_MS }, true),
];
