import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { resources } from '../../nodes/CardBankPayments/resources';
import type { Operation, Resource } from '../../nodes/CardBankPayments/resources/operation';
import { fieldsToSend, isChoice } from '../../nodes/CardBankPayments/resources/shownFields';
import { isAmount } from '../../nodes/CardBankPayments/wire/bodyField';

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
	chosen: { resource: string; operation: string; [choice: string]: string };
	operation: Operation;
	/** Method and path below the base URL; a place in the path reads `{orderReference}`. */
	request: { method: string; url: string };
	/** The fields that are shown, without the collections. */
	required: INodeProperties[];
	/** The entries of its collections. */
	optional: INodeProperties[];
	/** The fields that are hidden: they are neither read nor sent, whatever they hold. */
	hidden: INodeProperties[];
}

/** Every operation that the node has; one that is added is tested without further ado. */
export const operationsUnderTest: OperationUnderTest[] = resources.flatMap((resource) =>
	resource.operations.flatMap((operation) => variantsOf(resource, operation)),
);

function variantsOf({ option }: Resource, operation: Operation): OperationUnderTest[] {
	const { fields } = operation;
	const name = `${String(option.value)}.${String(operation.option.value)}`;
	return choicesOf(fields.filter(isChoice)).map((choices) => {
		const shown = fieldsToSend(fields, (field) => choices[field.name]);
		const isCollection = ({ type }: INodeProperties) => type === 'collection';
		return {
			name: [name, ...Object.values(choices).map((choice) => `(${choice})`)].join(' '),
			chosen: {
				resource: String(option.value),
				operation: String(operation.option.value),
				...choices,
			},
			operation,
			request: operation.option.routing?.request as OperationUnderTest['request'],
			required: shown.filter((field) => !isCollection(field)),
			optional: shown.filter(isCollection).flatMap(({ options }) => options as INodeProperties[]),
			hidden: fields.filter((field) => !isChoice(field) && !shown.includes(field)),
		};
	});
}

/** All that can be chosen, by field; first what is chosen by default, which no parameter names. */
function choicesOf(fields: INodeProperties[]): Array<Record<string, string>> {
	return fields.reduce<Array<Record<string, string>>>(
		(all, { name, default: byDefault, options }) =>
			all.flatMap((choices) => [
				choices,
				...(options as INodePropertyOptions[])
					.filter(({ value }) => value !== byDefault)
					.map(({ value }) => ({ ...choices, [name]: String(value) })),
			]),
		[{}],
	);
}

/**
 * Items that are good for an operation, by the names of its fields. Texts are the examples that the
 * fields themselves show, so that the service knows the BIC, say.
 *
 * @param prefix begins the order references, which are numbered
 */
export function goodItems(
	{ required }: OperationUnderTest,
	count: number,
	prefix = 'INV',
): IDataObject[] {
	return Array.from({ length: count }, (_, index) =>
		Object.fromEntries(required.map((field) => [field.name, example(field, `${prefix}-${index}`)])),
	);
}

function example(field: INodeProperties, orderReference: string): string | number {
	if (field.name === 'orderReference') return orderReference;
	if (isAmount(field)) return '25.50';
	if (field.type === 'options')
		return (field.options as INodePropertyOptions[])[0]?.value as string;
	const placeholder = field.placeholder ?? field.modes?.at(-1)?.placeholder ?? '';
	return placeholder.replace(/^e\.g\. /, '');
}

/** Parameters that take every required field of the operation from the item. */
export function fromItem(
	{ chosen, required }: OperationUnderTest,
	changes: INodeParameters = {},
): INodeParameters {
	const values = required.map((field) => [field.name, takenFromItem(field)]);
	return { ...chosen, ...Object.fromEntries(values), ...changes };
}

function takenFromItem({ name, modes }: INodeProperties): INodeParameters[string] {
	const value = `={{ $json[${JSON.stringify(name)}] }}`;
	const mode = modes?.at(-1)?.name;
	return mode === undefined ? value : { __rl: true, mode, value };
}

/** The least that the service may answer for the operation to count as done. */
export function provenAnswer(
	{ operation: { answer } }: OperationUnderTest,
	orderReference: unknown,
): IDataObject {
	if (answer.form !== 'fields') return { orderReference: String(orderReference) };
	const [[name, type] = ['', 'text']] = Object.entries(answer.anyOf);
	return { [name]: { text: 'https://pay.example.com/1', number: 1.5, list: [] }[type] };
}

/** A good item with what no field that is required everywhere takes: nothing at all. */
export function withoutFirstField(
	{ required }: OperationUnderTest,
	item: IDataObject,
): IDataObject {
	return { ...item, [String(required[0]?.name)]: '' };
}

const find = (name: string) =>
	operationsUnderTest.find((one) => one.name === name) as OperationUnderTest;

export const initiate = find('cardPayment.initiate');
export const preview = find('cardPayment.preview');
export const createBankPayout = find('payout.createBankPayout');
export const previewBankPayout = find('payout.previewBankPayout');
export const getPayout = find('payout.get');
export const getCardPayment = find('cardPayment.get');

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
	fromItem(createBankPayout, { options });
