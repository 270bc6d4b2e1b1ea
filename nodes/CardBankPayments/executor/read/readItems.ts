import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { sleep, UserError } from 'n8n-workflow';
import { resources } from '../../resources';
import type { Operation } from '../../resources/operation';
import { fieldsToSend } from '../../resources/shownFields';
import { items as sentences } from '../../sentences/items';
import { values } from '../../sentences/values';
import { toCents } from '../../wire/amount';
import { sendOf, type WireFormat } from '../../wire/field';
import { describeValue } from '../../wire/shown';
import { asName, asText } from '../../wire/text';
import { setAt, valueAt } from '../../wire/valueAt';
import { operationError } from '../common/operationError';
import type { Item, Payment } from '../common/payment';
import { calledByColumn } from './columnName';
import { assertNotMisread } from './misread';
import { choice, isCollection, isFixed, rawOf, rawValue } from './parameters';
import { rowOptions } from './rowOptions';
import {
	assertExact,
	assertNoneEmpty,
	columnsOf,
	isBlank,
	isBlankRow,
	isLacking,
	partsOf,
	type Part,
} from './values';

/** Evaluating thousands of items takes seconds; a worker's heartbeats must not wait for them. */
const LONGEST_STANDSTILL_MS = 100;

/** @throws NodeOperationError where the workflow names an operation that the node does not have */
export function chosenOperation(context: IExecuteFunctions): Operation {
	const chosen = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = resources
		.find(({ option }) => option.value === chosen)
		?.operations.find(({ option }) => option.value === value);
	if (operation !== undefined) return operation;
	const { says, nextStep } = sentences.noOperation({
		operation: describeValue(value),
		resource: describeValue(chosen),
	});
	throw operationError(context.getNode(), says, nextStep);
}

/** Resolves the parameters of every item, and puts them into the format of the service. No I/O. */
export async function readItems(context: IExecuteFunctions, operation: Operation): Promise<Item[]> {
	const { fields: sent, says } = sentFields(context, operation);
	const areRows = rowOptions(context, operation) !== undefined;
	const fields = areRows ? sent.map((field) => calledByColumn(context, field)) : sent;
	const readers = fields.map((field) => readerOf(context, field));
	const drafts: Draft[] = [];
	let lastPause = Date.now();
	for (const [index, { json }] of context.getInputData().entries()) {
		const payment: Payment = { index, orderReference: '' };
		const draft: Draft = { payment, json, says: [...says], evaluated: [], numeric: new Set() };
		drafts.push(draft);
		for (const reader of readers) {
			readField(draft, reader);
			if (Date.now() - lastPause < LONGEST_STANDSTILL_MS) continue;
			await sleep(0);
			lastPause = Date.now();
		}
	}
	// A renamed column leaves all rows without a value: passed over as empty, nobody would be paid, and the run look fine.
	const areColumnsThere = drafts.some(({ evaluated }) =>
		evaluated.some((value) => value !== undefined),
	);
	return drafts.map((draft) => itemOf(draft, areColumnsThere));
}

function itemOf(draft: Draft, areColumnsThere: boolean): Item {
	const { payment, json, says, evaluated, numeric } = draft;
	const { index, orderReference } = payment;
	const isEmptyRow = says.length > 0 && evaluated.length > 0 && isEmpty(draft, areColumnsThere);
	const last = says.at(-1);
	const told =
		last !== undefined && evaluated.some(isLacking)
			? [...says.slice(0, -1), `${last}. ${columnsOf(json)}`]
			: says;
	return {
		index,
		orderReference: orderReference || undefined,
		says: isEmptyRow ? [sentences.emptyRow.says] : told,
		payment: says.length === 0 ? payment : undefined,
		isEmptyRow,
		numeric,
	};
}

/** A row at the end of a sheet, or between two groups, pays nobody, and must not stop the others. */
function isEmpty({ json, evaluated }: Draft, areColumnsThere: boolean): boolean {
	const isBlankItem = isBlankRow(json);
	if (isBlankItem && Object.keys(json).length > 0) return true;
	// An employee without an account number is no empty row: the message names that field.
	return evaluated.length > 1 && evaluated.every(isBlank) && (isBlankItem || areColumnsThere);
}

/** An item while it is read. */
interface Draft extends Pick<Item, 'says'> {
	json: IDataObject;
	numeric: Set<string>;
	payment: Payment;
	/** What each of its expressions gave; undefined for a text in which one part gave nothing. */
	evaluated: unknown[];
}

/** A field, and how its value is read for an item. */
interface Reader {
	field: INodeProperties;
	raw: unknown;
	read: (index: number) => unknown;
	/** The expressions in its text, each of which must give something. */
	partsAt: (index: number) => Part[];
}

/**
 * The fields to read. Where a choice is none of its list, they are not known: then the reference alone is read, so that
 * a retry still finds what this execution has paid under it.
 */
