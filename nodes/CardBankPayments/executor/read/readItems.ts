import {
	sleep,
	UserError,
	type IExecuteFunctions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { toCents } from '../../wire/amount';
import { formatOf, isAmount } from '../../wire/bodyField';
import { describeValue } from '../../wire/shown';
import { queryNameOf } from '../../wire/queryField';
import { setAt } from '../../wire/valueAt';
import type { Payment } from '../common/payment';
import { inputReference, isCollection, isFixed, readerOf } from './parameters';

/** One item in the format of the service, as far as it could be read. */
export interface Item {
	index: number;
	/** Where it is readable, also when something else of the item is not. */
	orderReference?: string;
	/** What needs a correction, field by field. */
	says: string[];
	/** Present when nothing needs a correction. */
	payment?: Payment;
}

/**
 * Evaluating expressions of thousands of items takes n8n seconds. It must not stand still for longer
 * than this: other executions, health checks and a worker's heartbeats wait meanwhile.
 */
const LONGEST_STANDSTILL_MS = 100;

/** Resolves the parameters of every item, and puts them into the format of the service. No I/O. */
export async function readItems(
	context: IExecuteFunctions,
	fields: INodeProperties[],
): Promise<Item[]> {
	const items = context.getInputData().map((_, index) => ({
		index,
		says: [],
		payment: { index, orderReference: '' },
	}));
	let lastPause = Date.now();
	for (const field of fields) {
		const read = readerOfField(context, field);
		for (const item of items) {
			readField(item, field, read);
			if (Date.now() - lastPause < LONGEST_STANDSTILL_MS) continue;
			await sleep(0);
			lastPause = Date.now();
		}
	}
	return items.map((item: Item) =>
		item.says.length === 0 ? item : { ...item, payment: undefined },
	);
}

/** Evaluating costs more than anything else in a run, so nothing is evaluated without need. */
function readerOfField(
	context: IExecuteFunctions,
	field: INodeProperties,
): (index: number) => unknown {
	const { name, type, default: byDefault } = field;
	const evaluate = (index: number) =>
		context.getNodeParameter(name, index, byDefault, { extractValue: type === 'resourceLocator' });
	const raw = context.getNodeParameter(name, 0, byDefault, { rawExpressions: true });
	if (isFixed(raw)) {
		// The same for every item.
		const value = evaluate(0) ?? (type === 'collection' ? {} : undefined);
		return () => value;
	}
	if (type === 'collection' && !isCollection(raw)) {
		return (index) => ownFields(evaluate(index), field);
	}
	const path = inputReference(raw);
	return path === undefined ? evaluate : readerOf(path, context.getInputData(), evaluate);
}

/** The fields of one expression for all of them; an object such as a date has none. */
function ownFields(value: unknown, { options = [] }: INodeProperties): unknown {
	const names = isCollection(value) ? Object.keys(value) : [];
	if (names.length === 0 || options.some(({ name }) => names.includes(name))) return value;
	throw noFields(value);
}

function readField(
	item: Item & { payment: Payment },
	field: INodeProperties,
	read: (index: number) => unknown,
): void {
	let values: Array<[INodeProperties, unknown]> = [];
	try {
		values = valuesIn(field, read(item.index));
	} catch (error) {
		item.says.push(`${field.displayName} could not be read: ${(error as Error).message}`);
	}
	for (const [one, value] of values) {
		try {
			put(item, one, format(one, value));
		} catch (error) {
			item.says.push(`${one.displayName} ${(error as Error).message}`);
		}
	}
}

/** Of a collection, those that the builder added. */
function valuesIn(field: INodeProperties, value: unknown): Array<[INodeProperties, unknown]> {
	if (field.type !== 'collection') return [[field, value]];
	if (!isCollection(value)) throw noFields(value);
	return (field.options as INodeProperties[])
		.filter(({ name }) => Object.hasOwn(value, name))
		.map((option) => [option, value[option.name]]);
}

/** Fields that are dropped here would be missing in the payment unnoticed. */
function noFields(value: unknown): Error {
	return new UserError(`it gives ${describeValue(value)} instead of fields`);
}

/** @throws UserError whose message completes "<field> …" */
function format(field: INodeProperties, value: unknown): string | number {
	if (value === undefined || value === null || value === '') {
		throw new UserError(field.required ? 'is required but empty' : 'was added but is empty');
	}
	if (field.type === 'options') {
		const choices = (field.options as INodePropertyOptions[]).map((option) => option.value);
		if (!choices.includes(value as string)) {
			throw new UserError(`is ${describeValue(value)}; use one of ${choices.join(', ')}`);
		}
	}
	return formatOf(field)(value);
}

function put(item: Item & { payment: Payment }, field: INodeProperties, value: string | number) {
	const { payment } = item;
	const filter = queryNameOf(field);
	if (filter !== undefined) {
		(payment.query ??= {})[filter] = value;
		return;
	}
	// A field without a place in the body goes into the path of the request.
	const property = field.routing?.send?.property;
	if (property !== undefined) setAt((payment.body ??= {}), property, value);
	if (field.name === 'orderReference') {
		item.orderReference = payment.orderReference = String(value);
	}
	if (field.name === 'currency') payment.currency = String(value);
	if (field.name === 'limit') payment.limit = Number(value);
	if (isAmount(field)) payment.cents = toCents(value);
}
