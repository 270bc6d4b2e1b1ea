import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ContractOperation, ContractProperty } from '../../../workbench/engine/contract';
import { fromItem, type OperationUnderTest } from '../../../workbench/engine/operations';
import { hostileValue, namedValues, strayKeys } from './values';

/** One operation: how the node offers it, and what the service's contract says of it. */
export interface Target {
	operation: OperationUnderTest;
	/** With the values that this choice of the operation's fields sends. */
	contract: ContractOperation;
	/** The values that no target before sends in the same way. */
	fresh: ContractProperty[];
}

/** One item, and what the builder has set for it. */
export interface FuzzCase {
	item: IDataObject;
	/** By the contract's paths: what was given for each value of the request that is set. */
	given: Map<string, unknown>;
	/** Nothing in it may be refused. */
	isGood: boolean;
}

/** Items that go through the node in one execution. */
export interface Batch {
	parameters: INodeParameters;
	cases: FuzzCase[];
}

/** Where the node's names differ from the contract's. */
const fieldNames: Record<string, string> = {
	'customer.id': 'customerId',
	'customer.fullName': 'customerFullName',
	'customer.email': 'customerEmail',
	'customer.phoneNumber': 'customerPhoneNumber',
};
const fieldNameOf = ({ path }: ContractProperty) => fieldNames[path] ?? path;

/** What the contract calls a field of the node. */
export function pathOf(fieldName: string): string {
	return Object.keys(fieldNames).find((path) => fieldNames[path] === fieldName) ?? fieldName;
}

const goodText = fc
	.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .'/&é漢-]{0,30}[A-Za-z0-9]$/)
	.map((text) => text.normalize());
const cents = fc.integer({ min: 1, max: 10 ** 12 });

function goodValue({ path, type, enum: choices }: ContractProperty): fc.Arbitrary<unknown> {
	if (choices !== undefined) return fc.constantFrom(...choices);
	if (path !== 'amount') return goodText;
	const asNumber = cents.map((value) => value / 100);
	const asText = cents.map((value) => (value / 100).toFixed(2));
	return type === 'number' ? fc.oneof(asNumber, asText) : asText;
}

/** Which of an item's values are hostile: none, all, or just one, which no other refusal hides. */
const hostileParts = fc.oneof(
	{ weight: 3, arbitrary: fc.constant('none' as const) },
	{ weight: 1, arbitrary: fc.constant('all' as const) },
	{ weight: 6, arbitrary: fc.nat() },
);

interface Drawn {
	values: unknown[];
	hostile: unknown[];
	parts: 'none' | 'all' | number;
	stray: Array<[string, unknown]>;
}

function drawn(properties: ContractProperty[]): fc.Arbitrary<Drawn> {
	return fc.record({
		values: fc.tuple(...properties.map(goodValue)),
		hostile: fc.tuple(...properties.map(() => hostileValue)),
		parts: hostileParts,
		stray: strayKeys,
	});
}

/** Batches of items whose fields all come from the item by expressions, with and without options. */
export function batchesByExpression(
	{ operation, contract }: Target,
	{ seed, count, size }: { seed: number; count: number; size: number },
): Batch[] {
	const { properties } = contract;
	const samples = fc.sample(drawn(properties), { seed, numRuns: count });
	return inGroups(samples, size).map((group, number) => {
		const added = number % 2 === 0 ? [] : operation.optional.map(({ name }) => name);
		const additionalFields = Object.fromEntries(
			added.map((name) => [name, `={{ $json[${JSON.stringify(addedKey(name))}] }}`]),
		);
		return {
			parameters: fromItem(operation, { additionalFields }),
			cases: group.map((sample, index) =>
				caseOf(sample, { operation, contract }, added, `R-${seed}-${number}-${index}`),
			),
		};
	});
}

/** Another key than the field's own name, under which the item may hold something else. */
const addedKey = (name: string) => `${name} to add`;

function caseOf(
	{ values, hostile, parts, stray }: Drawn,
	{ operation, contract: { properties } }: Pick<Target, 'operation' | 'contract'>,
	added: string[],
	reference: string,
): FuzzCase {
	const item: IDataObject = {};
	const given = new Map<string, unknown>();
	for (const [index, property] of properties.entries()) {
		const isHostile = parts === 'all' || (parts !== 'none' && parts % properties.length === index);
		const good = property.path === 'orderReference' ? reference : values[index];
		const value = (isHostile ? hostile[index] : good) as IDataObject;
		const name = fieldNameOf(property);
		const isOptional = operation.optional.some((field) => field.name === name);
		if (isOptional && !added.includes(name)) continue;
		item[isOptional ? addedKey(name) : name] = value;
		given.set(property.path, value);
	}
	for (const [key, value] of stray) {
		Object.defineProperty(item, key, { value, enumerable: true, configurable: true });
	}
	return { item, given, isGood: parts === 'none' };
}

/**
 * One item at a time whose fields are typed into the node, one of them hostile: first every named
 * value in every field that no target before has tried, then as many random ones as wanted.
 */
export function batchesOfFixedValues(
	{ operation, contract, fresh }: Target,
	{ seed, count }: { seed: number; count: number },
): Batch[] {
	const { properties } = contract;
	const named = fresh.flatMap((property) => namedValues.map((value) => ({ property, value })));
	const optional = new Set(operation.optional.map(({ name }) => name));
	const numRuns = named.length + count;
	return fc.sample(drawn(properties), { seed, numRuns }).map((sample, number) => {
		const parameters: INodeParameters = { ...operation.chosen };
		const additionalFields: INodeParameters = {};
		const given = new Map<string, unknown>();
		const byLot = number % properties.length;
		const struck = named[number]?.property ?? properties[byLot];
		const hostile = number < named.length ? named[number]?.value : sample.hostile[byLot];
		for (const [index, property] of properties.entries()) {
			const name = fieldNameOf(property);
			const good = name === 'orderReference' ? `F-${seed}-${number}` : sample.values[index];
			const value = property === struck ? asStored(hostile) : good;
			(optional.has(name) ? additionalFields : parameters)[name] = value as string;
			given.set(property.path, value);
		}
		parameters.additionalFields = additionalFields;
		const isGood = false;
		return { parameters, cases: [{ item: {}, given, isGood }] };
	});
}

/** A value as a stored workflow can hold it; an expression would be something else than a value. */
function asStored(value: unknown): unknown {
	const text = JSON.stringify(typeof value === 'bigint' ? String(value) : (value ?? null));
	return JSON.parse(text.replaceAll('"=', '" ='));
}

function inGroups<T>(values: T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
		values.slice(index * size, (index + 1) * size),
	);
}
