import { banksPath } from '../../wire/pathField';
import { BANKS_PATH } from '../../wire/paths';
import type { Operation } from '../operation';

/** An item for each bank, so that the bank names in a sheet become BICs. */
export const getMany: Operation = {
	effect: 'none',
	response: { form: 'items', name: 'a list of banks', each: { name: 'text' } },
	simplified: ['name', 'bic'],
	path: banksPath,
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many banks',
		description: 'List the banks that payouts can go to, with their BICs',
		routing: { request: { method: 'GET', url: BANKS_PATH.default } },
	},
	fields: [],
};
