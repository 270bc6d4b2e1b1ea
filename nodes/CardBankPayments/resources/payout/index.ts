import type { Resource } from '../operation';
import { createBankPayout } from './createBankPayout';
import { get } from './get';
import { getMany } from './getMany';
import { previewBankPayout } from './previewBankPayout';
import { verifyBankAccount } from './verifyBankAccount';

/** Money that leaves the account. */
export const payout: Resource = {
	option: {
		name: 'Payout',
		value: 'payout',
		description: 'Pay money out to a bank account, and look up what became of it',
	},
	operations: [createBankPayout, get, getMany, previewBankPayout, verifyBankAccount],
};
