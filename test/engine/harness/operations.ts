import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { resources } from '../../../nodes/CardBankPayments/resources';
import type { Operation } from '../../../nodes/CardBankPayments/shared/operation';
import { isAmount } from '../../../nodes/CardBankPayments/shared/wire';

/** One operation of the node, with what a test needs to run it, made from its definition alone. */
export interface OperationUnderTest {
	/** For test names, e.g. `payout.createBankPayout`. */
	name: string;
	/** Resource and operation as node parameters. */
	chosen: { resource: string; operation: string };
	operation: Operation;
	/** Method and path below the base URL. */
	request: { method: string; url: string };
	required: INodeProperties[];
	/** The entries of its collections. */
	optional: INodeProperties[];
}

/** Every operation that the node has; one that is added is tested without further ado. */
export const operationsUnderTest: OperationUnderTest[] = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${String(resource.option.value)}.${String(operation.option.value)}`,
		chosen: {
			resource: String(resource.option.value),
			operation: String(operation.option.value),
		},
		operation,
		request: operation.option.routing?.request as OperationUnderTest['request'],
		required: operation.fields.filter(({ type }) => type !== 'collection'),
		optional: operation.fields
			.filter(({ type }) => type === 'collection')
			.flatMap(({ options }) => options as INodeProperties[]),
	})),
);

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

const find = (name: string) =>
	operationsUnderTest.find((one) => one.name === name) as OperationUnderTest;

export const initiate = find('cardPayment.initiate');
export const preview = find('cardPayment.preview');
export const createBankPayout = find('payout.createBankPayout');

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
