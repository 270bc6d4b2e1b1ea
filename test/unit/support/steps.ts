import type { Result, Verdict } from '../../../nodes/CardBankPayments/executor/common/payment';
import type { At, FactOf, Step } from '../../../nodes/CardBankPayments/executor/deliver/steps';
import { result } from './payments';

/* Where a payment stands, what becomes known of it, and how it ends: of the payment INV-0. */

export const accepted = result(0, 'accepted');
export const unclear = result(0, 'unknown');
export const used = result(0, 'alreadySent');
export const unsent = result(0, 'notSent', { cause: 'run' });
/** For its pace. */
export const refused = result(0, 'rejected', {
	...{ cause: 'service', says: 'Too soon', nextStep: 'Wait' },
	...{ httpStatus: 429, waitMs: 1_000 },
});

export const free: At<'free'> = { at: 'free' };
export const wasRefused: At<'free'> = { at: 'free', refused };
export const held: At<'held'> = { at: 'held', refused };
export const ready: At<'ready'> = { at: 'ready' };
export const sent: At<'sent'> = { at: 'sent' };
/** To be looked up once, and at once. */
export const open: At<'unclear'> = { at: 'unclear', result: unclear, pausesMs: [0] };
export const usedByAnother: At<'used'> = { at: 'used', result: used };
/** As the service says of what has left. */
export const usedBefore: At<'used'> = { at: 'used', result: used, wasSent: true };
export const ended = (of: Verdict): Step => ({ at: 'ended', result: of });

export const answered = (of: Result): FactOf<'answered'> => ({ is: 'answered', result: of });
export const stopped = (of: Result): FactOf<'stopped'> => ({ is: 'stopped', result: of });
export const taken: FactOf<'taken'> = { is: 'taken', result: used };
