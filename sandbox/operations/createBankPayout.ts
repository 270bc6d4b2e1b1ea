import { checkHasBalance } from '../account';
import type { PayoutOrder } from '../payouts';
import type { Call } from './call';

/** Pays from the balance to a bank account, if the pace allows. */
export function createBankPayout({ state, body, record }: Call) {
	checkHasBalance(state.settings);
	const order = body as PayoutOrder;
	const quote = state.payouts.quote(order, state.settings);
	state.pace.check(state.settings);
	const { clientId = state.settings.clientId } = record;
	const payout = state.payouts.pay(order, quote, { ...state.settings, clientId });
	state.pace.accepted();
	return { ...payout, estimatedArrival: quote.estimatedArrival };
}
