import type { Resource } from '../shared/operation';
import { cardPayment } from './cardPayment';
import { payout } from './payout';

/** Everything that the node offers, in the order of its lists. */
export const resources: Resource[] = [cardPayment, payout];
