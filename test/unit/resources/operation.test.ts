import type { INodeProperties } from 'n8n-workflow';
import { additionalFields, checksum } from '../../../nodes/CardBankPayments/resources/commonFields';
import { propertiesOf, type Resource } from '../../../nodes/CardBankPayments/resources/operation';

const text = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
});

const resource: Resource = {
	option: { name: 'Refund', value: 'refund' },
	operations: [
		{
			option: { name: 'Create', value: 'create' },
			effect: 'payout',
			answer: { form: 'record', kind: 'payout' },
			fields: [text('reason')],
		},
		{
			option: { name: 'Get', value: 'get' },
			effect: 'none',
			answer: { form: 'fields', anyOf: { id: 'text' } },
			fields: [text('id'), { ...text('more'), displayOptions: { show: { id: ['1'] } } }],
		},
	],
};

describe('the properties of a resource', () => {
	const [operation, ...fields] = propertiesOf(resource);

	it('begin with its list of operations, which is no expression', () => {
		expect(operation).toEqual({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: ['refund'] } },
			options: [
				{ name: 'Create', value: 'create' },
				{ name: 'Get', value: 'get' },
			],
			default: 'create',
		});
	});

	it('show each field for its own operation only', () => {
		expect(fields.map(({ name, displayOptions }) => [name, displayOptions])).toEqual([
			['reason', { show: { resource: ['refund'], operation: ['create'] } }],
			['id', { show: { resource: ['refund'], operation: ['get'] } }],
			['more', { show: { resource: ['refund'], operation: ['get'], id: ['1'] } }],
		]);
	});
});

it('calls the fields that may be left out Additional Fields, and none of them is there at first', () => {
	const words = { displayName: 'Additional Fields', placeholder: 'Add Field' };
	expect(additionalFields(checksum)).toMatchObject({ ...words, default: {} });
});
