import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';

/** The names of the groups in the description of a stopped run, repeated here on purpose. */
export const outcomeGroups: Record<string, Outcome> = {
	Accepted: 'accepted',
	'Unknown, look these up': 'unknown',
	Rejected: 'rejected',
	Reversed: 'reversed',
	'Already sent': 'alreadySent',
	Invalid: 'invalid',
	'Not found': 'notFound',
	'Not sent': 'notSent',
};
