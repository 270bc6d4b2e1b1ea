import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dereferenceSync } from 'dereference-json-schema';
import { parse } from 'yaml';

/** A schema of sandbox/openapi.yaml, as far as it is read here. */
export interface Schema {
	type?: string | string[];
	enum?: unknown[];
	default?: unknown;
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	oneOf?: Schema[];
	anyOf?: Schema[];
	/** One schema that this one narrows. */
	allOf?: [Schema];
	/** What an item of it does not have. */
	not?: { anyOf: Array<{ required: string[] }> };
	'x-source'?: string;
}

interface Content {
	content: { 'application/json': { schema: Schema } };
}

interface SpecOperation {
	/** Empty where no token is asked for. */
	security?: unknown[];
	parameters?: Array<{ name: string; in: string; required?: boolean; schema: Schema }>;
	requestBody?: Content;
	responses: { 200: Content };
}

interface Spec {
	paths: Record<string, Record<string, SpecOperation>>;
}

/** The part of the service's contract that the node is about. */
const SERVICE = '/third-parties';

/** The operations of sandbox/openapi.yaml that the node may call, with every reference followed. */
export function readSpec(): Array<SpecOperation & { method: string; url: string }> {
	const text = readFileSync(join(__dirname, '../../sandbox/openapi.yaml'), 'utf8');
	const { paths } = dereferenceSync(parse(text) as object) as unknown as Spec;
	return Object.entries(paths)
		.filter(([path]) => path.startsWith(`${SERVICE}/`))
		.flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => ({
				...operation,
				method: method.toUpperCase(),
				url: path.slice(SERVICE.length),
			})),
		);
}
