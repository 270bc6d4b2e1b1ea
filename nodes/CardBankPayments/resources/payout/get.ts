import { PATHS } from '../../wire/pathField';
import { sentReference } from '../commonFields';
import type { Operation } from '../operation';

/**
 * Looks up what became of a payout: a list of the payouts under an order reference, and 404 where
 * the service knows none. The service's document is silent about it; the path is the one that the
 * service publishes, and a setting of the credential.
 */
export const get: Operation = {
	effect: 'none',
	response: { form: 'records', kind: 'payout' },
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get payout',
		description: 'Look up what became of a payout, by its order reference',
		routing: { request: { method: 'GET', url: PATHS.payout.default } },
	},
	fields: [sentReference('payout')],
};
