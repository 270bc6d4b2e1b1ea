import { resources } from '../../nodes/CardBankPayments/resources';
import type { Operation, ResponseRule } from '../../nodes/CardBankPayments/resources/operation';
import { readSpec, type Schema } from './spec';

/*
 * n8n shows the fields of an output before the node ever ran where a schema lies beside the node. Ours
 * are made from the contract that the tests hold, so that they cannot tell anything else.
 */

/**
 * The schema of one output item for each operation of the node, as text, by where n8n looks for it in `__schema__`
 * beside the node: by the node's version, then by resource and operation.
 */
export function outputSchemas(): Map<string, string> {
	const spec = readSpec();
	return new Map(
		resources.flatMap(({ option, operations }) =>
			operations.map((operation) => [
				`v1.0.0/${String(option.value)}/${String(operation.option.value)}.json`,
				`${JSON.stringify(itemSchema(spec, operation))}\n`,
			]),
		),
	);
}

/** @throws {Error} where the contract does not have the operation, or n8n would show nothing of it */
function itemSchema(spec: ReturnType<typeof readSpec>, { option, response }: Operation): Schema {
	const { method, url } = option.routing?.request as { method: string; url: string };
	const described = spec.find((one) => one.method === method && one.url === url);
	if (described === undefined) throw new Error(`sandbox/openapi.yaml has no ${method} ${url}`);
	const body = narrowed(described.responses[200].content['application/json'].schema);
	const isSingle = response.form === 'fields' || response.form === 'record';
	const schema = shown(isSingle ? body : entryIn(body, response));
	if (schema.type !== 'object' || Object.keys(schema.properties ?? {}).length === 0)
		throw new Error(`sandbox/openapi.yaml names no field of an item of ${method} ${url}`);
	return schema;
}

/** A list gives one item for each entry; an object has it under a key, and perhaps more for each item. */
function entryIn({ items, properties = {} }: Schema, response: ResponseRule): Schema {
	const { key = 'data', whole } = response.form === 'items' ? response : {};
	const entry = narrowed(items ?? properties[key]?.items ?? {});
	const more = whole && { [whole.as]: properties[whole.key] as Schema };
	return { ...entry, properties: { ...entry.properties, ...more } };
}

/** With what another schema says that it narrows. */
function narrowed({ allOf, not, ...own }: Schema): Schema {
	if (allOf === undefined) return own;
	const { properties = {}, ...base } = narrowed(allOf[0]);
	const lacks = new Set(not?.anyOf.flatMap(({ required }) => required));
	const has = Object.entries(properties).filter(([name]) => !lacks.has(name));
	return { ...base, ...own, properties: { ...Object.fromEntries(has), ...own.properties } };
}

/** Only what n8n reads: the contract's patterns and descriptions are about the sandbox. */
function shown(described: Schema): Schema {
	const schema = narrowed(described);
	const { properties, items } = schema;
	const values = valuesOf(schema);
	const type = schema.type ?? [...new Set(values?.map(typeOf))];
	return {
		type: Array.isArray(type) && type.length === 1 ? type[0] : type,
		...(values && { enum: values }),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties)
					.filter(([, property]) => property['x-source'] !== 'sandbox')
					.map(([name, property]) => [name, shown(property)]),
			),
		}),
		...(items && { items: shown(items) }),
	};
}

/** The values that the service documents, and none that only a test orders from the sandbox. */
function valuesOf({ enum: values, anyOf }: Schema): unknown[] | undefined {
	if (anyOf === undefined) return values;
	return anyOf
		.map(narrowed)
		.filter((each) => each['x-source'] !== 'sandbox')
		.flatMap((each) => valuesOf(each) ?? []);
}

const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value);
