import { randomUUID } from 'node:crypto';
import { findBank } from './banks';
import { exchangeCents, formatCents, parseCents, type Cents } from './money';
import { Refusal } from './refusal';
import type { Currency, MoneyByCurrency, Payout, SandboxSettings, TransferType } from './types';

/** The body of a request for a bank payout, after validation. */
export interface PayoutOrder {
	amount: number;
	accountNumber: string;
	accountName: string;
	currency: Currency;
	orderReference: string;
	bic: string;
	transferType: TransferType;
	accountCurrency?: 'TZS';
}

/** The one currency that beneficiaries receive. */
const receivingCurrency = 'TZS';

/** Payouts to account numbers with this ending come back, so that a reversal can be tried out. */
const reversedAccountEnding = '0000';

interface Entry {
	payout: Payout;
	/** What left the balance, the fee included. */
	total: Cents;
	madeAt: number;
}

/** The account balances and every payout made from them. */
export class PayoutBook {
	private readonly balances: Record<Currency, Cents> = { TZS: 0n, USD: 0n };
	private readonly entries: Entry[] = [];
	private readonly byReference = new Map<string, Entry[]>();
	/** Entries before this index have their final status: payouts settle in the order made. */
	private settledCount = 0;

	constructor(balances: MoneyByCurrency) {
		this.setBalances(balances);
	}

	/** Replaces the balances of the currencies given. */
	setBalances(balances: Partial<MoneyByCurrency>): void {
		if (balances.TZS !== undefined) this.balances.TZS = parseCents(balances.TZS);
		if (balances.USD !== undefined) this.balances.USD = parseCents(balances.USD);
	}

	/**
	 * Makes a payout: takes the amount and the fee from the balance and uses up the order reference.
	 *
	 * @returns the payout resource with the status AUTHORIZED
	 * @throws {Refusal} for an unknown BIC, a used order reference or too small a balance; nothing
	 * has moved then
	 */
	pay(order: PayoutOrder, settings: SandboxSettings): Payout {
		const bank = findBank(order.bic);
		if (!bank) {
			throw new Refusal(400, `bic: no bank with the BIC "${order.bic}" is in the list of banks`);
		}
		const earlier = this.byReference.get(order.orderReference);
		if (earlier && settings.uniqueOrderReferences) {
			throw new Refusal(409, `Order reference "${order.orderReference}" was used before`);
		}
		const amount = parseCents(order.amount);
		const fee = parseCents(settings.fees[order.transferType][order.currency]);
		const total = amount + fee;
		// Payouts that are due to come back may cover this one.
		if (total > this.balances[order.currency]) this.settle(settings);
		if (total > this.balances[order.currency]) {
			throw new Refusal(
				422,
				`Insufficient balance: ${formatCents(total)} ${order.currency} with the fee, ` +
					`${formatCents(this.balances[order.currency])} ${order.currency} available`,
			);
		}

		this.balances[order.currency] -= total;
		const madeAt = Date.now();
		const payout = resource(order, { amount, fee, madeAt }, bank.name, settings);
		const entry = { payout, total, madeAt };
		this.entries.push(entry);
		if (earlier) earlier.push(entry);
		else this.byReference.set(order.orderReference, [entry]);
		return payout;
	}

	/** Every payout, oldest first, with its present status. */
	list(settings: SandboxSettings): Payout[] {
		this.settle(settings);
		return this.entries.map(({ payout }) => payout);
	}

	/** The payouts made under an order reference, oldest first; empty when there are none. */
	find(orderReference: string, settings: SandboxSettings): Payout[] {
		this.settle(settings);
		return (this.byReference.get(orderReference) ?? []).map(({ payout }) => payout);
	}

	/** How many times each order reference was paid. */
	timesPaid(): Record<string, number> {
		return Object.fromEntries(
			[...this.byReference].map(([reference, entries]) => [reference, entries.length]),
		);
	}

	/** The balances as decimal text, after what is due has settled. */
	currentBalances(settings: SandboxSettings): MoneyByCurrency {
		this.settle(settings);
		return { TZS: formatCents(this.balances.TZS), USD: formatCents(this.balances.USD) };
	}

	/**
	 * Gives every payout whose time has come its final status. Done whenever somebody looks, which
	 * cannot be told apart from doing it on time and leaves no timers running.
	 */
	private settle({ settlementMs }: SandboxSettings): void {
		const now = Date.now();
		for (; this.settledCount < this.entries.length; this.settledCount++) {
			const { payout, total, madeAt } = this.entries[this.settledCount]!;
			if (madeAt + settlementMs > now) return;
			const reversed = payout.beneficiary.accountNumber.endsWith(reversedAccountEnding);
			payout.status = reversed ? 'REVERSED' : 'SUCCESS';
			payout.updatedAt = new Date(madeAt + settlementMs).toISOString();
			if (reversed) this.balances[payout.currency] += total;
		}
	}
}

function resource(
	order: PayoutOrder,
	{ amount, fee, madeAt }: { amount: Cents; fee: Cents; madeAt: number },
	channelProvider: string,
	settings: SandboxSettings,
): Payout {
	const exchanged = order.currency !== receivingCurrency;
	const received = exchanged ? exchangeCents(amount, settings.exchangeRate) : amount;
	const createdAt = new Date(madeAt).toISOString();
	return {
		id: randomUUID(),
		orderReference: order.orderReference,
		createdAt,
		updatedAt: createdAt,
		amount: formatCents(amount + fee),
		currency: order.currency,
		fee: formatCents(fee),
		exchanged,
		...(exchanged && {
			exchange: {
				sourceCurrency: order.currency,
				targetCurrency: receivingCurrency,
				sourceAmount: order.amount,
				rate: Number(settings.exchangeRate),
			},
		}),
		status: 'AUTHORIZED',
		channel: 'BANK TRANSFER',
		channelProvider,
		transferType: order.transferType,
		order: { amount: formatCents(amount), currency: order.currency },
		beneficiary: {
			accountNumber: order.accountNumber,
			accountName: order.accountName,
			amount: formatCents(received),
		},
		clientId: settings.clientId,
	};
}
