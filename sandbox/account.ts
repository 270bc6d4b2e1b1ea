import { eastAfricanDay } from './lists';
import { type Cents } from './money';
import { asNumber } from './payoutQuote';
import { Refusal } from './refusal';
import type { Currency, SandboxSettings } from './types';

/** The service's words for what moves the balance, as far as the sandbox has it. */
export type MovementType =
	'Deposit' | 'Withdraw' | 'Payout' | 'Fee - Payout' | 'Reversed Payout' | 'Refunded Payout';

/** One change of a balance. */
export interface Movement {
	type: MovementType;
	currency: Currency;
	/** More than zero where money came, less where it went. */
	change: Cents;
	/** Milliseconds since 1970. */
	at: number;
	/** Of the payout that it is about; absent where it is about none. */
	orderReference?: string;
}

interface Entered extends Movement {
	id: string;
	/** The balance after it. */
	balance: Cents;
}

/** The balances of the account, and everything that has moved them. */
export class AccountBalances {
	private readonly balances: Record<Currency, Cents> = { TZS: 0n, USD: 0n };
	private readonly movements: Entered[] = [];

	/** What is there. */
	balance(currency: Currency): Cents {
		return this.balances[currency];
	}

	/** What was there before anything moved. */
	open(currency: Currency, cents: Cents): void {
		this.balances[currency] = cents;
	}

	/** Moves money in or out. Nothing moves nothing. */
	move(movement: Movement): void {
		if (movement.change === 0n) return;
		const balance = (this.balances[movement.currency] += movement.change);
		this.movements.push({ ...movement, id: `TX${this.movements.length + 1}`, balance });
	}

	/** What moved in a currency on these days of the service, oldest first, with the balances around it. */
	statement(currency: Currency, { startDate = '', endDate = '9999-12-31' }) {
		const own = this.movements.filter((one) => one.currency === currency);
		const dayOf = ({ at }: Entered) => eastAfricanDay(new Date(at).toISOString());
		const earlier = own.filter((one) => dayOf(one) < startDate);
		const listed = own.filter((one) => dayOf(one) >= startDate && dayOf(one) <= endDate);
		const first = own[0];
		const opening =
			earlier.at(-1)?.balance ?? (first ? first.balance - first.change : this.balances[currency]);
		const total = (isCredit: boolean) =>
			listed
				.map(({ change }) => change)
				.filter((change) => change > 0n === isCredit)
				.reduce((sum, change) => sum + (isCredit ? change : -change), 0n);
		return {
			accountDetails: {
				currency,
				openingBalance: asNumber(opening),
				closingBalance: asNumber(listed.at(-1)?.balance ?? opening),
				totalCredits: asNumber(total(true)),
				totalDebits: asNumber(total(false)),
			},
			transactions: listed.map(transaction),
		};
	}
}

function transaction({ id, type, currency, change, balance, at, orderReference = '' }: Entered) {
	return {
		id,
		date: new Date(at).toISOString(),
		type,
		entry: change > 0n ? 'Credit' : 'Debit',
		amount: asNumber(change > 0n ? change : -change),
		currency,
		balance: asNumber(balance),
		orderReference,
		description: orderReference === '' ? type : `${type} ${orderReference}`,
	};
}

/** @throws {Refusal} 404 for an account that has never had any money */
export function checkHasBalance({ hasBalance }: SandboxSettings): void {
	if (hasBalance) return;
	throw new Refusal(
		404,
		'No balance account is linked to this merchant yet. Balance becomes available after the first successful payment or deposit.',
	);
}
