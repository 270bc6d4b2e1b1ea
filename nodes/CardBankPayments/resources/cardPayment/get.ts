import { lookUpOperation } from '../lists';

export const get = lookUpOperation('payment', {
	action: 'Get card payment',
	description: 'Look up whether a payment link was paid, by its order reference',
});
