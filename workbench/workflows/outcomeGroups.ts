import type { Outcome } from '../../nodes/CardBankPayments/executor/common/outcome';

/** How the groups of a stopped run are called in its description, written down once more here. */
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
