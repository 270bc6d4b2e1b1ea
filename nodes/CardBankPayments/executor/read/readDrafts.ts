import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { sleep, UserError } from 'n8n-workflow';
import { describeValue } from '../../wire/describeValue';
import { inputReference, isCollection, isFixed, readerOf } from './parameters';

/** The raw values of one item's fields, by parameter name; nothing is checked yet. */
export interface Draft {
	index: number;
	values: Map<INodeProperties, unknown>;
	/** Fields whose expression could not be evaluated or gave no fields, with the reason. */
	unreadable: Map<INodeProperties, string>;
}

/**
 * Evaluating expressions of thousands of items takes n8n seconds. It must not stand still for longer
 * than this: other executions, health checks and a worker's heartbeats wait meanwhile.
 */
const LONGEST_STANDSTILL_MS = 100;

/**
 * Resolves the parameters of every item. No I/O.
 *
 * @param fields of the operation; the entries of a collection count as fields when the builder
 * added them
 */
export async function readDrafts(
	context: IExecuteFunctions,
	fields: INodeProperties[],
	itemCount: number,
): Promise<Draft[]> {
	const drafts = Array.from({ length: itemCount }, (_, index) => ({
		index,
		values: new Map<INodeProperties, unknown>(),
		unreadable: new Map<INodeProperties, string>(),
	}));
	let lastPause = Date.now();
	for (const field of fields) {
		const read = readerOfField(context, field);
		for (const draft of drafts) {
			readValue(draft, field, read);
			if (Date.now() - lastPause < LONGEST_STANDSTILL_MS) continue;
			await sleep(0);
			lastPause = Date.now();
		}
	}
	return drafts;
}

function readValue(draft: Draft, field: INodeProperties, read: (index: number) => unknown): void {
	try {
		store(draft, field, read(draft.index));
	} catch (error) {
		draft.unreadable.set(field, (error as Error).message);
	}
}

/** Evaluating costs more than anything else in a run, so nothing is evaluated without need. */
function readerOfField(
	context: IExecuteFunctions,
	field: INodeProperties,
): (index: number) => unknown {
	const evaluate = (index: number) =>
		context.getNodeParameter(field.name, index, field.default, {
			extractValue: field.type === 'resourceLocator',
		});
	const raw = context.getNodeParameter(field.name, 0, field.default, { rawExpressions: true });
	if (isFixed(raw)) {
		// The same for every item.
		const value = evaluate(0) ?? (field.type === 'collection' ? {} : undefined);
		return () => value;
	}
	if (field.type === 'collection' && !isCollection(raw)) {
		return (index) => ownFields(evaluate(index), field);
	}
	const path = inputReference(raw);
	return path === undefined ? evaluate : readerOf(path, context.getInputData(), evaluate);
}

function store(draft: Draft, field: INodeProperties, value: unknown): void {
	if (field.type !== 'collection') {
		draft.values.set(field, value);
		return;
	}
	if (!isCollection(value)) throw noFields(value);
	for (const option of field.options as INodeProperties[]) {
		if (Object.hasOwn(value, option.name)) draft.values.set(option, value[option.name]);
	}
}

/** Of one expression for all of them: an object of something else, such as a date, has none. */
function ownFields(value: unknown, { options = [] }: INodeProperties): unknown {
	const names = isCollection(value) ? Object.keys(value) : [];
	if (names.length === 0 || options.some(({ name }) => names.includes(name))) return value;
	throw noFields(value);
}

/** What is dropped here would be missing in the payment, without anybody being told. */
function noFields(value: unknown): Error {
	return new UserError(`it gives ${describeValue(value)} instead of fields`);
}
