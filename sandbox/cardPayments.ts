import { randomUUID } from 'node:crypto';
import { Refusal } from './refusal';
import type { CardPayment, SandboxSettings } from './types';

/** The body of a request for a payment link, after validation. */
export interface CardPaymentOrder {
	amount: string;
	orderReference: string;
	currency: string;
	customer: { id: string };
}

/** The payment links that were made. */
export class CardPaymentBook {
	private readonly byId = new Map<string, CardPayment>();
	private readonly references = new Set<string>();

	/**
	 * Makes a payment link and uses up the order reference.
	 *
	 * @param origin address of the sandbox, e.g. `http://127.0.0.1:8420`
	 * @throws {Refusal} when the order reference was used for a link before
	 */
	initiate(order: CardPaymentOrder, origin: string, settings: SandboxSettings): CardPayment {
		if (settings.uniqueOrderReferences && this.references.has(order.orderReference)) {
			throw new Refusal(409, `Order reference "${order.orderReference}" was used before`);
		}
		const id = randomUUID();
		const payment: CardPayment = {
			id,
			orderReference: order.orderReference,
			amount: order.amount,
			currency: order.currency,
			customerId: order.customer.id,
			cardPaymentLink: `${origin}/pay/${id}`,
			status: 'PENDING',
			createdAt: new Date().toISOString(),
		};
		this.byId.set(id, payment);
		this.references.add(order.orderReference);
		return payment;
	}

	/** The link with this id, if it was made since the last reset. */
	find(id: string): CardPayment | undefined {
		return this.byId.get(id);
	}

	/** Marks a link as paid. Paying twice changes nothing. */
	pay(payment: CardPayment): void {
		if (payment.status === 'PAID') return;
		payment.status = 'PAID';
		payment.paidAt = new Date().toISOString();
	}

	/** Every link, oldest first. */
	list(): CardPayment[] {
		return [...this.byId.values()];
	}
}
