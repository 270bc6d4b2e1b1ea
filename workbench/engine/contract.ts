import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The part of the service's contract that the node is about. */
const SERVICE = '/third-parties';

/** One value of a request, addressed as in the node's definitions: `customer.id`. */
export interface ContractProperty {
	path: string;
	/** Where in the request it goes. */
	place: 'body' | 'path' | 'query';
	type: string;
	required: boolean;
	enum?: unknown[];
	default?: unknown;
}

/**
 * One operation of the contract that takes something from its caller. Where the contract takes one
 * thing or another (a customer's ID or details), each is an operation of its own.
 */
export interface ContractOperation {
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
	oneOf?: Schema[];
	'x-source'?: string;
}

interface Parameter {
	$ref?: string;
	name: string;
	in: string;
	required?: boolean;
	schema: Schema;
}

interface SpecOperation {
	parameters?: Parameter[];
	requestBody?: { content: { 'application/json': { schema: Schema } } };
}

interface Spec {
	paths: Record<string, Record<string, SpecOperation>>;
	components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

/** With these a list is read page by page: what is sent in them is no field of its own. */
const PAGING = new Set(['sortBy', 'orderBy', 'skip', 'limit']);

/** The operations of `sandbox/openapi.yaml` with a body or parameters in the address: the node's. */
export function readContract(): ContractOperation[] {
	const file = join(__dirname, '../../sandbox/openapi.yaml');
	const spec = parse(readFileSync(file, 'utf8')) as Spec;
	const { schemas, parameters: sharedParameters = {} } = spec.components;

	const resolve = <T extends { $ref?: string }>(part: T, shared: Record<string, T>): T => {
		const name = part.$ref?.split('/').at(-1);
		return name === undefined ? part : (shared[name] as T);
	};
	const described = (
		schema: Schema,
		value: Pick<ContractProperty, 'path' | 'place' | 'required'>,
	): ContractProperty => ({
		...value,
		type: String(schema.type),
		enum: schema.enum,
		default: schema.default,
	});
	/** The properties of an object, once for each of its alternatives. */
	const alternativesOf = (
		schema: Schema,
		prefix: string,
		isRequired: boolean,
	): ContractProperty[][] =>
		withoutChoice(schema).flatMap(({ properties = {}, required = [] }) =>
			Object.entries(properties)
				// What only the sandbox takes is no field of the node.
				.filter(([, property]) => property['x-source'] !== 'sandbox')
				.map(([name, unresolved]) => {
					const property = resolve(unresolved, schemas);
					const path = `${prefix}${name}`;
					const needed = isRequired && required.includes(name);
					return property.type === 'object'
						? alternativesOf(property, `${path}.`, needed)
						: [[described(property, { path, place: 'body', required: needed })]];
				})
				.reduce(combined, [[]]),
		);

	return Object.entries(spec.paths)
		.filter(([path]) => path.startsWith(`${SERVICE}/`))
		.flatMap(([path, methods]) =>
			Object.entries(methods).flatMap(([method, operation]) => {
				const inAddress = (operation.parameters ?? [])
					.map((parameter) => resolve(parameter, sharedParameters))
					.filter(({ name, in: place }) => place !== 'header' && !PAGING.has(name))
					.map(({ name, in: place, schema, required = false }) =>
						described(resolve(schema, schemas), {
							path: name,
							place: place as 'path' | 'query',
							required,
						}),
					);
				const body = operation.requestBody?.content['application/json'].schema;
				if (body === undefined && inAddress.length === 0) return [];
				const alternatives =
					body === undefined ? [[]] : alternativesOf(resolve(body, schemas), '', true);
				return alternatives.map((properties) => ({
					method: method.toUpperCase(),
					url: path.slice(SERVICE.length),
					properties: [...inAddress, ...properties],
				}));
			}),
		);
}

/**
 * The operation with this address that requires exactly these values; where none does, the first one
 * with this address, to be compared with.
 */
export function findInContract(
	contract: ContractOperation[],
	{ method, url }: { method: string; url: string },
	requiredPaths: string[],
): ContractOperation | undefined {
	const there = contract.filter((one) => one.method === method && one.url === url);
	return there.find((one) => sorted(requiredOf(one)) === sorted(requiredPaths)) ?? there[0];
}

function requiredOf({ properties }: ContractOperation): string[] {
	return properties.filter(({ required }) => required).map(({ path }) => path);
}

function sorted(paths: string[]): string {
	return [...paths].sort().join();
}

/** An object of which one or another group of properties is required, as one object for each. */
function withoutChoice(schema: Schema): Schema[] {
	const { oneOf, properties = {}, required = [] } = schema;
	if (oneOf === undefined) return [schema];
	const chosen = new Set(oneOf.flatMap((group) => group.required ?? []));
	return oneOf.map((group) => ({
		required: [...required, ...(group.required ?? [])],
		properties: Object.fromEntries(
			Object.entries(properties).filter(
				([name]) => !chosen.has(name) || group.required?.includes(name),
			),
		),
	}));
}

/** Each of the one with each of the other. */
function combined<T>(some: T[][], others: T[][]): T[][] {
	return some.flatMap((one) => others.map((other) => [...one, ...other]));
}
