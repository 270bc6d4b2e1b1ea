import { checkHasBalance } from '../account';
import { parseCents } from '../money';
import { asNumber } from '../payoutQuote';
import type { Call } from './call';

/** Says how much money there is in each currency. */
export function getBalance({ state }: Call) {
	checkHasBalance(state.settings);
	return Object.entries(state.payouts.currentBalances(state.settings)).map(
		([currency, balance]) => ({ currency, balance: asNumber(parseCents(balance)) }),
	);
}
