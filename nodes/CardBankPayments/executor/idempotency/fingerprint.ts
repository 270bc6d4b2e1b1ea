import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import type { Payment } from '../common/payment';

/** Not part of what a payment is about: they may differ from one try to the next. */
const CHANGEABLE = new Set(['orderReference', 'checksum']);

/** Tells the same payment from another one, by its details without their order reference. */
export function fingerprintOf(body: IDataObject = {}): string {
	return hashOf(Object.entries(body).filter(([key]) => !CHANGEABLE.has(key)));
}

/**
 * Whether what was kept is of this payment; earlier versions took the whole body for its details.
 *
 * @param payment undefined where the item cannot be read, and so is of no payment
 */
export function isOf({ fingerprint }: { fingerprint: string }, payment?: Payment): boolean {
	if (payment === undefined) return false;
	const { body } = payment;
	return fingerprint === fingerprintOf(body) || fingerprint === hashOf(body ?? {});
}

function hashOf(details: object): string {
	return createHash('sha256').update(JSON.stringify(details)).digest('base64').slice(0, 16);
}
