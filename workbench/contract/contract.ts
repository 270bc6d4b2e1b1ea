import type { INodeProperties } from 'n8n-workflow';
import { readSpec, type Schema } from './spec';

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
 * One operation of the contract. Where the contract takes one thing or another (a customer's ID or
 * details), each is an operation of its own.
 */
export interface ContractOperation {
	method: string;
	url: string;
	properties: ContractProperty[];
}

/** With these a list is read page by page: what is sent in them is no field of its own. */
const PAGING = new Set(['sortBy', 'orderBy', 'skip', 'limit']);

/** The operations of `sandbox/openapi.yaml` that ask for a token, which are the node's. */
export function readContract(): ContractOperation[] {
	return readSpec().flatMap(({ method, url, parameters = [], requestBody, security }) => {
		if (security?.length === 0) return [];
		const inAddress = parameters
			.filter(({ name, in: place }) => place !== 'header' && !PAGING.has(name))
			.map(({ name, in: place, schema, required = false }) =>
				described(schema, name, place as 'path' | 'query', required),
			);
		const body = requestBody?.content['application/json'].schema;
		if (body === undefined) return [{ method, url, properties: inAddress }];
		return alternativesOf(body, '', true).map((properties) => ({
			method,
			url,
			properties: [...inAddress, ...properties],
		}));
	});
}

const described = (
	{ type, enum: values, default: byDefault }: Schema,
	path: string,
	place: ContractProperty['place'],
	required: boolean,
): ContractProperty => ({
	...{ path, place, required, type: String(type) },
	enum: values,
	default: byDefault,
});

/** The properties of an object, once for each of the groups of which it requires one. */
function alternativesOf(schema: Schema, prefix: string, isRequired: boolean): ContractProperty[][] {
	const { properties = {}, required = [], oneOf: groups = [{}] } = schema;
	const chosen = groups.flatMap((group) => group.required ?? []);
	return groups.flatMap((group) => {
		const wanted = [...required, ...(group.required ?? [])];
		const values = Object.entries(properties)
			// What only the sandbox takes is no field of the node.
			.filter(([, property]) => property['x-source'] !== 'sandbox')
			.filter(([name]) => !chosen.includes(name) || wanted.includes(name))
			.map(([name, property]) => {
				const path = `${prefix}${name}`;
				const needed = isRequired && wanted.includes(name);
				return property.type === 'object'
					? alternativesOf(property, `${path}.`, needed)
					: [[described(property, path, 'body', needed)]];
			});
		// Each of the one with each of the other.
		return values.reduce(
			(some, others) => some.flatMap((one) => others.map((other) => [...one, ...other])),
			[[]],
		);
	});
}

/** What the contract calls a field of the node: `customer.id` for `customerId`. */
export const pathOf = ({ name, routing }: INodeProperties): string =>
	routing?.send?.property ?? name;

/**
 * The operation with the address of one of the node that requires exactly its required fields; where none does, the
 * first one with this address, to be compared with.
 */
export function findInContract(
	contract: ContractOperation[],
	{ request, required }: { request: { method: string; url: string }; required: INodeProperties[] },
): ContractOperation | undefined {
	const { method, url } = request;
	const there = contract.filter((one) => one.method === method && one.url === url);
	const wanted = required.map(pathOf).sort().join();
	const requires = ({ properties }: ContractOperation) => {
		const own = properties.filter((property) => property.required).map(({ path }) => path);
		return own.sort().join() === wanted;
	};
	return there.find(requires) ?? there[0];
}
