import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { resources } from '../../nodes/CardBankPayments/resources';
import type { Operation, Resource } from '../../nodes/CardBankPayments/resources/operation';
import { fieldsToSend, isChoice } from '../../nodes/CardBankPayments/resources/shownFields';

/**
 * One operation of the node, with what a test needs to run it, made from its definition alone. Where
 * a field only decides which others are shown, each of its choices is an operation of its own.
 */
export interface OperationUnderTest {
	/** For test names, e.g. `payout.createBankPayout` or `cardPayment.initiate (details)`. */
	name: string;
	/**
	 * Resource and operation as node parameters, and what was chosen besides. What has its default is
	 * left out, as in workflows that were saved before there was anything to choose.
	 */
	chosen: { resource: string; operation: string; [choice: string]: string | boolean };
	operation: Operation;
	/** Method and path below the base URL; a place in the path reads `{orderReference}`. */
	request: { method: string; url: string };
	/** The fields that are shown and have to be filled in. */
	required: INodeProperties[];
	/** The entries of its collections, and the fields that may be left empty. */
	optional: INodeProperties[];
}

/** Every operation that the node has; one that is added is tested without further ado. */
export const operationsUnderTest: OperationUnderTest[] = resources.flatMap((resource) =>
	resource.operations.flatMap((operation) => variantsOf(resource, operation)),
);

function variantsOf({ option }: Resource, operation: Operation): OperationUnderTest[] {
	const { fields } = operation;
	const name = `${String(option.value)}.${String(operation.option.value)}`;
	return choicesOf(fields).map((choices) => {
		const shown = fieldsToSend(fields, (field) => choices[field.name]);
		const isCollection = ({ type }: INodeProperties) => type === 'collection';
		const inCollections = shown
			.filter(isCollection)
			.flatMap(({ options }) => options as INodeProperties[]);
		const single = shown.filter((field) => !isCollection(field) && !isLimit(field));
		return {
			name: [name, ...Object.values(choices).map((choice) => `(${choice})`)].join(' '),
			chosen: {
				resource: String(option.value),
				operation: String(operation.option.value),
				...choices,
			},
			operation,
			request: operation.option.routing?.request as OperationUnderTest['request'],
			required: single.filter(({ required }) => required === true),
			optional: [...single.filter(({ required }) => required !== true), ...inCollections],
		};
	});
}

/** Its value goes out page by page. */
function isLimit({ name }: INodeProperties): boolean {
	return name === 'limit';
}

/** All that can be chosen; first what is chosen by default, which no parameter names. */
function choicesOf(fields: INodeProperties[]): Array<Record<string, string | boolean>> {
	const [choice, another] = fields.filter(isChoice);
	if (another !== undefined)
		throw new Error(`${another.name} is a second choice: try both in all ways`);
	if (choice === undefined) return [{}];
	const { name, default: byDefault, options } = choice;
	// A choice without a list of values is yes or no.
	const values = (options as INodePropertyOptions[] | undefined)?.map(({ value }) => String(value));
	const others = (values ?? [true, false]).filter((value) => value !== byDefault);
	return [{}, ...others.map((value) => ({ [name]: value }))];
}

/**
 * The fields that the items of an operation fill in: all that it requires. Where it requires none, each
 * item narrows the list to an order reference of its own, or all of them would ask for the same list.
 */
export function filledFields({ required, optional }: OperationUnderTest): INodeProperties[] {
	return required.length > 0 ? required : optional.filter(({ name }) => name === 'orderReference');
}

/** The field that tells the requests of different items apart; a list that comes whole has none. */
export function keyFieldOf(
	operation: OperationUnderTest,
): 'orderReference' | 'accountNumber' | undefined {
	const names = filledFields(operation).map(({ name }) => name);
	return (['orderReference', 'accountNumber'] as const).find((name) => names.includes(name));
}

/**
 * Items that are good for an operation, by the names of its fields. Texts are the examples that the
 * fields themselves show, so that the service knows the BIC, say.
 *
 * @param prefix begins the order references, which are numbered
 */
export function goodItems(
	operation: OperationUnderTest,
	count: number,
	prefix = 'INV',
): IDataObject[] {
	const fields = filledFields(operation);
	return Array.from({ length: count }, (_, index) =>
		Object.fromEntries(fields.map((field) => [field.name, example(field, index, prefix)])),
	);
}

function example(field: INodeProperties, index: number, prefix: string): string | number {
	if (field.name === 'orderReference') return `${prefix}-${index}`;
	// The bank tells whose account it is: its number does not end in 9.
	if (field.name === 'accountNumber') return `01501234${String(index).padStart(4, '0')}1`;
	if (field.name === 'amount') return '25.50';
	if (field.type === 'options')
		return (field.options as INodePropertyOptions[])[0]?.value as string;
	const placeholder = field.placeholder ?? field.modes?.at(-1)?.placeholder ?? '';
	return placeholder.replace(/^e\.g\. /, '');
}

/** Parameters that take every field of a good item from the item. */
export function parametersFromItem(
	operation: OperationUnderTest,
	changes: INodeParameters = {},
): INodeParameters {
	const values = filledFields(operation).map((field) => takenFromItem(operation, field));
	return Object.assign({}, operation.chosen, ...values, changes) as INodeParameters;
}

/** The parameter that takes a field's value from the item; optional fields are in their collection. */
function takenFromItem({ operation }: OperationUnderTest, field: INodeProperties): INodeParameters {
	const { name, modes } = field;
	const value = `={{ $json[${JSON.stringify(name)}] }}`;
	const mode = modes?.at(-1)?.name;
	const own = { [name]: mode === undefined ? value : { __rl: true, mode, value } };
	if (operation.fields.includes(field)) return own as INodeParameters;
	const collection = operation.fields.find(({ options }) => options?.includes(field));
	return { [String(collection?.name)]: own } as INodeParameters;
}

export const operationNamed = (name: string) =>
	operationsUnderTest.find((one) => one.name === name) as OperationUnderTest;

export const initiate = operationNamed('cardPayment.initiate');
export const createBankPayout = operationNamed('payout.createBankPayout');

/** Payouts of different amounts to different accounts: 100.00, 101.00, … TZS. */
export function payoutItems(count: number, prefix = 'INV'): IDataObject[] {
	return goodItems(createBankPayout, count, prefix).map((item, index) => ({
		...item,
		amount: 100 + index,
		accountNumber: `01501234${String(index + 1).padStart(5, '0')}`,
	}));
}

/** Parameters of a payout that takes all its fields from the item. */
export const payoutParameters = (options: INodeParameters = {}): INodeParameters =>
	parametersFromItem(createBankPayout, { options });

/** Parameters of a payout that hold the values of one item themselves, as a builder types them. */
export const fixedParameters = (
	{ bic, ...item }: IDataObject,
	changes: INodeParameters,
): INodeParameters =>
	Object.assign({}, createBankPayout.chosen, item, changes, {
		bic: { __rl: true, mode: 'bic', value: bic },
	}) as INodeParameters;
