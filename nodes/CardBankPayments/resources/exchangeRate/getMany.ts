import type { INodeProperties } from 'n8n-workflow';
import { inQuery } from '../../wire/field';
import { asCode } from '../../wire/text';
import type { Field } from '../kinds';
import type { Operation } from '../operation';

/** Left empty, it is not sent, and all currencies are listed. */
const currency = (field: Field): INodeProperties => ({
	...field,
	type: 'string',
	default: '',
	routing: { send: inQuery(field.name, asCode) },
});

/** An item for each rate: `{ source, target, rate, date }`. */
export const getMany: Operation = {
	effect: 'none',
	response: {
		form: 'items',
		name: 'a list of exchange rates',
		each: { source: 'text', target: 'text', rate: 'amount' },
	},
	simplified: ['source', 'target', 'rate', 'date'],
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many exchange rates',
		description: 'List the latest rates at which the service changes one currency into another',
		routing: { request: { method: 'GET', url: '/exchange-rates/all' } },
	},
	fields: [
		currency({
			displayName: 'Source',
			name: 'source',
			placeholder: 'e.g. USD',
			description: 'Only rates from this currency; from all of them when it is empty',
		}),
		currency({
			displayName: 'Target',
			name: 'target',
			placeholder: 'e.g. TZS',
			description: 'Only rates to this currency; to all of them when it is empty',
		}),
	],
};
