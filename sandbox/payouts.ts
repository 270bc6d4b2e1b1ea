import { randomUUID } from 'node:crypto';
import { AccountBalances, type MovementType } from './account';
import { formatCents, parseCents, type Cents } from './money';
import type { ListQuery } from './lists';
import { quotePayout, type PayoutQuote, type PayoutTerms } from './payoutQuote';
import { missingRecord, usedReference } from './references';
import { Refusal } from './refusal';
import { serviceTime } from './time';
import type { Currency, MoneyByCurrency, Payout, PayoutStatus, SandboxSettings } from './types';
import type { Announce, WebhookEvent } from './webhooks';

/** The body of a request for a bank payout, after validation. */
export interface PayoutOrder extends PayoutTerms {
	accountName: string;
}

/** Payouts to account numbers with this ending come back, so that a reversal can be tried out. */
const reversedAccountEnding = '0000';

const currencies = ['TZS', 'USD'] as const;

/** With these the money is back in the balance. */
const returnedStatuses: ReadonlySet<string> = new Set(['REVERSED', 'REFUNDED', 'FAILED']);

const returns: Partial<Record<PayoutStatus, MovementType>> = { REFUNDED: 'Refunded Payout' };

const events: Partial<Record<PayoutStatus, WebhookEvent>> = {
	REVERSED: 'PAYOUT REVERSED',
	REFUNDED: 'PAYOUT REFUNDED',
};

interface PayoutEntry {
	payout: Payout;
	/** What left the balance, the fee included. */
	total: Cents;
	madeAt: number;
	/** The status was ordered, so time does not change it any more. */
	pinned: boolean;
}

/** The account balances and every payout made from them. */
export class PayoutBook {
	private readonly account = new AccountBalances();
	private readonly entries: PayoutEntry[] = [];
	private readonly byReference = new Map<string, PayoutEntry[]>();
	/** Entries before this index have their final status: payouts settle in the order made. */
	private settledCount = 0;

	/** @param announce is told of every payout that is made or comes back */
	constructor(
		balances: MoneyByCurrency,
		private readonly announce: Announce,
	) {
		for (const currency of currencies) this.account.open(currency, parseCents(balances[currency]));
	}

	/** Replaces the balances of the currencies given: the difference is paid in, or withdrawn. */
	setBalances(balances: Partial<MoneyByCurrency>, settings: SandboxSettings): void {
		for (const currency of currencies) {
			const wanted = balances[currency];
			if (wanted === undefined) continue;
			const change = parseCents(wanted) - this.account.balance(currency);
			const type = change > 0n ? 'Deposit' : 'Withdraw';
			this.account.move({ type, currency, change, at: serviceTime(settings) });
		}
	}

	/**
	 * What a payout would cost, if it may be made at all.
	 *
	 * @throws {Refusal} for an unknown BIC or a used order reference
	 */
	quote(terms: PayoutTerms, settings: SandboxSettings): PayoutQuote {
		const quote = quotePayout(terms, settings);
		if (settings.uniqueOrderReferences && this.byReference.has(terms.orderReference)) {
			throw usedReference(terms.orderReference);
		}
		return quote;
	}

	/**
	 * Makes a payout: takes the amount and the fee from the balance and uses up the order reference.
	 *
	 * @param quote what {@link quote} said of it
	 * @returns the payout resource with the status AUTHORIZED
	 * @throws {Refusal} 422 for too small a balance; nothing has moved then
	 */
	pay(order: PayoutOrder, quote: PayoutQuote, settings: SandboxSettings): Payout {
		const { total } = quote;
		// Payouts that are due to come back may cover this one.
		const { currency, orderReference } = order;
		if (total > this.account.balance(currency)) this.settle(settings);
		const available = this.account.balance(currency);
		if (total > available) {
			throw new Refusal(
				422,
				`Insufficient balance: ${formatCents(total)} ${currency} with the fee, ` +
					`${formatCents(available)} ${currency} available`,
			);
		}

		const madeAt = Date.now();
		const at = serviceTime(settings);
		const payout = resource(order, quote, at, settings.clientId);
		const taken = { currency, at, orderReference };
		this.account.move({ ...taken, type: 'Payout', change: quote.fee - total });
		this.account.move({ ...taken, type: 'Fee - Payout', change: -quote.fee });
		const entry = { payout, total, madeAt, pinned: false };
		this.entries.push(entry);
		const earlier = this.byReference.get(order.orderReference);
		if (earlier) earlier.push(entry);
		else this.byReference.set(order.orderReference, [entry]);
		this.announce('PAYOUT INITIATED', payout);
		// Who is called when a payout comes back does not look at the sandbox, so somebody else must.
		if (settings.webhookUrl !== '') this.settleOnTime(madeAt + settings.settlementMs, settings);
		return payout;
	}

