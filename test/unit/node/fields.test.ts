import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyMode,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { CardBankPayments } from '../../../nodes/CardBankPayments/CardBankPayments.node';
import { resources } from '../../../nodes/CardBankPayments/resources';
import { options } from '../../../nodes/CardBankPayments/resources/options';
import { expectGoodWording } from '../support/wording';

/*
 * What the fields are is held against the contract in test/engine/contract.test.ts; this is about
 * what builders read, and about the options, which the contract does not know.
 */

const { description } = new CardBankPayments();
const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${resource.option.name} ${operation.option.name}`,
		...operation,
	})),
);
const offered = options.options as INodeProperties[];
const fields = [...operations.flatMap((operation) => operation.fields), options].flatMap(withInner);
const references = fields.filter(({ name }) => name === 'orderReference');
const withChoices = fields.filter(({ type }) => type === 'options');
/** In which one types freely; a checksum is computed. */
const typed = fields
	.filter(({ name }) => name !== 'checksum')
	.flatMap((field) => [field, ...modesOf(field)])
	.filter(({ type }) => type === 'string');

/** Rows of a table, which Jest refuses where it is empty: nothing is tried on no field at all. */
const labelled = <Field extends { displayName: string }>(all: Field[]) =>
	all.map((field) => ({ label: field.displayName, field }));

describe.each(operations)('$name', ({ option }) => {
	it('says what it does, and which action it is', () => {
		expect(option.name).toMatch(/^[A-Z]/);
		expectGoodWording(option.description ?? '');
		expect(option.action).toMatch(/^[A-Z][a-z]+( [a-z]+)+$/);
	});
});

describe.each(resources)('the resource $option.value', ({ option }) => {
	it('has a label, and says what it is for', () => {
		expect(option.name).toMatch(/^[A-Z]\w+( [A-Z]\w+)*$/);
		expectGoodWording(option.description ?? '');
	});
});

it('keeps the values that saved workflows depend on, and the effects that decide about money', () => {
	const effects = resources.flatMap((resource) =>
		resource.operations.map(({ option, effect }) => [
			`${String(resource.option.value)}.${String(option.value)}`,
			effect,
		]),
	);
	expect(Object.fromEntries(effects)).toMatchObject({
		'cardPayment.initiate': 'paymentLink',
		'cardPayment.preview': 'none',
		'cardPayment.get': 'none',
		'payout.createBankPayout': 'payout',
		'payout.get': 'none',
		'payout.previewBankPayout': 'none',
		'payout.getMany': 'none',
		'payout.verifyBankAccount': 'none',
		'cardPayment.getMany': 'none',
	});
});

it('begins with the operations that workflows saved without one depend on', () => {
	expect(resources.map(({ operations: [first] }) => first?.option.value)).toEqual([
		'initiate',
		'createBankPayout',
	]);
});

describe.each(labelled(fields))('the field $label', ({ field }) => {
	it('has a label that begins with a capital letter', () => {
		expect(field.displayName).toMatch(/^[A-Z]\w+( \(?[A-Z]\w+\)?)*$/);
	});

	it('has a type that n8n knows', () => {
		expect([
			...['boolean', 'collection', 'dateTime', 'number', 'options', 'resourceLocator', 'string'],
		]).toContain(field.type);
	});

	it('says what it is for, or what to add', () => {
		if (field.type === 'collection') expect(field.placeholder).toMatch(/^Add [A-Z]\w+$/);
		else expectGoodWording(field.description ?? '');
	});
});

describe('the hints for builders that are machines', () => {
	const hinted = description.properties.flatMap(withInner).filter(({ builderHint }) => builderHint);

	// n8n 2.41 loads no node with a hint on Resource or Operation.
	it('stand on the fields with which money goes astray, and on no other', () => {
		const names = new Set(hinted.map(({ name }) => name));
		expect([...names].sort()).toEqual([
			'agentPayouts',
			'amount',
			'duplicateGuard',
			'orderReference',
		]);
	});

	it.each(labelled(hinted))(
		'say in good words what to do, without an expression ($label)',
		({ field }) => {
			const hint = field.builderHint?.propertyHint ?? '';
			expectGoodWording(hint);
			expect(hint).not.toContain('={{');
		},
	);
});

it.each(labelled(references))('the field $label shows only letters and digits', ({ field }) => {
	expect(field.placeholder).toMatch(/^e\.g\. [A-Za-z0-9]+$/);
});

it.each(labelled(typed))('the field $label shows an example', ({ field }) => {
	expect(field.placeholder).toMatch(/^e\.g\. \S/);
});

describe.each(labelled(withChoices))('the choices of the field $label', ({ field }) => {
	const choices = choicesOf(field);

	it('say what each of them does, or all speak for themselves', () => {
		const explained = choices.filter((choice) => choice.description !== undefined);
		expect([0, choices.length]).toContain(explained.length);
		for (const choice of explained) expectGoodWording(choice.description ?? '');
		for (const { name } of choices) expect(name).toMatch(/^[A-Z]/);
	});

	it('hold the one that it begins with', () => {
		expect(choices.map(({ value }) => value)).toContain(field.default);
	});
});

describe('the customer of a card payment', () => {
	const shownFor = (parameters: INodeParameters) =>
		description.properties
			.filter(({ name }) => name.startsWith('customer'))
			.filter((field) => NodeHelpers.displayParameter(parameters, field, null, description))
			.map(({ name }) => name);
	const initiate = { resource: 'cardPayment', operation: 'initiate' };

	it.each([
		['id', ['customer', 'customerId']],
		['details', ['customer', 'customerFullName', 'customerEmail', 'customerPhoneNumber']],
	])('is asked for by %s', (customer, names) => {
		expect(shownFor({ ...initiate, customer })).toEqual(names);
	});

	it('is chosen without an expression, and by ID in workflows saved before', () => {
		const choice = fields.find(({ name }) => name === 'customer');
		expect(choice).not.toHaveProperty('routing');
		expect(choice).toMatchObject({ noDataExpression: true, default: 'id' });
	});

	it('belongs to Initiate alone', () => {
		expect(shownFor({ ...initiate, operation: 'preview', customer: 'details' })).toEqual([]);
		expect(shownFor({ ...initiate, resource: 'payout', customer: 'details' })).toEqual([]);
	});
});

it('lets nobody type a payout of less than nothing', () => {
	const amounts = fields.filter(({ name, type }) => name === 'amount' && type === 'number');
	expect(amounts.map(leastOf)).toContainEqual(['amount', 0]);
});

const keptOfPayout = [
	...['id', 'orderReference', 'status', 'amount', 'fee', 'currency', 'estimatedArrival'],
	...['beneficiary.accountName', 'beneficiary.accountNumber', 'createdAt'],
];
const keptOfPayment = [
	...['id', 'orderReference', 'status', 'paymentReference', 'collectedAmount'],
	...['collectedCurrency', 'message'],
];

it.each([
	['Payout Create Bank Payout', keptOfPayout],
	['Payout Get', keptOfPayout],
	['Payout Get Many', keptOfPayout],
	['Card Payment Get', keptOfPayment],
	['Card Payment Get Many', keptOfPayment],
])('keeps of a simplified %s the keys that workflows depend on', (name, keys) => {
	expect(operations.find((operation) => operation.name === name)?.simplified).toEqual(keys);
});

describe('the bank', () => {
	const bank = fields.find(({ name }) => name === 'bic') as INodeProperties;

	it('is chosen from a list that can be searched, or typed as a BIC', () => {
		expect(bank.default).toEqual({ mode: 'list', value: '' });
		expect(modesOf(bank)).toMatchObject([
			{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchable: true } },
			{ displayName: 'By BIC', name: 'bic', type: 'string' },
		]);
		expect(modesOf(bank)[0]?.placeholder).toMatch(/^Select /);
	});
});

describe('the options', () => {
	it('that decide about money cannot be an expression', () => {
		const fixed = offered.filter(({ noDataExpression }) => noDataExpression);
		const names = ['agentPayouts', 'duplicateGuard', 'whenAlreadySent'];
		expect(fixed.map(({ name }) => name)).toEqual(names);
	});

	it('have the names, types and defaults that saved workflows depend on', () => {
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
	});

	it.each([
		['agentPayouts', ['refuse', 'fixedBeneficiary', 'anyBeneficiary']],
		['duplicateGuard', ['allExecutions', 'thisExecution']],
		['whenAlreadySent', ['error', 'passThrough', 'returnPayout']],
	])('offer for %s the choices %j', (name, values) => {
		const option = offered.find((candidate) => candidate.name === name) as INodeProperties;
		expect(choicesOf(option).map(({ value }) => value)).toEqual(values);
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

	it('stand in the order of their labels', () => {
		const labels = offered.map(({ displayName }) => displayName);
		expect(labels).toEqual([...labels].sort());
	});

	it('let nobody type less than a number can be', () => {
		const least = offered.filter(({ type }) => type === 'number').map(leastOf);
		expect(least).toEqual([
			['batchInterval', 0],
			['concurrency', 1],
			['maximumAmount', 0],
			['maximumTotal', 0],
			['maximumWait', 0],
			['timeout', 1],
		]);
	});
});

function withInner(field: INodeProperties): INodeProperties[] {
	return field.type === 'collection'
		? [field, ...(field.options as INodeProperties[]).flatMap(withInner)]
		: [field];
}

function choicesOf({ type, options: choices }: INodeProperties): INodePropertyOptions[] {
	return type === 'options' ? (choices as INodePropertyOptions[]) : [];
}

function modesOf({ modes = [] }: INodeProperties): INodePropertyMode[] {
	return modes;
}

function leastOf({ name, typeOptions }: INodeProperties): unknown[] {
	return [name, typeOptions?.minValue];
}
