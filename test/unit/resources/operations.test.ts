import type { INodeProperties } from 'n8n-workflow';
import { lookUpOf, resources } from '../../../nodes/CardBankPayments/resources';
import { propertiesOf, type Resource } from '../../../nodes/CardBankPayments/resources/operation';
import { fieldsToSend, isChoice } from '../../../nodes/CardBankPayments/resources/shownFields';
import { inBody } from '../../../nodes/CardBankPayments/wire/field';
import { refusedBy } from '../support/wording';

const operations = resources.flatMap((resource) => resource.operations);
const find = (action: string) => operations.find(({ option }) => option.action === action)!;

/** Names of the fields that are sent where the parameter of a choice holds this. */
const sent = (action: string, value: unknown) =>
	fieldsToSend(find(action).fields, () => value).map(({ name }) => name);

const ofPayment = ['amount', 'currency', 'orderReference'];

it.each([
	['Initiate card payment', 'id', [...ofPayment, 'customerId', 'additionalFields']],
	[
		'Initiate card payment',
		'details',
		[
			...ofPayment,
			...['customerFullName', 'customerEmail', 'customerPhoneNumber', 'additionalFields'],
		],
	],
	// A workflow saved before the choice existed.
	['Initiate card payment', undefined, [...ofPayment, 'customerId', 'additionalFields']],
	['Get many payouts', false, ['limit', 'filters']],
	['Get many payouts', undefined, ['limit', 'filters']],
	['Get many card payments', true, ['filters']],
	['Get payout', 'whatever', ['orderReference']],
])('%s sends what the editor shows for %j', (action, value, names) => {
	expect(sent(action, value)).toEqual(names);
});

it.each([
	...['={{ $json.customer }}', '', 'ID', 7, ['id']].map((value) => [
		'Initiate card payment',
		value,
		/^Customer is .*choose one of Customer ID, Customer Details/,
	]),
	...['={{ true }}', 'true', 1, ''].map((value) => [
		'Get many payouts',
		value,
		/^Return All is .*; choose one of On, Off, without an expression$/,
	]),
] as Array<[string, unknown, RegExp]>)('%s refuses the choice %j', (action, value, says) => {
	const { message, description } = refusedBy(() => sent(action, value));
	expect(message).toMatch(says);
	expect(description).toBe('Nothing was sent.');
});

it('a field may be shown for several values, and only where all its conditions hold', () => {
	const choice = (name: string): INodeProperties => ({
		displayName: name,
		name,
		type: 'options',
		options: [
			{ name: 'A', value: 'a' },
			{ name: 'B', value: 'b' },
		],
		default: 'b',
	});
	const shownFor = (show: Record<string, string[]>): INodeProperties => ({
		...choice('field'),
		routing: { send: inBody('field') },
		displayOptions: { show },
	});
	const both = shownFor({ kind: ['a', 'b'] });
	const strict = shownFor({ kind: ['a'], other: ['b'] });
	const fields = [choice('kind'), choice('other'), both, strict];
	const values: Record<string, string> = { kind: 'a', other: 'b' };
	expect(fieldsToSend(fields, ({ name }) => values[name])).toEqual([both, strict]);
	expect(fieldsToSend(fields, () => undefined)).toEqual([both]);
});

it.each(operations)('$option.action depends on nothing but choices', ({ fields }) => {
	const choices = fields.filter(isChoice).map(({ name }) => name);
	for (const { displayOptions = {} } of fields) {
		const { show = {}, ...others } = displayOptions;
		expect(others).toEqual({});
		expect(choices).toEqual(expect.arrayContaining(Object.keys(show)));
	}
});

it.each([
	['Create bank payout', 'Get payout', 'payout'],
	['Initiate card payment', 'Get card payment', 'payment'],
])('%s is looked up by %s, where a %s is', (action, lookUp, kind) => {
	const found = lookUpOf(find(action));
	expect(found?.option.action).toBe(lookUp);
	expect(found?.response.kind).toBe(kind);
});

it('a resource has a list of operations, and shows each field for its own operation only', () => {
	const text = { displayName: 'Text', type: 'string', default: '' } as const;
	const proof = { effect: 'none', response: { form: 'record', kind: 'payout' } } as const;
	const show = { id: ['1'] };
	const refund: Resource = {
		option: { name: 'Refund', value: 'refund' },
		operations: [
			{ ...proof, option: { name: 'Create', value: 'create' }, fields: [{ ...text, name: 'id' }] },
			{
				...proof,
				option: { name: 'Get', value: 'get' },
				fields: [{ ...text, name: 'more', displayOptions: { show } }],
			},
		],
	};
	const [operation, ...fields] = propertiesOf(refund);
	expect(operation).toMatchObject({
		name: 'operation',
		noDataExpression: true,
		displayOptions: { show: { resource: ['refund'] } },
		options: refund.operations.map(({ option }) => option),
		default: 'create',
	});
	expect(fields.map(({ displayOptions }) => displayOptions?.show)).toEqual([
		{ resource: ['refund'], operation: ['create'] },
		{ resource: ['refund'], operation: ['get'], ...show },
	]);
});
