import type { Operation, Resource } from './operation';
import { cardPayment } from './cardPayment';
import { payout } from './payout';

/** Everything that the node offers, in the order of its lists. */
export const resources: Resource[] = [cardPayment, payout];

/** The operation that looks up what another one of its resource has sent, by the order reference. */
export function lookUpOf(operation: Operation): Operation | undefined {
	return resources
		.find(({ operations }) => operations.includes(operation))
		?.operations.find(({ answer }) => answer.form === 'records');
}
