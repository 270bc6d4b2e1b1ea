import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** The raw values of one item's fields, by parameter name; nothing is checked yet. */
export interface Draft {
	index: number;
	values: Map<INodeProperties, unknown>;
	/** Fields whose expression could not be evaluated, with n8n's reason. */
	unreadable: Map<INodeProperties, string>;
}

/**
 * Resolves the parameters of every item. No I/O.
 *
 * @param fields of the operation; the entries of a collection count as fields when the builder
 * added them
 */
export function readDrafts(
	context: IExecuteFunctions,
	fields: INodeProperties[],
	itemCount: number,
): Draft[] {
	const drafts = Array.from({ length: itemCount }, (_, index) => ({
		index,
		values: new Map<INodeProperties, unknown>(),
		unreadable: new Map<INodeProperties, string>(),
	}));
	for (const field of fields) readField(context, field, drafts);
	return drafts;
}

function readField(context: IExecuteFunctions, field: INodeProperties, drafts: Draft[]): void {
	const resolve = (index: number) =>
		context.getNodeParameter(field.name, index, field.default, {
			extractValue: field.type === 'resourceLocator',
		});
	// Evaluating costs more than anything else here, and a value without an expression is the same
	// for every item.
	const fixed = isFixed(
		context.getNodeParameter(field.name, 0, field.default, { rawExpressions: true }),
	)
		? { value: resolve(0) }
		: undefined;

	for (const draft of drafts) {
		try {
			store(draft, field, fixed ? fixed.value : resolve(draft.index));
		} catch (error) {
			draft.unreadable.set(field, (error as Error).message);
		}
	}
}

function store(draft: Draft, field: INodeProperties, value: unknown): void {
	if (field.type !== 'collection') {
		draft.values.set(field, value);
		return;
	}
	const added = (value ?? {}) as IDataObject;
	for (const option of field.options as INodeProperties[]) {
		if (Object.hasOwn(added, option.name)) draft.values.set(option, added[option.name]);
	}
}

function isFixed(raw: unknown): boolean {
	if (typeof raw === 'string') return !raw.startsWith('=');
	if (typeof raw !== 'object' || raw === null) return true;
	return Object.values(raw).every(isFixed);
}
