import type { INodeParameters } from 'n8n-workflow';
import { CardBankPayments } from '../../../nodes/CardBankPayments/CardBankPayments.node';
import { resources } from '../../../nodes/CardBankPayments/resources';
import { inEditor } from '../support/editor';

const { description, methods } = new CardBankPayments();
const actions = resources.flatMap(({ option, operations }) =>
	operations.map(({ option: { action, value } }) => ({
		action,
		parameters: { resource: option.value, operation: value } as INodeParameters,
	})),
);

it('has the names that workflows depend on, one way in and one way out, and is a tool', () => {
	expect(description).toMatchObject({
		name: 'cardBankPayments',
		defaults: { name: 'Card and Bank Payments' },
		version: [1],
		defaultVersion: 1,
		group: ['output'],
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
		credentials: [{ name: 'cardBankPaymentsApi', required: true }],
		builderHint: { relatedNodes: [{ nodeType: 'n8n-nodes-base.wait' }] },
	});
	expect(description.properties[0]).toMatchObject({ name: 'resource', default: 'cardPayment' });
});

it('warns where real money is paid, and nowhere else', () => {
	const notices = description.properties.filter(({ type }) => type === 'notice');
	expect(notices).toMatchObject([
		{ displayOptions: { show: { resource: ['payout'], operation: ['createBankPayout'] } } },
	]);
});

it.each(actions)('shows on the canvas "$action"', ({ action, parameters }) => {
	const { workflow, node } = inEditor(parameters);
	// As the editor does it, which has no item at hand.
	const { subtitle } = description;
	expect(workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {})).toBe(action);
});

it('offers the lists that its fields load', () => {
	const loaded = JSON.stringify(description.properties).matchAll(/"searchListMethod":"(\w+)"/g);
	const names = new Set([...loaded].map(([, name]) => name));
	expect([...names].sort()).toEqual(Object.keys(methods.listSearch).sort());
});
