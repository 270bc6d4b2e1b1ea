import { banks } from '../banks';
import type { ServiceOperation } from '../faults';
import type { Call } from './call';
import { createBankPayout } from './createBankPayout';
import { generateToken } from './generateToken';
import { getBalance } from './getBalance';
import { getManyExchangeRates } from './getManyExchangeRates';
import { getManyPayments } from './getManyPayments';
import { getManyPayouts } from './getManyPayouts';
import { getPayment } from './getPayment';
import { getPayout } from './getPayout';
import { getStatement } from './getStatement';
import { initiateCardPayment } from './initiateCardPayment';
import { previewBankPayout } from './previewBankPayout';
import { previewCardPayment } from './previewCardPayment';
import { verifyBankAccount } from './verifyBankAccount';

/**
 * The operations of the payments service, by their ids in openapi.yaml. Each returns the body of
 * its answer, which has the status 200, or throws a Refusal. None of them waits for anything, so
 * two requests with the same order reference can never both pass the check for it.
 */
export const operations: Record<ServiceOperation, (call: Call) => unknown> = {
	generateToken,
	initiateCardPayment,
	previewCardPayment,
	getPayment,
	getManyPayments,
	createBankPayout,
	previewBankPayout,
	verifyBankAccount,
	getPayout,
	getManyPayouts,
	listBanks: () => banks,
	getManyExchangeRates,
	getBalance,
	getStatement,
};
