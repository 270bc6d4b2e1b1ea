import { banks } from '../banks';
import type { ServiceOperation } from '../faults';
import type { Call } from './call';
import { createBankPayout } from './createBankPayout';
import { findPayouts } from './findPayouts';
import { generateToken } from './generateToken';
import { initiateCardPayment } from './initiateCardPayment';
import { previewCardPayment } from './previewCardPayment';

/**
 * The operations of the payments service, by their ids in openapi.yaml. Each returns the body of
 * its answer, which has the status 200, or throws a Refusal. None of them waits for anything, so
 * two requests with the same order reference can never both pass the check for it.
 */
export const operations: Record<ServiceOperation, (call: Call) => unknown> = {
	generateToken,
	initiateCardPayment,
	previewCardPayment,
	createBankPayout,
	findPayouts,
	listBanks: () => banks,
};