function sentFields(context: IExecuteFunctions, { fields }: Operation) {
	try {
		const readRaw = (field: INodeProperties) => rawOf(context, field.name, field.default);
		const sent = fieldsToSend(fields, readRaw);
		return { fields: sent.filter((field) => !isLeftEmpty(field, readRaw(field))), says: [] };
	} catch (error) {
		const reference = fields.filter(({ name }) => name === 'orderReference');
		return { fields: reference, says: [(error as Error).message] };
	}
}

/** Whether the builder has left a field empty that need not be filled in; an expression is something. */
function isLeftEmpty({ required, default: byDefault }: INodeProperties, raw: unknown) {
	return !required && byDefault === '' && raw === '';
}

/** `Asha Mushi` without a middle name is still the same person; a reference or an account number without a part is another one. */
const MAY_LACK_A_PART = new Set<WireFormat>([asName, asText]);

/** Evaluating costs more than anything else in a run, so nothing is evaluated without need. */
function readerOf(context: IExecuteFunctions, field: INodeProperties): Reader {
	const raw = rawOf(context, field.name, field.default);
	const isWhole = field.type === 'collection' || MAY_LACK_A_PART.has(sendOf(field).format);
	const parts = isWhole ? [] : partsOf(rawValue(raw));
	const partsAt = (index: number) =>
		parts.map((part): Part => [part, context.evaluateExpression(part, index)]);
	return { field, raw, read: readOf(context, field, raw), partsAt };
}

function readOf(
	context: IExecuteFunctions,
	{ name, type, default: byDefault }: INodeProperties,
	raw: unknown,
): Reader['read'] {
	const evaluate = (index: number) =>
		context.getNodeParameter(name, index, byDefault, { extractValue: type === 'resourceLocator' });
	if (type === 'collection' && !isCollection(raw)) {
		return () => {
			throw new UserError(sentences.oneExpression);
		};
	}
	if (!isFixed(raw)) return evaluate;
	// Evaluated at its first use, where the caller catches what it throws and names the field.
	let fixed: { value: unknown } | undefined;
	return () => (fixed ??= { value: evaluate(0) }).value;
}

function readField(draft: Draft, { field, raw, read, partsAt }: Reader): void {
	const { payment, json, says, evaluated } = draft;
	let given: Array<[INodeProperties, unknown]> = [];
	try {
		given = valuesIn(field, read(payment.index));
	} catch (error) {
		says.push(`${field.displayName} ${values.unreadable({ why: (error as Error).message })}`);
	}
	for (const [one, value] of given) {
		if (typeof value === 'number') draft.numeric.add(one.name);
		const isTyped = isFixed(one === field ? raw : valueAt(raw, [one.name]));
		let whole: unknown;
		try {
			const parts = isBlank(value) ? [] : partsAt(payment.index);
			assertNoneEmpty(parts);
			whole = value;
			assertExact(parts);
			if (one.name === 'amount' && !isTyped) assertNotMisread(value, json);
			put(payment, one, format(one, value, one !== field));
		} catch (error) {
			says.push(`${one.displayName} ${(error as Error).message}`);
		}
		if (!isTyped) evaluated.push(whole);
	}
}

/** A field with its value; of a collection, each field that the builder added. */
function valuesIn(field: INodeProperties, value: unknown): Array<[INodeProperties, unknown]> {
	if (field.type !== 'collection') return [[field, value]];
	const options = field.options as INodeProperties[];
	const given = Object.keys(value as object);
	const other = given.find((name) => !options.some((option) => option.name === name));
	// Without its filter, a list would have more records than were asked for.
	if (field.name === 'filters' && other !== undefined) {
		const names = options.map(({ name }) => name).join(', ');
		throw new UserError(sentences.noFilter({ name: describeValue(other), names }));
	}
	const added = options.filter(({ name }) => given.includes(name));
	return added.map((option) => [option, valueAt(value, [option.name])]);
}

/** @throws UserError whose message completes "<field> …" */
function format(field: INodeProperties, value: unknown, wasAdded: boolean): string | number {
	if (isBlank(value)) {
		const why = wasAdded ? values.emptyAdded : values.emptyExpression;
		throw new UserError(field.required ? values.empty : why);
	}
	return sendOf(field).format(field.type === 'options' ? chosen(value, field) : value);
}

/** One of the codes of a list, in whatever letters and with blanks around. */
function chosen(value: unknown, field: INodeProperties): unknown {
	const tidied = typeof value === 'string' ? value.trim().toUpperCase() : value;
	const isCode = field.options?.some((option) => 'value' in option && option.value === tidied);
	return choice(isCode ? tidied : value, field);
}

function put(payment: Payment, field: INodeProperties, value: string | number): void {
	// Without a property, it goes into the path of the request.
	const { type, property } = sendOf(field);
	if (property !== undefined) setAt((payment[type as 'body' | 'query'] ??= {}), property, value);
	if (field.name === 'limit') payment.limit = Number(value);
	// A filter names no payment.
	if (type === 'query') return;
	if (field.name === 'orderReference') payment.orderReference = String(value);
	if (field.name === 'currency') payment.currency = String(value);
	if (field.name === 'amount') payment.cents = toCents(value);
}
