import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { resources } from '../nodes/CardBankPayments/resources';
import type { Operation } from '../nodes/CardBankPayments/resources/operation';
import { repositoryRoot } from './instance/paths';

/*
 * n8n shows the fields of an output before the node ever ran where a schema lies beside the node. Ours
 * are made from the contract that the tests hold, so that they cannot tell anything else.
 */

/** Where n8n looks for them: by the node's version, then by resource and operation. */
export const schemaFolder = path.join(repositoryRoot, 'nodes/CardBankPayments/__schema__');

/** What n8n reads of a JSON schema, and what else is read of one in the contract. */
interface Schema {
	type?: string | string[];
	enum?: unknown[];
	properties?: Record<string, Schema>;
	items?: Schema;
	$ref?: string;
	anyOf?: Schema[];
	/** One schema that this one narrows. */
	allOf?: [Schema];
	/** What an item of it does not have. */
	not?: { anyOf: Array<{ required: string[] }> };
	'x-source'?: string;
}

type Schemas = Record<string, Schema>;

interface Contract {
	paths: Record<
		string,
		Record<string, { responses: { 200: { content: { 'application/json': { schema: Schema } } } } }>
	>;
	components: { schemas: Schemas };
}

/** The schema of one output item for each operation of the node, as text, by its path in {@link schemaFolder}. */
export function outputSchemas(): Map<string, string> {
	const contract = parse(
		readFileSync(path.join(repositoryRoot, 'sandbox/openapi.yaml'), 'utf8'),
	) as Contract;
	return new Map(
		resources.flatMap(({ option, operations }) =>
			operations.map((operation) => [
				`v1.0.0/${String(option.value)}/${String(operation.option.value)}.json`,
				`${JSON.stringify(itemSchema(contract, operation))}\n`,
			]),
		),
	);
}

/** @throws {Error} where the contract does not have the operation, or n8n would show nothing of it */
function itemSchema(contract: Contract, { option, response }: Operation): Schema {
	const { method, url } = option.routing?.request as { method: string; url: string };
	const described = contract.paths[`/third-parties${url}`]?.[method.toLowerCase()];
	if (described === undefined) throw new Error(`sandbox/openapi.yaml has no ${method} ${url}`);
	const { schemas } = contract.components;
	const body = resolved(described.responses[200].content['application/json'].schema, schemas);
	const isSingle = response.form === 'fields' || response.form === 'record';
	const schema = shown(isSingle ? body : recordIn(body), schemas);
	if (schema.type !== 'object' || Object.keys(schema.properties ?? {}).length === 0)
		throw new Error(`sandbox/openapi.yaml names no field of an item of ${method} ${url}`);
	return schema;
}

/** A list of records gives one item for each; a page of them has the list under `data`. */
const recordIn = ({ items, properties }: Schema): Schema => items ?? properties?.data?.items ?? {};

function resolved(schema: Schema, schemas: Schemas): Schema {
	const { allOf, not, ...own } = schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
	if (allOf === undefined) return own;
	const { properties = {}, ...base } = resolved(allOf[0], schemas);
	const lacks = new Set(not?.anyOf.flatMap(({ required }) => required));
	const has = Object.entries(properties).filter(([name]) => !lacks.has(name));
	return { ...base, ...own, properties: Object.fromEntries(has) };
}

/** Only what n8n reads: the contract's patterns and descriptions are about the sandbox. */
function shown(unresolved: Schema, schemas: Schemas): Schema {
	const schema = resolved(unresolved, schemas);
	const { properties, items } = schema;
	const values = valuesOf(schema, schemas);
	const type = schema.type ?? [...new Set(values?.map(typeOf))];
	return {
		type: Array.isArray(type) && type.length === 1 ? type[0] : type,
		...(values && { enum: values }),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, property]) => [name, shown(property, schemas)]),
			),
		}),
		...(items && { items: shown(items, schemas) }),
	};
}

/** The values that the service documents, and none that only a test orders from the sandbox. */
function valuesOf({ enum: values, anyOf }: Schema, schemas: Schemas): unknown[] | undefined {
	if (anyOf === undefined) return values;
	return anyOf
		.map((each) => resolved(each, schemas))
		.filter((each) => each['x-source'] !== 'sandbox')
		.flatMap((each) => valuesOf(each, schemas) ?? []);
}

const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value);
