import { PATHS } from '../../wire/pathField';
import { sentReference } from '../commonFields';
import type { Operation } from '../operation';

/** A list of the payouts under an order reference, and 404 where the service knows none. */
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
