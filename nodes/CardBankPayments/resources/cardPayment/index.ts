import type { Resource } from '../operation';
import { get } from './get';
import { getMany } from './getMany';
import { initiate } from './initiate';
import { preview } from './preview';

/** Money that a payer sends; nothing leaves the account. */
export const cardPayment: Resource = {
	option: {
		name: 'Card Payment',
		value: 'cardPayment',
		description: 'Get paid by card through a payment link',
	},
	operations: [initiate, get, getMany, preview],
};
