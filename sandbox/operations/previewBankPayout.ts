import { parseCents } from '../money';
import { asNumber, receivingCurrency, type PayoutTerms } from '../payoutQuote';
import type { Call } from './call';

/**
 * Whom the banks of the sandbox name as the holder of an account: the last digit of its number
 * decides. Numbers that end in 9, or in no digit, belong to banks that do not tell.
 */
const holders = [
	'Asha Mushi',
	'Kilimanjaro Coffee Traders Ltd',
	'Baraka Mollel',
	'Grace Mwakyusa',
	'Juma Hassan',
	'Lake Zone Fisheries Ltd',
	'Neema Joseph',
	'Zanzibar Spice Exports Ltd',
	'Rehema Salum',
];

/** Says what a payout would cost and whose account it would go to. Changes nothing. */
export function previewBankPayout({ state, body }: Call) {
	const terms = body as PayoutTerms;
	const { settings } = state;
	const { channelProvider, amount, fee, total, received, exchange } = state.payouts.quote(
		terms,
		settings,
	);
	const accountName = holders[Number(/\d$/.exec(terms.accountNumber)?.[0] ?? NaN)];
	return {
		amount: asNumber(total),
		balance: asNumber(parseCents(state.payouts.currentBalances(settings)[terms.currency])),
		channelProvider,
		fee: asNumber(fee),
		exchanged: exchange !== undefined,
		...(exchange && { exchange }),
		order: { amount: asNumber(amount), currency: terms.currency, id: terms.orderReference },
		payoutFeeBearer: 'merchant',
		nameLookupStatus: accountName === undefined ? 'UNAVAILABLE' : 'RESOLVED',
		receiver: {
			accountNumber: terms.accountNumber,
			...(accountName !== undefined && { accountName }),
			accountCurrency: receivingCurrency,
			amount: asNumber(received),
		},
		transferType: terms.transferType,
	};
}
