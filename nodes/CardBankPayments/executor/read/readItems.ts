import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { sleep, UserError } from 'n8n-workflow';
import { resources } from '../../resources';
import type { Operation } from '../../resources/operation';
import { fieldsToSend } from '../../resources/shownFields';
import { toCents } from '../../wire/amount';
import { formatOf, sendOf } from '../../wire/field';
import { describeValue } from '../../wire/shown';
import { setAt, valueAt } from '../../wire/valueAt';
import { operationError } from '../common/operationError';
import type { Item, Payment } from '../common/payment';
import {
	isBlank,
	isEmptyRow,
	missingColumns,
	sourcesOf,
	type GoneColumn,
	type Sources,
} from './columns';
import { calledByColumn } from './columnName';
import { choice, isCollection, isFixed, placeNamed, rawOf, readerOf } from './parameters';
import { partsCheckOf, type PartsCheck } from './parts';
import { rowOptions } from './rowOptions';

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
	const { fields: shown, says } = shownFields(context, operation);
	const areRows = rowOptions(context, operation) !== undefined;
	const fields = areRows ? shown.map((field) => calledByColumn(context, field)) : shown;
	const inputs = context.getInputData();
	const readers = fields.map((field) => readerOfField(context, field));
	const paths = readers.flatMap(({ sources }) => sources.paths);
	const items: Item[] = [];
	let lastPause = Date.now();
	for (const [index, { json }] of inputs.entries()) {
		const draft: Draft = {
			payment: { index, orderReference: '' },
			says: [...says],
			gone: [],
			numeric: new Set(),
		};
		const isBlankRow = isEmptyRow(json, paths, inputs);
		// Where no money moves, something else may stand in for what a row does not have.
		const isRead = operation.effect === 'none' || !isBlankRow;
		for (const reader of isRead ? readers : []) {
			readField(draft, reader);
			if (Date.now() - lastPause < LONGEST_STANDSTILL_MS) continue;
			await sleep(0);
			lastPause = Date.now();
		}
		const { payment, gone, numeric } = draft;
		if (gone.length > 0) draft.says.push(missingColumns(gone, json));
		const isEmpty = isBlankRow && (!isRead || draft.says.length > 0);
		const corrections = isEmpty ? ['The row is empty'] : draft.says;
		items.push({
			index,
			orderReference: payment.orderReference || undefined,
			says: corrections,
			payment: corrections.length === 0 ? payment : undefined,
			isEmptyRow: isEmpty,
			numeric,
		});
	}
	return items;
}

/** An item while it is read. */
interface Draft extends Pick<Item, 'says'> {
	numeric: Set<string>;
	payment: Payment;
	/** What its values come from, and no item has. */
	gone: GoneColumn[];
}

/** A field, how its value is read for an item, and what it takes from there. */
interface Reader {
	field: INodeProperties;
	read: (index: number) => unknown;
	sources: Sources;
	assertParts: PartsCheck;
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
function isLeftEmpty({ required, default: byDefault }: INodeProperties, raw: unknown) {
	return !required && byDefault === '' && raw === '';
}

/** Evaluating costs more than anything else in a run, so nothing is evaluated without need. */
function readerOfField(context: IExecuteFunctions, field: INodeProperties): Reader {
	const raw = rawOf(context, field.name, field.default);
	const sources = sourcesOf(raw, context.getInputData());
	const assertParts = partsCheckOf(context, field, raw, sources);
	return { field, read: readOf(context, field, raw), sources, assertParts };
}

function readOf(
	context: IExecuteFunctions,
	{ name, type, default: byDefault }: INodeProperties,
	raw: unknown,
): Reader['read'] {
	const evaluate = (index: number) =>
		context.getNodeParameter(name, index, byDefault, { extractValue: type === 'resourceLocator' });
	if (name === 'filters' && !isCollection(raw)) {
		return () => {
			throw new UserError(
				'they cannot be one expression as a whole; give each filter a value, or an expression of its own',
			);
		};
	}
	if (isFixed(raw)) {
		// Evaluated at its first use: what throws becomes a correction, and recall still comes.
		let fixed: { value: unknown } | undefined;
		return () => (fixed ??= { value: evaluate(0) }).value;
	}
	const place = placeNamed(raw);
	if (place === undefined || place.node !== undefined) return evaluate;
	return readerOf(place.path, context.getInputData(), evaluate);
}

function readField(draft: Draft, { field, read, sources, assertParts }: Reader): void {
	const { payment, says } = draft;
	const { paths, leavesOut } = sources;
	const gone = sources.gone.map((path) => ({ path, label: field.displayName }));
	const values: Array<[INodeProperties, unknown]> = [];
	const correct = (what: string) => {
		says.push(what);
		draft.gone.push(...gone);
	};
	try {
		values.push(...valuesIn(field, read(payment.index)));
	} catch (error) {
		correct(`${field.displayName} could not be read: ${(error as Error).message}`);
	}
	if (leavesOut) draft.gone.push(...gone);
	for (const [one, value] of values) {
		// That there is no such column says more than that it is empty.
		if (isMissing(value) && gone.length > 0 && gone.length === paths.length) {
			draft.gone.push(...gone);
			continue;
		}
		if (typeof value === 'number') draft.numeric.add(one.name);
		try {
			if (!isBlank(value)) assertParts(payment.index, value);
			put(payment, one, format(one, value, one !== field));
		} catch (error) {
			correct(`${one.displayName} ${(error as Error).message}`);
		}
	}
}

function isMissing(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** Of a collection, those that the builder added. */
function valuesIn(field: INodeProperties, value: unknown): Array<[INodeProperties, unknown]> {
	if (field.type !== 'collection') return [[field, value]];
	const given = isCollection(value) ? Object.keys(value) : [''];
	const options = field.options as INodeProperties[];
	const added = options.filter(({ name }) => given.includes(name));
	const other = given.find((name) => !options.some((option) => option.name === name));
	// Without its filter, a list would have more records than were asked for.
	if (field.name === 'filters' && other !== undefined) {
		const names = options.map(({ name }) => name).join(', ');
		throw new UserError(`there is no filter ${describeValue(other)}; use ${names}`);
	}
	// A date, for one, has none of the fields: they would be missing unnoticed.
	if (given.length > 0 && added.length === 0) {
		throw new UserError(`it gives ${describeValue(value)} instead of fields`);
	}
	return added.map((option) => [option, valueAt(value, [option.name])]);
}

/** @throws UserError whose message completes "<field> …" */
function format(field: INodeProperties, value: unknown, wasAdded: boolean): string | number {
	if (isMissing(value)) {
		const why = wasAdded
			? 'was added but is empty'
			: 'is empty; correct its expression, or clear it';
		throw new UserError(field.required ? 'is required but empty' : why);
	}
	return formatOf(field)(field.type === 'options' ? choice(value, field) : value);
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
