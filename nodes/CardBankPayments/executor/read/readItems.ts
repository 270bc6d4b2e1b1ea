import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { sleep, UserError } from 'n8n-workflow';
import { resources } from '../../resources';
import type { Operation } from '../../resources/operation';
import { fieldsToSend } from '../../resources/shownFields';
import { toCents } from '../../wire/amount';
import { formatOf } from '../../wire/field';
import { describeValue } from '../../wire/shown';
import { setAt, valueAt } from '../../wire/valueAt';
import { operationError } from '../common/operationError';
import type { Item, Payment } from '../common/payment';
import { choice, isCollection, isFixed, placeNamed, rawOf, readerOf } from './parameters';

/** Evaluating thousands of items takes seconds; a worker's heartbeats must not wait for them. */
const LONGEST_STANDSTILL_MS = 100;

/** @throws NodeOperationError where the builder chose none that there is */
export function chosenOperation(context: IExecuteFunctions): Operation {
	const chosen = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = resources
		.find(({ option }) => option.value === chosen)
		?.operations.find(({ option }) => option.value === value);
	if (operation !== undefined) return operation;
	throw operationError(
		context.getNode(),
		`There is no operation ${describeValue(value)} of ${describeValue(chosen)}`,
		'Choose Resource and Operation from their lists.',
	);
}

/** Resolves the parameters of every item, and puts them into the format of the service. No I/O. */
export async function readItems(context: IExecuteFunctions, operation: Operation): Promise<Item[]> {
	const { fields, says } = shownFields(context, operation);
	const items = context.getInputData().map((_, index) => ({
		says: [...says],
		payment: { index, orderReference: '' },
	}));
	let lastPause = Date.now();
	for (const field of fields) {
		const read = readerOfField(context, field);
		for (const { says, payment } of items) {
			readField(payment, field, read, says);
			if (Date.now() - lastPause < LONGEST_STANDSTILL_MS) continue;
			await sleep(0);
			lastPause = Date.now();
		}
	}
	return items.map(({ says, payment }) => ({
		index: payment.index,
		orderReference: payment.orderReference || undefined,
		says,
		payment: says.length === 0 ? payment : undefined,
	}));
}

/** The fields to read; where they cannot be told, the reference alone, by which recall goes. */
function shownFields(context: IExecuteFunctions, { fields }: Operation) {
	try {
		const readRaw = (field: INodeProperties) => rawOf(context, field.name, field.default);
		const shown = fieldsToSend(fields, readRaw);
		return { fields: shown.filter((field) => !isLeftEmpty(field, readRaw(field))), says: [] };
	} catch (error) {
		const reference = fields.filter(({ name }) => name === 'orderReference');
		return { fields: reference, says: [(error as Error).message] };
	}
}

/** Whether the builder has left a field empty that need not be filled in; an expression is something. */
function isLeftEmpty({ type, required, default: byDefault }: INodeProperties, raw: unknown) {
	return type !== 'collection' && !required && byDefault === '' && raw === '';
}

/** Evaluating costs more than anything else in a run, so nothing is evaluated without need. */
function readerOfField(
	context: IExecuteFunctions,
	{ name, type, default: byDefault }: INodeProperties,
): (index: number) => unknown {
	const evaluate = (index: number) =>
		context.getNodeParameter(name, index, byDefault, { extractValue: type === 'resourceLocator' });
	const raw = rawOf(context, name, byDefault);
	if (isFixed(raw)) {
		// Evaluated at its first use: what throws becomes a correction, and recall still comes.
		let fixed: { value: unknown } | undefined;
		return () => (fixed ??= { value: evaluate(0) }).value;
	}
	const place = placeNamed(raw);
	if (place === undefined || place.node !== undefined) return evaluate;
	return readerOf(place.path, context.getInputData(), evaluate);
}

function readField(
	payment: Payment,
	field: INodeProperties,
	read: (index: number) => unknown,
	says: string[],
): void {
	const values: Array<[INodeProperties, unknown]> = [];
	try {
		values.push(...valuesIn(field, read(payment.index)));
	} catch (error) {
		says.push(`${field.displayName} could not be read: ${(error as Error).message}`);
	}
	for (const [one, value] of values) {
		try {
			put(payment, one, format(one, value));
		} catch (error) {
			says.push(`${one.displayName} ${(error as Error).message}`);
		}
	}
}

/** Of a collection, those that the builder added. */
function valuesIn(field: INodeProperties, value: unknown): Array<[INodeProperties, unknown]> {
	if (field.type !== 'collection') return [[field, value]];
	const given = isCollection(value) ? Object.keys(value) : [''];
	const added = (field.options as INodeProperties[]).filter(({ name }) => given.includes(name));
	// A date, for one, has none of the fields: they would be missing unnoticed.
	if (given.length > 0 && added.length === 0) {
		throw new UserError(`it gives ${describeValue(value)} instead of fields`);
	}
	return added.map((option) => [option, valueAt(value, [option.name])]);
}

/** @throws UserError whose message completes "<field> …" */
function format(field: INodeProperties, value: unknown): string | number {
	if (value === undefined || value === null || value === '') {
		throw new UserError(field.required ? 'is required but empty' : 'was added but is empty');
	}
	return formatOf(field)(field.type === 'options' ? choice(value, field) : value);
}

function put(payment: Payment, field: INodeProperties, value: string | number): void {
	// Without a property, it goes into the path of the request.
	const { type = 'body', property } = field.routing?.send ?? {};
	if (property !== undefined) setAt((payment[type] ??= {}), property, value);
	if (field.name === 'limit') payment.limit = Number(value);
	// A filter names no payment.
	if (type === 'query') return;
	if (field.name === 'orderReference') payment.orderReference = String(value);
	if (field.name === 'currency') payment.currency = String(value);
	if (field.name === 'amount') payment.cents = toCents(value);
}
