import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { CardBankPayments } from '../../../nodes/CardBankPayments/CardBankPayments.node';
import { resources } from '../../../nodes/CardBankPayments/resources';
import { options } from '../../../nodes/CardBankPayments/resources/options';
import { simplified } from '../../../nodes/CardBankPayments/resources/simplified';
import { expectGoodWording } from '../support/wording';

/*
 * What the fields are is held against the contract in test/engine/contract.test.ts; this is about
 * what builders read, and about the options, which the contract does not know.
 */

const { description } = new CardBankPayments();
const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${String(resource.option.value)}.${String(operation.option.value)}`,
		...operation,
	})),
);
const offered = options.options as INodeProperties[];
const fields = [...operations.flatMap((operation) => operation.fields), options].flatMap(withInner);
const find = (name: string) => fields.find((field) => field.name === name) as INodeProperties;

it('keeps what saved workflows depend on, and what decides about money', () => {
	expect(operations.map(({ name, effect, response }) => [name, effect, response.form])).toEqual([
		['cardPayment.initiate', 'paymentLink', 'fields'],
		['cardPayment.get', 'none', 'records'],
		['cardPayment.getMany', 'none', 'page'],
		['cardPayment.preview', 'none', 'fields'],
		['payout.createBankPayout', 'payout', 'record'],
		['payout.get', 'none', 'records'],
		['payout.getMany', 'none', 'page'],
		['payout.previewBankPayout', 'none', 'fields'],
		['payout.verifyBankAccount', 'none', 'fields'],
	]);
});

const keptOfPayout = [
	...['id', 'orderReference', 'status', 'amount', 'fee', 'currency', 'estimatedArrival'],
	...['beneficiary.accountName', 'beneficiary.accountNumber', 'createdAt'],
];
const keptOfPayment = [
	...['id', 'orderReference', 'status', 'paymentReference', 'collectedAmount'],
	...['collectedCurrency', 'message'],
];

it('keeps of a simplified response the keys that workflows depend on', () => {
	const kept = operations.flatMap(({ name, response: { kind } }) =>
		kind ? [[name, simplified[kind]]] : [],
	);
	expect(kept).toEqual([
		['cardPayment.get', keptOfPayment],
		['cardPayment.getMany', keptOfPayment],
		['payout.createBankPayout', keptOfPayout],
		['payout.get', keptOfPayout],
		['payout.getMany', keptOfPayout],
	]);
});

it.each([...resources, ...operations])('$option.name says what it is for', ({ option }) => {
	expect(option.name).toMatch(/^[A-Z]\w+( [A-Z]\w+)*$/);
	expectGoodWording(option.description ?? '');
	if (option.action !== undefined) expect(option.action).toMatch(/^[A-Z][a-z]+( [a-z]+)+$/);
});

describe.each(fields.map((field) => ({ label: field.displayName, field })))(
	'the field $label',
	({ field }) => {
		it('has a label and says what it is for, or what to add', () => {
			expect(field.displayName).toMatch(/^[A-Z]\w+( \(?[A-Z]\w+\)?)*$/);
			if (field.type === 'collection') expect(field.placeholder).toMatch(/^Add [A-Z]\w+$/);
			else expectGoodWording(field.description ?? '');
		});

		it('shows an example where one types freely', () => {
			const typed = [field, ...(field.modes ?? [])].filter(({ type }) => type === 'string');
			const examples = field.name === 'checksum' ? [] : typed.map(({ placeholder }) => placeholder);
			for (const example of examples) expect(example).toMatch(/^e\.g\. \S/);
			if (field.name === 'orderReference') expect(examples[0]).toMatch(/^e\.g\. [A-Za-z0-9]+$/);
		});

		it('explains each of its choices or none, and begins with one of them', () => {
			if (field.type !== 'options') return;
			const choices = field.options as INodePropertyOptions[];
			const explained = choices.flatMap((choice) => choice.description ?? []);
			expect([0, choices.length]).toContain(explained.length);
			for (const text of explained) expectGoodWording(text);
			for (const { name } of choices) expect(name).toMatch(/^[A-Z]/);
			expect(choices.map(({ value }) => value)).toContain(field.default);
		});

		it('says in good words, without an expression, what a machine has to know', () => {
			const hint = field.builderHint?.propertyHint;
			// n8n 2.41 loads no node with a hint on Resource or Operation.
			const hinted = ['agentPayouts', 'amount', 'duplicateGuard', 'orderReference'];
			expect(hint !== undefined).toBe(hinted.includes(field.name));
			if (hint === undefined) return;
			expectGoodWording(hint);
			expect(hint).not.toContain('={{');
		});
	},
);

it.each(['startDate', 'endDate'])('%s says whose day it is', (name) => {
	expect(find(name).description).toContain("in the service's time zone");
});

it.each<[INodeParameters, string[]]>([
	[{ operation: 'initiate', customer: 'id' }, ['customer', 'customerId']],
	[
		{ operation: 'initiate', customer: 'details' },
		['customer', 'customerFullName', 'customerEmail', 'customerPhoneNumber'],
	],
	[{ operation: 'preview', customer: 'details' }, []],
])('the customer of %j is asked for by %s', (chosen, names) => {
	const parameters = { resource: 'cardPayment', ...chosen };
	const shown = description.properties
		.filter(({ name }) => name.startsWith('customer'))
		.filter((field) => NodeHelpers.displayParameter(parameters, field, null, description));
	expect(shown.map(({ name }) => name)).toEqual(names);
	expect(find('customer')).toMatchObject({ noDataExpression: true, default: 'id' });
});

it('a bank is chosen from a list that can be searched, or typed as a BIC', () => {
	expect(find('bic').default).toEqual({ mode: 'list', value: '' });
	expect(find('bic').modes).toMatchObject([
		{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchable: true } },
		{ displayName: 'By BIC', name: 'bic', type: 'string' },
	]);
});

it('numbers have a least one, below which nobody can type', () => {
	const least = fields.filter(({ type }) => type === 'number').map(leastOf);
	expect(Object.fromEntries(least)).toEqual({
		...{ amount: 0, limit: 1, batchInterval: 0, concurrency: 1, maximumAmount: 0 },
		...{ maximumTotal: 0, maximumWait: 0, timeout: 1 },
	});
});

describe('the options', () => {
	it('have the names, types and defaults that saved workflows depend on, by their labels', () => {
		expect(offered.map((option) => [option.name, option.type, option.default])).toEqual([
			['agentPayouts', 'options', 'refuse'],
			['batchInterval', 'number', 0],
			['concurrency', 'number', 5],
			['duplicateGuard', 'options', 'allExecutions'],
			['lookUpUnclear', 'boolean', true],
			['maximumAmount', 'number', 0],
			['maximumTotal', 'number', 0],
			['maximumWait', 'number', 900],
			['proxy', 'string', ''],
			['simplify', 'boolean', false],
			['timeout', 'number', 60_000],
			['validateOnly', 'boolean', false],
			['whenAlreadySent', 'options', 'error'],
		]);
		const labels = offered.map(({ displayName }) => displayName);
		expect(labels).toEqual([...labels].sort());
	});

	it('that decide about money cannot be an expression, and have these choices', () => {
		const fixed = offered.filter(({ noDataExpression }) => noDataExpression);
		const choices = fixed.map(({ name, options: each = [] }) => [
			name,
			(each as INodePropertyOptions[]).map(({ value }) => value),
		]);
		expect(choices).toEqual([
			['agentPayouts', ['refuse', 'fixedBeneficiary', 'anyBeneficiary']],
			['duplicateGuard', ['allExecutions', 'thisExecution']],
			['whenAlreadySent', ['error', 'passThrough', 'returnPayout']],
		]);
	});

	const always = [
		...['batchInterval', 'concurrency', 'maximumWait', 'proxy', 'timeout', 'validateOnly'],
	];
	const forPayouts = [
		...['agentPayouts', 'duplicateGuard', 'lookUpUnclear', 'maximumAmount', 'maximumTotal'],
		...['simplify', 'whenAlreadySent'],
	];

	it.each([
		['cardPayment', 'initiate', ['lookUpUnclear', 'whenAlreadySent']],
		['cardPayment', 'get', ['simplify']],
		['cardPayment', 'preview', []],
		['payout', 'createBankPayout', forPayouts],
		['payout', 'get', ['simplify']],
		['payout', 'previewBankPayout', []],
	])('are shown for %s %s where they have something to say there', (resource, operation, added) => {
		const root = { resource, operation, options: {} };
		const shown = offered.filter((option) =>
			NodeHelpers.displayParameter({}, option, null, description, root),
		);
		expect(shown.map(({ name }) => name)).toEqual([...always, ...added].sort());
	});
});

function withInner(field: INodeProperties): INodeProperties[] {
	return field.type === 'collection'
		? [field, ...(field.options as INodeProperties[]).flatMap(withInner)]
		: [field];
}

function leastOf({ name, typeOptions }: INodeProperties): [string, unknown] {
	return [name, typeOptions?.minValue];
}
