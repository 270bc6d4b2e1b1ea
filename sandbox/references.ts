import { Refusal } from './refusal';

const plainReference = /^[A-Za-z0-9]+$/;

/**
 * Refuses an order reference that holds anything but letters and digits.
 *
 * @throws {Refusal} 400
 */
export function checkPlain(orderReference: string): void {
	if (plainReference.test(orderReference)) return;
	throw new Refusal(
		400,
		'Order reference should only contain alphanumeric characters and cannot be blank',
	);
}

/** The refusal of an order reference that was used before. */
export function usedReference(orderReference: string): Refusal {
	return new Refusal(
		409,
		`Order reference ${orderReference} already used: Create a different reference`,
	);
}

/** The refusal of a look-up that finds nothing. */
export function missingRecord(what: 'payout' | 'payment', orderReference: string): Refusal {
	return new Refusal(404, `Invalid or missing ${what}: ${orderReference}`);
}
