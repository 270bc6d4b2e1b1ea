import type { Outcome } from '../../nodes/CardBankPayments/executor/common/outcome';

/** How the groups of a stopped run are called in its description, written down once more here. */
export const outcomeGroups: Record<string, Outcome> = {
	Accepted: 'accepted',
	'Unknown, look these up': 'unknown',
	Refused: 'rejected',
	'Taken back by the service': 'reversed',
	'Already sent before': 'alreadySent',
	'Not valid': 'invalid',
	'Not sent': 'notSent',
};
