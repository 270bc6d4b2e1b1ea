import type { INodeProperties } from 'n8n-workflow';
import {
	checksum,
	additionalFields,
	orderReference,
} from '../../../nodes/CardBankPayments/resources/commonFields';
import { propertiesOf, type Resource } from '../../../nodes/CardBankPayments/resources/operation';
import { formatOf } from '../../../nodes/CardBankPayments/wire/bodyField';

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

describe('the fields that operations share', () => {
	const sent = (name: string) => ({
		name,
		type: 'string',
		default: '',
		routing: { send: { type: 'body', property: name } },
	});

	it('name the order reference and require it', () => {
		expect(orderReference).toMatchObject({ ...sent('orderReference'), required: true });
		expect(formatOf(orderReference)(204)).toBe('204');
	});

	it('offer the checksum as an optional field', () => {
		expect(checksum).toMatchObject(sent('checksum'));
		expect(checksum.required).toBeUndefined();
		expect(formatOf(checksum)('abc')).toBe('abc');
		expect(additionalFields(checksum)).toMatchObject({
			displayName: 'Additional Fields',
			name: 'additionalFields',
			placeholder: 'Add Field',
			type: 'collection',
			default: {},
			options: [checksum],
		});
	});
});
