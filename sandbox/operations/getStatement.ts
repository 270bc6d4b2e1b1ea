import type { Currency } from '../types';
import type { Call } from './call';

/** Says what moved the balance of a currency. */
export function getStatement({ state, query }: Call) {
	return state.payouts.statement(query.currency as Currency, query, state.settings);
}
