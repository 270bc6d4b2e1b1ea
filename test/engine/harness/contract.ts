import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type AnySchema, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { isMoney } from '../../../sandbox/money';

/** The part of the service's contract that the node is about. */
const SERVICE = '/third-parties';

/** One value of a request body, addressed as in the node's definitions: `customer.id`. */
export interface ContractProperty {
	path: string;
	type: string;
	required: boolean;
	enum?: unknown[];
	default?: unknown;
	accepts: ValidateFunction;
}

/** One operation of the contract that takes a body. */
export interface ContractOperation {
	operationId: string;
	method: string;
	url: string;
	properties: ContractProperty[];
}

interface Schema {
	$ref?: string;
	type?: string;
	enum?: unknown[];
	default?: unknown;
	required?: string[];
	properties?: Record<string, Schema>;
}

interface SpecOperation {
	operationId: string;
	requestBody?: { content: { 'application/json': { schema: Schema } } };
}

interface Spec {
	paths: Record<string, Record<string, SpecOperation>>;
	components: { schemas: Record<string, Schema> };
}

/** The operations of `sandbox/openapi.yaml` that take a body: those that a node has to offer. */
export function readContract(): ContractOperation[] {
	const file = join(__dirname, '../../../sandbox/openapi.yaml');
	const spec = parse(readFileSync(file, 'utf8')) as Spec;
	const ajv = new Ajv({ strict: false })
		.addFormat('money', { type: 'number', validate: isMoney })
		.addFormat('date-time', true);

	const resolve = (schema: Schema): Schema => {
		const name = schema.$ref?.split('/').at(-1);
		return name === undefined ? schema : (spec.components.schemas[name] as Schema);
	};
	const flatten = (schema: Schema, prefix: string, isRequired: boolean): ContractProperty[] =>
		Object.entries(schema.properties ?? {}).flatMap(([name, unresolved]) => {
			const property = resolve(unresolved);
			const path = `${prefix}${name}`;
			const required = isRequired && (schema.required ?? []).includes(name);
			return property.type === 'object'
				? flatten(property, `${path}.`, required)
				: {
						path,
						type: String(property.type),
						required,
						enum: property.enum,
						default: property.default,
						accepts: ajv.compile(property as AnySchema),
					};
		});

	return Object.entries(spec.paths)
		.filter(([path]) => path.startsWith(`${SERVICE}/`))
		.flatMap(([path, methods]) =>
			Object.entries(methods).flatMap(([method, { operationId, requestBody }]) => {
				if (requestBody === undefined) return [];
				const schema = resolve(requestBody.content['application/json'].schema);
				return {
					operationId,
					method: method.toUpperCase(),
					url: path.slice(SERVICE.length),
					properties: flatten(schema, '', true),
				};
			}),
		);
}
