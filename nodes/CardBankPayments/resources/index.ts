import { getBalance } from './account/getBalance';
import { getStatement } from './account/getStatement';
import { getMany as getManyBanks } from './bank/getMany';
import { get as getCardPayment } from './cardPayment/get';
import { getMany as getManyCardPayments } from './cardPayment/getMany';
import { initiate } from './cardPayment/initiate';
import { preview } from './cardPayment/preview';
import { getMany as getManyExchangeRates } from './exchangeRate/getMany';
import type { Operation, Resource } from './operation';
import { createBankPayout } from './payout/createBankPayout';
import { get as getPayout } from './payout/get';
import { getMany as getManyPayouts } from './payout/getMany';
import { previewBankPayout } from './payout/previewBankPayout';
import { verifyBankAccount } from './payout/verifyBankAccount';

/**
 * Everything that the node offers, in the order of its lists. Initiate, Preview and Create Bank Payout are
 * those of the service's document. It does not have the others: their paths, fields, filters and pages are
 * the ones that the service publishes. All are described in sandbox/openapi.yaml.
 */
export const resources: Resource[] = [
	{
		option: {
			name: 'Account',
			value: 'account',
			description: 'See what money is in your account, and what moved it',
		},
		operations: [getBalance, getStatement],
	},
	{
		option: { name: 'Bank', value: 'bank', description: 'The banks that payouts can go to' },
		operations: [getManyBanks],
	},
	{
		option: {
			name: 'Card Payment',
			value: 'cardPayment',
			description: 'Get paid by card through a payment link',
		},
		operations: [initiate, getCardPayment, getManyCardPayments, preview],
	},
	{
		option: {
			name: 'Exchange Rate',
			value: 'exchangeRate',
			description: 'What one currency is worth in another',
		},
		operations: [getManyExchangeRates],
	},
	{
		option: {
			name: 'Payout',
			value: 'payout',
			description: 'Pay money out to a bank account, and look up what became of it',
		},
		operations: [createBankPayout, getPayout, getManyPayouts, previewBankPayout, verifyBankAccount],
	},
];

/** The operation that looks up what another one of its resource has sent, by the order reference. */
export function lookUpOf(operation: Operation): Operation | undefined {
	return resources
		.find(({ operations }) => operations.includes(operation))
		?.operations.find(({ response }) => response.form === 'records');
}
