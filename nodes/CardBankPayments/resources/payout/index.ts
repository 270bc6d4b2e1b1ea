import type { Resource } from '../../shared/operation';
import { createBankPayout } from './createBankPayout';

/** Money that leaves the account. */
export const payout: Resource = {
	option: {
		name: 'Payout',
		value: 'payout',
		description: 'Pay money out to a bank account',
	},
	operations: [createBankPayout],
};
