import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorObject } from 'ajv';
import { OpenAPIBackend, type Document, type Operation } from 'openapi-backend';
import { parse } from 'yaml';
import { isDay } from './lists';
import { isMoney } from './money';
import type { ReceivedRequest } from './recorder';
import { Refusal } from './refusal';

/** An operation of openapi.yaml. */
export type SandboxOperation = Operation & { operationId: string };

/**
 * openapi.yaml put to work: finds the operation of a request and checks requests and answers
 * against it.
 */
export class Contract {
	private static loaded: Promise<Contract> | undefined;

	private constructor(private readonly api: OpenAPIBackend) {}

	/**
	 * Reads openapi.yaml, once for all sandboxes of the process. A schema is compiled when it is first
	 * asked for, since most processes ask for few of them; a test looks at the document as a whole.
	 */
	static load(): Promise<Contract> {
		Contract.loaded ??= new OpenAPIBackend({
			definition: parse(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8')) as Document,
			strict: true,
			quick: true,
			ignoreTrailingSlashes: false,
			ajvOpts: { allErrors: true, verbose: true },
			customizeAjv: (ajv) =>
				ajv
					.addFormat('money', { type: 'number', validate: isMoney })
					.addFormat('date-time', { type: 'string', validate: isDateTime })
					.addFormat('day', { type: 'string', validate: isDay }),
		})
			.init()
			.then((api) => new Contract(api));
		return Contract.loaded;
	}

	/**
	 * The operation that a request asks for.
	 *
	 * @throws {Refusal} 404 for an unknown path, 405 for the wrong method
	 */
	match({ method, path }: ReceivedRequest): SandboxOperation {
		try {
			return this.api.router.matchOperation(
				{ method, path, headers: {} },
				true,
			) as SandboxOperation;
		} catch (error) {
			const wrongMethod = String(error).includes('405-methodNotAllowed');
			throw wrongMethod
				? new Refusal(405, `${method} is not offered at this path`)
				: new Refusal(404, `There is nothing at ${path}`);
		}
	}

	/**
	 * The values of the path's parameters and the query.
	 *
	 * @throws {Refusal} 400 when the path is not properly percent-encoded
	 */
	parameters(
		{ method, path }: ReceivedRequest,
		operation: SandboxOperation,
	): { params: Record<string, string>; query: Record<string, string> } {
		try {
			const parsed = this.api.router.parseRequest({ method, path, headers: {} }, operation);
			return {
				params: parsed.params as Record<string, string>,
				query: parsed.query as Record<string, string>,
			};
		} catch {
			throw new Refusal(400, 'The path is not properly percent-encoded');
		}
	}

	/**
	 * Checks a request.
	 *
	 * @throws {Refusal} 415 or 400; the message names every field that breaks the contract
	 */
	checkRequest(request: ReceivedRequest, operation: SandboxOperation): void {
		if (operation.requestBody) {
			const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
			if (mediaType !== 'application/json') {
				throw new Refusal(415, 'The body must be sent with Content-Type: application/json');
			}
			if (request.body === undefined) throw new Refusal(400, 'The body is not JSON');
		}
		const { method, path, headers, body } = request;
		const { errors } = this.api.validateRequest(
			{ method, path, headers: headers as Record<string, string>, body },
			operation,
		);
		if (errors) throw new Refusal(400, describe(errors));
	}

	/**
	 * Checks an answer of the sandbox itself.
	 *
	 * @param body the JSON value that is about to be sent, null for an empty answer
	 * @returns what is wrong with it, or undefined
	 */
	violation(operation: SandboxOperation, status: number, body: unknown): string | undefined {
		const { operationId } = operation;
		if (!operation.responses?.[status]) return `${operationId}: status ${status} is not foreseen`;
		const { errors } = this.api.validateResponse(body, operation, status);
		return errors ? `${operationId}, status ${status}: ${describe(errors)}` : undefined;
	}
}

function isDateTime(text: string): boolean {
	return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text);
}

function describe(errors: ErrorObject[]): string {
	return [...new Set(errors.map(describeOne))].join('; ');
}

function describeOne({
	instancePath,
	keyword,
	params,
	message,
	parentSchema,
}: ErrorObject): string {
	// Paths begin with the part of the request: /requestBody/customer/id, /query/since.
	const steps = instancePath.split('/').slice(1);
	const field = (...more: string[]) =>
		[...steps, ...more].filter((step) => step !== 'requestBody').join('.') || 'The body';
	switch (keyword) {
		case 'required':
			return `${field(params.missingProperty)} is required`;
		case 'additionalProperties':
			return `${field(params.additionalProperty)} is not a field of this request`;
		case 'enum':
			return `${field()} must be one of: ${params.allowedValues.join(', ')}`;
		case 'format':
		case 'pattern':
			return `${field()} is not in the expected form. ${(parentSchema?.description ?? message)?.trim().replace(/\s+/g, ' ')}`;
		default:
			return `${field()} ${message}`;
	}
}