	/**
	 * Gives the payouts under an order reference a status of somebody's choice, for good.
	 *
	 * @throws {Refusal} 404 when there are none, 409 where money that came back would have to leave
	 * the balance again
	 */
	changeAll(orderReference: string, status: PayoutStatus): void {
		const entries = this.byReference.get(orderReference);
		if (!entries) throw missingRecord('payout', orderReference);
		if (entries.some(({ payout }) => hasReturned(payout)) && !returnedStatuses.has(status)) {
			throw new Refusal(409, `${orderReference}: the money is back, and stays there`);
		}
		for (const { payout } of entries) this.change(payout, status);
	}

	/** Gives one payout a status of somebody's choice, for good. @returns how it is then */
	change({ id, orderReference }: Payout, status: PayoutStatus): Payout | undefined {
		const entry = this.byReference.get(orderReference)?.find(({ payout }) => payout.id === id);
		if (!entry) return undefined;
		entry.pinned = true;
		this.turn(entry, status, Date.now());
		return entry.payout;
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
		const { account } = this;
		return { TZS: formatCents(account.balance('TZS')), USD: formatCents(account.balance('USD')) };
	}

	/** What moved a balance, after what is due has settled. */
	statement(currency: Currency, days: ListQuery, settings: SandboxSettings) {
		this.settle(settings);
		return this.account.statement(currency, days);
	}

	/**
	 * Gives every payout whose time has come its final status. Done whenever somebody looks, which
	 * cannot be told apart from doing it on time.
	 */
	private settle({ settlementMs }: SandboxSettings): void {
		const now = Date.now();
		for (; this.settledCount < this.entries.length; this.settledCount++) {
			const entry = this.entries[this.settledCount]!;
			if (entry.madeAt + settlementMs > now) return;
			if (entry.pinned) continue;
			const reversed = entry.payout.beneficiary.accountNumber.endsWith(reversedAccountEnding);
			this.turn(entry, reversed ? 'REVERSED' : 'SUCCESS', entry.madeAt + settlementMs);
		}
	}

	/** A timer may run out a moment before the clock says so: then nothing is due yet. */
	private settleOnTime(dueAt: number, settings: SandboxSettings): void {
		setTimeout(() => {
			if (Date.now() < dueAt) this.settleOnTime(dueAt, settings);
			else this.settle(settings);
		}, dueAt - Date.now()).unref();
	}

	private turn({ payout, total }: PayoutEntry, status: PayoutStatus, at: number): void {
		if (payout.status === status) return;
		if (returnedStatuses.has(status) && !hasReturned(payout)) {
			const { currency, orderReference } = payout;
			const type = returns[status] ?? 'Reversed Payout';
			this.account.move({ type, currency, change: total, at, orderReference });
		}
		payout.status = status;
		payout.updatedAt = new Date(at).toISOString();
		const event = events[status];
		if (event) this.announce(event, payout);
	}
}

/** A payout as a list shows it: without its order, and without what the beneficiary gets. */
export function listedPayout(payout: Payout) {
	const { accountNumber, accountName } = payout.beneficiary;
	const beneficiary = { accountNumber, accountName };
	return without({ ...payout, beneficiary, settlementType: null, notes: null }, 'order');
}

/** A payout as a look-up finds it: the same, and without its exchange. */
export function foundPayout(payout: Payout) {
	return without(listedPayout(payout), 'exchange', 'settlementType', 'notes');
}

function without<T extends object, K extends keyof T>(record: T, ...names: K[]): Omit<T, K> {
	const rest = Object.entries(record).filter(([name]) => !names.some((each) => each === name));
	return Object.fromEntries(rest) as Omit<T, K>;
}

function hasReturned({ status }: Payout): boolean {
	return returnedStatuses.has(status);
}

function resource(
	order: PayoutOrder,
	{ channelProvider, amount, fee, total, received, exchange }: PayoutQuote,
	madeAt: number,
	clientId: string,
): Payout {
	const createdAt = new Date(madeAt).toISOString();
	return {
		id: randomUUID(),
		orderReference: order.orderReference,
		createdAt,
		updatedAt: createdAt,
		amount: formatCents(total),
		currency: order.currency,
		fee: formatCents(fee),
		exchanged: exchange !== undefined,
		...(exchange && { exchange }),
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
		clientId,
	};
}
