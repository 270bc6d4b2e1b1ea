import { accountHolderOf } from '../accountHolders';
import { parseCents } from '../money';
import { asNumber, receivingCurrency, type PayoutTerms } from '../payoutQuote';
import type { FeeBearer } from '../types';
import type { Call } from './call';

/** The words of the service for who bears the fee. */
const feeBearers: Record<FeeBearer, string> = {
	merchant: 'merchant',
	beneficiary: 'customer',
	both: 'both',
};

/** Says what a payout would cost and whose account it would go to. Changes nothing. */
export function previewBankPayout({ state, body }: Call) {
	const terms = body as PayoutTerms;
	const { settings } = state;
	const { channelProvider, amount, fee, total, received, estimatedArrival, exchange } =
		state.payouts.quote(terms, settings);
	const accountName = accountHolderOf(terms.accountNumber);
	return {
		amount: asNumber(total),
		balance: asNumber(parseCents(state.payouts.currentBalances(settings)[terms.currency])),
		channelProvider,
		fee: asNumber(fee),
		exchanged: exchange !== undefined,
		...(exchange && { exchange }),
		order: { amount: asNumber(amount), currency: terms.currency, id: terms.orderReference },
		payoutFeeBearer: feeBearers[settings.feeBearer],
		nameLookupStatus: accountName === undefined ? 'UNAVAILABLE' : 'RESOLVED',
		receiver: {
			accountNumber: terms.accountNumber,
			...(accountName !== undefined && { accountName }),
			accountCurrency: receivingCurrency,
			amount: asNumber(received),
		},
		transferType: terms.transferType,
		estimatedArrival,
	};
}
