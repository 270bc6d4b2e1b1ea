import { findBank, unknownBank } from './banks';
import { exchangeCents, formatCents, parseCents, type Cents } from './money';
import { Refusal } from './refusal';
import type { Currency, EstimatedArrival, Payout, SandboxSettings, TransferType } from './types';

/** What a payout and its preview are asked for with, after validation. */
export interface PayoutTerms {
	/** In major units, without the fee. */
	amount: number;
	accountNumber: string;
	currency: Currency;
	orderReference: string;
	bic: string;
	transferType: TransferType;
	accountCurrency?: 'TZS';
}

/** What a payout costs and what arrives. */
export interface PayoutQuote {
	/** Name of the receiving bank. */
	channelProvider: string;
	amount: Cents;
	fee: Cents;
	/** What leaves the balance: the amount, and what we bear of the fee. */
	total: Cents;
	/** What the beneficiary receives, in {@link receivingCurrency}. */
	received: Cents;
	estimatedArrival: EstimatedArrival;
	/** There exactly when the money is exchanged. */
	exchange?: NonNullable<Payout['exchange']>;
}

/** The one currency that beneficiaries receive. */
export const receivingCurrency = 'TZS';

const estimatedArrivals: Record<TransferType, EstimatedArrival> = {
	ACH: '1-3 Working Days',
	RTGS: 'Instant',
};

/**
 * Works out what a payout costs.
 *
 * @throws {Refusal} 400 when no bank has this BIC, or the beneficiary would get nothing
 */
export function quotePayout(terms: PayoutTerms, settings: SandboxSettings): PayoutQuote {
	const bank = findBank(terms.bic);
	if (!bank) throw unknownBank(terms.bic);
	const amount = parseCents(terms.amount);
	const fee = parseCents(settings.fees[terms.transferType][terms.currency]);
	const ours = { merchant: fee, beneficiary: 0n, both: fee / 2n }[settings.feeBearer];
	const net = amount - (fee - ours);
	if (net <= 0n)
		throw new Refusal(400, 'The amount does not cover what the beneficiary bears of the fee');
	const exchanged = terms.currency !== receivingCurrency;
	return {
		channelProvider: bank.name,
		amount,
		fee,
		total: amount + ours,
		estimatedArrival: estimatedArrivals[terms.transferType],
		received: exchanged ? exchangeCents(net, settings.exchangeRate) : net,
		...(exchanged && {
			exchange: {
				sourceCurrency: terms.currency,
				targetCurrency: receivingCurrency,
				sourceAmount: terms.amount,
				rate: Number(settings.exchangeRate),
			},
		}),
	};
}

/** An amount as a JSON number in major units, e.g. 1500.5. */
export function asNumber(cents: Cents): number {
	return Number(formatCents(cents));
}
