import type { Resource } from '../shared/operation';
import { cardPayment } from './cardPayment';
import { payout } from './payout';

export const resources: Resource[] = [cardPayment, payout];
