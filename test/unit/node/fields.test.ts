import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { CardBankPayments } from '../../../nodes/CardBankPayments/CardBankPayments.node';
import { resources } from '../../../nodes/CardBankPayments/resources';
import { options } from '../../../nodes/CardBankPayments/resources/options';

/*
 * What the fields are is held against the contract in test/engine/contract.test.ts; this is about
 * what builders read, and about the options, which the contract does not know.
 */

const { description } = new CardBankPayments();
const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${String(resource.option.value)}.${String(operation.option.value)}`,
		resource: resource.option.value,
		...operation,
	})),
);
const offered = options.options as INodeProperties[];
const fields = [...operations.flatMap((operation) => operation.fields), options].flatMap(withInner);
const find = (name: string) => fields.find((field) => field.name === name) as INodeProperties;

const keptOfPayout = [
	...['id', 'orderReference', 'status', 'amount', 'fee', 'currency', 'estimatedArrival'],
	...['beneficiary.accountName', 'beneficiary.accountNumber', 'createdAt'],
];
const keptOfPayment = [
	...['id', 'orderReference', 'status', 'paymentReference', 'collectedAmount'],
	...['collectedCurrency', 'message'],
];

const keptOfTransaction = [
	...[
		'date',
		'type',
		'entry',
		'amount',
		'currency',
		'account.currency',
		'balance',
		'orderReference',
		'description',
	],
	...['account.openingBalance', 'account.closingBalance'],
];

it('keeps what saved workflows depend on, and what decides about money', () => {
	const kept = operations.map(({ name, effect, response, simplified }) => [
		...[name, effect, response.form, simplified],
	]);
	expect(kept).toEqual([
		['account.getBalance', 'none', 'items', ['currency', 'balance']],
		['account.getStatement', 'none', 'items', keptOfTransaction],
		['bank.getMany', 'none', 'items', ['name', 'bic']],
		['cardPayment.initiate', 'paymentLink', 'fields', undefined],
		['cardPayment.get', 'none', 'records', keptOfPayment],
		['cardPayment.getMany', 'none', 'page', keptOfPayment],
		['cardPayment.preview', 'none', 'fields', undefined],
		['exchangeRate.getMany', 'none', 'items', ['source', 'target', 'rate', 'date']],
		['payout.createBankPayout', 'payout', 'record', keptOfPayout],
		['payout.get', 'none', 'records', keptOfPayout],
		['payout.getMany', 'none', 'page', keptOfPayout],
		['payout.previewBankPayout', 'none', 'fields', undefined],
		['payout.verifyBankAccount', 'none', 'fields', undefined],
	]);
	const lists = description.properties.filter(({ name }) => name === 'operation');
	const defaults = ['getBalance', 'getMany', 'initiate', 'getMany', 'createBankPayout'];
	expect(lists.map((list) => list.default)).toEqual(defaults);
});

const labelOf = (operation: string, name: string) => {
	const { fields: own } = operations.find((one) => one.name === operation)!;
	return own.flatMap(withInner).find((field) => field.name === name)!;
};

// In n8n's editor a number field makes 150 of 150.000, and changes with the mouse wheel.
it.each(['payout.createBankPayout', 'payout.previewBankPayout', 'cardPayment.initiate'])(
	'%s takes an amount as it was typed',
	(operation) => {
		const amount = { type: 'string', default: '', required: true };
		expect(labelOf(operation, 'amount')).toMatchObject(amount);
	},
);

it('a bank is chosen from a list that can be searched, or typed as a BIC', () => {
	expect(find('bic').default).toEqual({ mode: 'list', value: '' });
	expect(find('bic').modes).toMatchObject([
		{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchable: true } },
		{ displayName: 'By BIC', name: 'bic', type: 'string' },
	]);
});

it('no limit can be typed below its least', () => {
	const numbers = fields.filter(({ type }) => type === 'number');
	const least = numbers.map(({ name, typeOptions }) => [name, typeOptions?.minValue]);
	expect(Object.fromEntries(least)).toEqual({
		...{ concurrency: 1, limit: 1, maximumAmount: 0 },
		...{ maximumPerDay: 0 },
		...{ maximumTotal: 0, maximumWait: 0, timeout: 1 },
	});
});

it('days are chosen without a time', () => {
	for (const name of ['startDate', 'endDate']) expect(find(name).typeOptions?.dateOnly).toBe(true);
});

describe('the options', () => {
	// Their names, defaults and values: executor/read/settings.test.ts.
	it('that decide about money by a choice cannot be an expression', () => {
		const fixed = offered.filter(({ noDataExpression }) => noDataExpression);
		const guards = ['agentPayouts', 'output', 'whenAlreadySent'];
		expect(fixed.map(({ name }) => name)).toEqual(guards);
	});

	const payout = ['payout.createBankPayout'];
	const withRecords = [
		...['account.getBalance', 'account.getStatement', 'bank.getMany'],
		...['cardPayment.get', 'cardPayment.getMany', 'exchangeRate.getMany'],
		...[...payout, 'payout.get', 'payout.getMany'],
	];
	const asRows = [...payout, 'payout.get', 'payout.previewBankPayout'];
	const concerned: Record<string, string[]> = {
		...{ agentPayouts: payout, checkBalance: payout, maximumPerDay: payout },
		...{ checkAccountName: payout, equalPayouts: payout },
		...{ maximumAmount: payout, maximumTotal: payout, whenAlreadySent: payout },
		...{ orderBy: ['cardPayment.getMany', 'payout.getMany'], simplify: withRecords },
		output: ['cardPayment.initiate', 'cardPayment.get', ...asRows],
	};
	/** Of the rows alone, which the option Output chooses. */
	const ofRows: Record<string, string[]> = {
		expectedAccountNumber: ['payout.get'],
		expectedAmount: ['cardPayment.get', 'payout.get'],
		expectedCurrency: ['cardPayment.get'],
	};

	const shownIn = (option: INodeProperties, others: INodeParameters) =>
		operations
			.filter(({ resource, option: { value: operation } }) => {
				const root = { resource, operation, options: others } as INodeParameters;
				return NodeHelpers.displayParameter(others, option, null, description, root);
			})
			.map(({ name }) => name);

	it.each(offered)('$name is shown where it has something to say', (option) => {
		const all = operations.map(({ name }) => name);
		const withRecord = ofRows[option.name] ? [] : (concerned[option.name] ?? all);
		expect(shownIn(option, {})).toEqual(withRecord);
		const isOfRecords = ['simplify', 'whenAlreadySent'].includes(option.name);
		const withRow = isOfRecords ? [] : (ofRows[option.name] ?? withRecord);
		expect(shownIn(option, { output: 'row' })).toEqual(withRow);
	});
});

function withInner(field: INodeProperties): INodeProperties[] {
	return field.type === 'collection'
		? [field, ...(field.options as INodeProperties[]).flatMap(withInner)]
		: [field];
}
