import { randomUUID } from 'node:crypto';
import { missingRecord, usedReference } from './references';
import { serviceTime } from './time';
import type { CardPayment, Customer, PaymentRecord, PaymentStatus, SandboxSettings } from './types';
import type { Announce } from './webhooks';

/** The body of a request for a payment link, after validation. */
export interface CardPaymentOrder {
	/** Decimal text in major units, e.g. `25.50`. */
	amount: string;
	orderReference: string;
	currency: string;
	customer: Customer;
}

/** With these the payer has paid. */
const paidStatuses: ReadonlySet<string> = new Set(['SUCCESS', 'SETTLED']);

const messages: Partial<Record<PaymentStatus, string>> = {
	PENDING: 'Waiting for the payer',
	SUCCESS: 'Payment received',
	SETTLED: 'Payment received',
	FAILED: 'The card was declined',
};

interface CardPaymentEntry {
	link: CardPayment;
	payment: PaymentRecord;
	/** Milliseconds since 1970; settling counts from here. Absent where the status was ordered. */
	paidAt?: number;
}

/** The payment links that were made, and the payment that each of them asks for. */
export class CardPaymentBook {
	private readonly byId = new Map<string, CardPaymentEntry>();
	private readonly byReference = new Map<string, CardPaymentEntry[]>();

	/** @param announce is told of every payment that is received or fails */
	constructor(private readonly announce: Announce) {}

	/**
	 * Makes a payment link and uses up the order reference.
	 *
	 * @param origin address of the sandbox, e.g. `http://127.0.0.1:8420`
	 * @throws {Refusal} 409 when the order reference was used for a link before
	 */
	initiate(order: CardPaymentOrder, origin: string, settings: SandboxSettings): CardPayment {
		const earlier = this.byReference.get(order.orderReference);
		if (earlier && settings.uniqueOrderReferences) throw usedReference(order.orderReference);
		const id = randomUUID();
		const createdAt = new Date(serviceTime(settings)).toISOString();
		const { orderReference, amount, currency, customer } = order;
		const link: CardPayment = {
			id,
			orderReference,
			amount,
			currency,
			...('id' in customer && { customerId: customer.id }),
			customer,
			cardPaymentLink: `${origin}/pay/${id}`,
			status: 'PENDING',
			createdAt,
		};
		const entry = { link, payment: paymentOf(link) };
		this.byId.set(id, entry);
		if (earlier) earlier.push(entry);
		else this.byReference.set(orderReference, [entry]);
		return link;
	}

	/** The link with this id, if it was made since the last reset. */
	link(id: string): CardPayment | undefined {
		return this.byId.get(id)?.link;
	}

	/** Marks a link as paid. Paying twice changes nothing. */
	pay({ id }: CardPayment): void {
		const entry = this.byId.get(id);
		if (!entry || entry.link.status === 'PAID') return;
		this.change(entry, 'SUCCESS');
		entry.paidAt = Date.now();
	}

	/** Marks the payment as failed. The link stays, and the payer may try once more. */
	decline({ id }: CardPayment): void {
		const entry = this.byId.get(id);
		if (entry) this.change(entry, 'FAILED');
	}

	/**
	 * Gives the payments under an order reference a status of somebody's choice.
	 *
	 * @throws {Refusal} 404 when there are none
	 */
	changeAll(orderReference: string, status: PaymentStatus): void {
		const entries = this.byReference.get(orderReference);
		if (!entries) throw missingRecord('payment', orderReference);
		for (const entry of entries) {
			delete entry.paidAt;
			this.change(entry, status);
		}
	}

	/** The payments under an order reference, oldest first; empty when there are none. */
	find(orderReference: string, settings: SandboxSettings): PaymentRecord[] {
		return (this.byReference.get(orderReference) ?? []).map((entry) => settled(entry, settings));
	}

	/** Every link, oldest first. */
	links(): CardPayment[] {
		return [...this.byId.values()].map(({ link }) => link);
	}

	/** The payment of every link, in the same order, with its present status. */
	payments(settings: SandboxSettings): PaymentRecord[] {
		return [...this.byId.values()].map((entry) => settled(entry, settings));
	}

	private change({ link, payment }: CardPaymentEntry, status: PaymentStatus): void {
		if (payment.status === status) return;
		const wasPaid = link.status === 'PAID';
		const isPaid = paidStatuses.has(status);
		payment.status = status;
		payment.message = messages[status] ?? status;
		payment.updatedAt = new Date().toISOString();
		payment.collectedAmount = isPaid ? Number(link.amount) : 0;
		link.status = isPaid ? 'PAID' : 'PENDING';
		if (!isPaid) delete link.paidAt;
		else if (!wasPaid) link.paidAt = payment.updatedAt;
		if (isPaid && !wasPaid) this.announce('PAYMENT RECEIVED', payment);
		if (status === 'FAILED') this.announce('PAYMENT FAILED', payment);
	}
}

/** Settles the payment if its time has come, which nobody can tell from doing it on time. */
function settled(
	{ payment, paidAt }: CardPaymentEntry,
	{ settlementMs }: SandboxSettings,
): PaymentRecord {
	if (payment.status === 'SUCCESS' && paidAt !== undefined && paidAt + settlementMs <= Date.now()) {
		payment.status = 'SETTLED';
		payment.updatedAt = new Date(paidAt + settlementMs).toISOString();
	}
	return payment;
}

function paymentOf({
	id,
	orderReference,
	currency,
	customer,
	createdAt,
}: CardPayment): PaymentRecord {
	return {
		id: randomUUID(),
		status: 'PENDING',
		paymentReference: `CARD${id.slice(0, 8).toUpperCase()}`,
		orderReference,
		collectedAmount: 0,
		collectedCurrency: currency,
		message: messages.PENDING!,
		customer:
			'id' in customer
				? { id: customer.id }
				: {
						customerName: customer.fullName,
						customerEmail: customer.email,
						customerPhoneNumber: customer.phoneNumber,
					},
		createdAt,
		updatedAt: createdAt,
	};
}
