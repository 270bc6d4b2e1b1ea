import type { PayoutOrder } from '../payouts';
import type { Call } from './call';

/** Pays from the balance to a bank account. */
export function createBankPayout({ state, body }: Call) {
	return state.payouts.pay(body as PayoutOrder, state.settings);
}
