import type { INodeProperties } from 'n8n-workflow';
import { resources } from '../../../nodes/CardBankPayments/resources';
import { fieldsToSend, isChoice } from '../../../nodes/CardBankPayments/resources/shownFields';
import { sendText } from '../../../nodes/CardBankPayments/wire/bodyField';
import { expectGoodWording, thrownBy } from '../support/wording';

const operations = resources.flatMap((resource) => resource.operations);
const initiate = operations.find(({ option }) => option.value === 'initiate');

/** Names of the fields that are sent when the parameter Customer holds this. */
const sent = (customer: unknown) =>
	fieldsToSend(initiate?.fields ?? [], ({ name }) => (name === 'customer' ? customer : 'any')).map(
		({ name }) => name,
	);

const others = ['amount', 'currency', 'orderReference'];

describe('the fields that are sent', () => {
	it.each([
		['id', ['customerId']],
		['details', ['customerFullName', 'customerEmail', 'customerPhoneNumber']],
		// A workflow saved before the choice existed.
		[undefined, ['customerId']],
	])('for the customer %s are those that the editor shows', (customer, shown) => {
		expect(sent(customer)).toEqual([...others, ...shown, 'additionalFields']);
	});

	it.each(['={{ $json.customer }}', '', 'ID', 7, ['id'], { id: 'id' }])(
		'are refused for the customer %j, which its list does not have',
		(customer) => {
			const { message, description } = thrownBy(() => sent(customer));
			expectGoodWording(message);
			expect(message).toMatch(/^Customer is .*choose one of Customer ID, Customer Details/);
			expect(description).toBe('Nothing was sent.');
		},
	);

	it.each(operations.filter(({ fields }) => !fields.some(isChoice)))(
		'are all of them where nothing is to be chosen ($option.action)',
		({ fields }) => expect(fieldsToSend(fields, () => undefined)).toEqual(fields),
	);
});

describe.each(operations.filter(({ answer }) => answer.form === 'page'))(
	'the list of $option.action',
	({ fields }) => {
		const shown = (returnAll: unknown) =>
			fieldsToSend(fields, ({ name }) => (name === 'returnAll' ? returnAll : 'any')).map(
				({ name }) => name,
			);

		it('has a limit unless all of it is wanted', () => {
			expect(shown(false)).toEqual(['limit', 'filters']);
			expect(shown(undefined)).toEqual(['limit', 'filters']);
			expect(shown(true)).toEqual(['filters']);
		});

		it.each(['={{ true }}', 'true', 1, ''])('is not wanted whole by %j', (returnAll) => {
			const { message } = thrownBy(() => shown(returnAll));
			expectGoodWording(message);
			expect(message).toMatch(/^Return All is .*; choose one of On, Off, without an expression$/);
		});
	},
);

const choice: INodeProperties = {
	displayName: 'Kind',
	name: 'kind',
	type: 'options',
	options: [
		{ name: 'A', value: 'a' },
		{ name: 'B', value: 'b' },
	],
	default: 'b',
};
const field = (name: string, show?: Record<string, string[]>): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	routing: { send: sendText(name) },
	...(show && { displayOptions: { show } }),
});

it('shows a field for several values, and only where all its conditions hold', () => {
	const other = { ...choice, name: 'other' };
	const both = field('both', { kind: ['a', 'b'] });
	const strict = field('strict', { kind: ['a'], other: ['b'] });
	const fields = [choice, other, both, strict];
	const values: Record<string, string> = { kind: 'a', other: 'b' };
	expect(fieldsToSend(fields, ({ name }) => values[name])).toEqual([both, strict]);
	expect(fieldsToSend(fields, () => 'b')).toEqual([both]);
	expect(fieldsToSend(fields, () => undefined)).toEqual([both]);
});

it.each(operations)('depends on nothing but choices ($option.action)', ({ fields }) => {
	const conditions = fields.flatMap(({ displayOptions }) => Object.keys(displayOptions ?? {}));
	const names = fields.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}));
	const choices = fields.filter(isChoice).map(({ name }) => name);
	expect(conditions.filter((condition) => condition !== 'show')).toEqual([]);
	expect(names.filter((name) => !choices.includes(name))).toEqual([]);
});
