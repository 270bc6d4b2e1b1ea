import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
	NodeConnectionTypes,
	Workflow,
	type INode,
	type INodeParameters,
	type INodeTypes,
} from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { CardBankPayments } from '../../../nodes/CardBankPayments/CardBankPayments.node';
import codex from '../../../nodes/CardBankPayments/CardBankPayments.node.json';
import { resources } from '../../../nodes/CardBankPayments/resources';
import { expectGoodWording } from '../support/wording';

const { description, methods } = new CardBankPayments();
const [resource] = description.properties;
const actions = resources.flatMap(({ option, operations }) =>
	operations.map(({ option: { action, value } }) => ({
		action,
		parameters: { resource: option.value, operation: value } as INodeParameters,
	})),
);

describe('the node', () => {
	it('has the names that workflows depend on, and one version', () => {
		const { name, displayName, version } = description;
		expect([name, displayName, version]).toEqual(['cardBankPayments', 'Card and Bank Payments', 1]);
		expect(description.defaults.name).toBe(description.displayName);
	});

	it('says what it is for', () => {
		expectGoodWording(description.description);
	});

	it('stands among the actions, with one way in and one way out, and is a tool for agents', () => {
		const { group, inputs, outputs, usableAsTool } = description;
		expect({ group, inputs, outputs, usableAsTool }).toEqual({
			group: ['output'],
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			usableAsTool: true,
		});
	});

	it('has an icon for light and dark', () => {
		const { light, dark } = description.icon as { light: string; dark: string };
		const file = (icon: string) => join('nodes/CardBankPayments', icon.replace(/^file:/, ''));
		for (const icon of [light, dark]) expect(icon).toMatch(/^file:\S+\.svg$/);
		expect([light, dark].map((icon) => existsSync(file(icon)))).toEqual([true, true]);
		expect(light).not.toBe(dark);
	});

	it('needs our credential', () => {
		expect(description.credentials).toEqual([
			{ name: new CardBankPaymentsApi().name, required: true },
		]);
	});

	it.each(actions)('shows on the canvas "$action"', ({ action, parameters }) => {
		const node: INode = {
			id: 'node-1',
			name: 'Payments',
			type: 'payments',
			typeVersion: 1,
			position: [0, 0],
			parameters,
		};
		const workflow = new Workflow({
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes: { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes,
		});
		// As the editor does it, which has no item at hand.
		const { subtitle } = description;
		expect(workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {})).toBe(
			action,
		);
	});

	it.each([
		...['payout', 'pay', 'transfer', 'bank', 'card', 'payment link', 'invoice', 'ClickPesa'],
		'Tanzania',
	])('has "%s" among the words by which the node panel finds it', (words) => {
		const aliases = codex.alias.map((alias) => alias.toLowerCase());
		expect(aliases).toContain(words.toLowerCase());
	});

	it('begins with the list of resources, the first of which is chosen', () => {
		expect(resource).toEqual({
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ option }) => option),
			default: resources[0]?.option.value,
		});
	});

	it('ends with the options, which all operations share', () => {
		expect(description.properties.at(-1)?.name).toBe('options');
	});

	it('offers the lists that its fields load', () => {
		const loaded = JSON.stringify(description.properties).matchAll(/"searchListMethod":"(\w+)"/g);
		const names = new Set([...loaded].map(([, name]) => name));
		expect([...names].sort()).toEqual(Object.keys(methods.listSearch).sort());
	});
});
