import type { INodeProperties } from 'n8n-workflow';

/** Where the order reference goes in a path. */
export const PLACE = '{orderReference}';

/**
 * The settings of the credential that say where a reference is looked up. The service's document shows
 * neither path: the defaults are the ones that the service publishes.
 */
export const PATHS = {
	payout: {
		displayName: 'Payout Path',
		name: 'payoutPath',
		type: 'string',
		default: `/payouts/${PLACE}`,
		description: `Where a payout is looked up, below the Base URL; ${PLACE} is where the order reference goes. Leave it as it is. Make it empty when a service has no look-up: unclear payouts then stay unknown.`,
	},
	payment: {
		displayName: 'Payment Path',
		name: 'paymentPath',
		type: 'string',
		default: `/payments/${PLACE}`,
		description: `Where a card payment is looked up, below the Base URL; ${PLACE} is where the order reference goes. Leave it as it is. Make it empty when a service has no look-up.`,
	},
} satisfies Record<string, INodeProperties>;

/** The setting that says where the banks are listed; the service's document does not show that path either. */
export const BANKS_PATH = {
	displayName: 'Banks Path',
	name: 'banksPath',
	type: 'string',
	default: '/list/banks',
	description: 'Where the banks are listed, below the Base URL. Leave it as it is.',
} satisfies INodeProperties;
