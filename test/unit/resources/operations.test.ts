import { NodeHelpers } from 'n8n-workflow';
import { CardBankPayments } from '../../../nodes/CardBankPayments/CardBankPayments.node';
import { lookUpOf, resources } from '../../../nodes/CardBankPayments/resources';
import { fieldsToSend, isChoice } from '../../../nodes/CardBankPayments/resources/shownFields';
import { operationsUnderTest } from '../../../workbench/engine/operations';
import { refusedBy } from '../support/wording';

const { description } = new CardBankPayments();
const { properties } = description;
const operations = resources.flatMap((resource) => resource.operations);
const find = (action: string) => operations.find(({ option }) => option.action === action)!;

it.each(operationsUnderTest)('$name sends what the editor shows', ({ operation, chosen }) => {
	const sent = fieldsToSend(operation.fields, ({ name }) => chosen[name]);
	// In the editor, a choice that nobody made has its default.
	const values = NodeHelpers.getNodeParameters(properties, chosen, true, false, null, description);
	const shown = properties.filter(
		(field) =>
			!['hidden', 'notice'].includes(field.type) &&
			NodeHelpers.displayParameter(values!, field, null, description),
	);
	const fields = operation.fields.filter((field) => isChoice(field) || sent.includes(field));
	const names = fields.map(({ name }) => name);
	expect(shown.map(({ name }) => name)).toEqual(['resource', 'operation', ...names, 'options']);
});

it('a parameter that decides which others are shown is the same for all items', () => {
	const conditions = properties.flatMap(({ displayOptions }) =>
		Object.keys(displayOptions?.show ?? {}),
	);
	const deciding = ['customer', 'operation', 'resource', 'returnAll'];
	expect([...new Set(conditions)].sort()).toEqual(deciding);
	for (const field of properties) {
		expect(field.noDataExpression === true).toBe(deciding.includes(field.name));
	}
});

it.each<[string, string, string, unknown[]]>([
	[
		'Initiate card payment',
		'Customer',
		'Customer ID, Customer Details',
		['={{ $json.customer }}', '', 'ID', 7, ['id']],
	],
	['Get many payouts', 'Return All', 'On, Off', ['={{ true }}', 'true', 1, '']],
])('%s refuses a choice of %s that is none of %s', (action, label, choices, values) => {
	for (const value of values) {
		const refused = refusedBy(() => fieldsToSend(find(action).fields, () => value));
		expect(refused.message).toMatch(
			new RegExp(`^${label} is .*; choose one of ${choices}, without`),
		);
	}
});

it.each([
	['Create bank payout', 'Get payout', 'payout'],
	['Initiate card payment', 'Get card payment', 'payment'],
])('%s is looked up by %s, where a %s is', (action, lookUp, kind) => {
	const found = lookUpOf(find(action));
	expect(found?.option.action).toBe(lookUp);
	expect(found?.response).toEqual({ form: 'records', kind });
});
