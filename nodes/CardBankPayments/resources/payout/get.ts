import { lookUpOperation } from '../lists';

export const get = lookUpOperation('payout', {
	action: 'Get payout',
	description: 'Look up what became of a payout, by its order reference',
});
