import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ContractOperation, ContractProperty } from '../../../workbench/contract/contract';
import type { ReadParameter } from '../../../workbench/engine/nodes';
import { parametersFromItem, type OperationUnderTest } from '../../../workbench/engine/operations';
import { hostileValue, namedValues, strayKeys } from './values';

/** One operation: how the node offers it, and what the service's contract says of it. */
export interface Target {
	operation: OperationUnderTest;
	/** With the values that this choice of the operation's fields sends. */
	contract: ContractOperation;
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
	/** Gives the parameters of an item where n8n need not evaluate them. */
	read?: ReadParameter;
}

/** The node has one name for `customer.fullName`: `customerFullName`. */
const fieldNameOf = ({ path }: ContractProperty) =>
	path.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase());

const goodText = fc
	.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .'/&é漢-]{0,30}[A-Za-z0-9]$/)
	.map((text) => text.normalize())
	// 15e-3 is a number that a spreadsheet has shortened, n/a stands for a missing value, and nobody is called 0.0.
	.filter(
		(text) => !/^\d+(?:\.\d+e-?|e-)\d+$|^[\dx .-]+$|nan|nil|null|none|n\/a|undefined/i.test(text),
	);
/** An account or a telephone. */
const goodNumber = fc
	.tuple(goodText, fc.integer({ min: 1, max: 9 }))
	.map(([text, digit]) => `${text} ${digit}`);
const cents = fc.integer({ min: 1, max: 10 ** 12 });

function goodValue({ path, type, enum: choices }: ContractProperty): fc.Arbitrary<unknown> {
	if (choices !== undefined) return fc.constantFrom(...choices);
	if (path.endsWith('Number')) return goodNumber;
	if (path !== 'amount') return goodText;
	const asNumber = cents.map((value) => value / 100);
	const asText = cents.map((value) => (value / 100).toFixed(2));
	return type === 'number' ? fc.oneof(asNumber, asText) : asText;
}

const drawn = (properties: ContractProperty[]) =>
	fc.record({
		values: fc.tuple(...properties.map(goodValue)),
		hostile: fc.tuple(...properties.map(() => hostileValue)),
		/** Which values are hostile: none, all, or just one, which no other refusal hides. */
		parts: fc.oneof(
			{ weight: 3, arbitrary: fc.constant('none' as const) },
			{ weight: 1, arbitrary: fc.constant('all' as const) },
			{ weight: 6, arbitrary: fc.nat() },
		),
		stray: strayKeys,
	});

/** Another key than the field's own name, under which the item may hold something else. */
const addedKey = (name: string) => `${name} to add`;

/**
 * Batches of items whose fields all come from the item by expressions: first every named value in every
 * field, and then what is drawn, with and without options. Of what is drawn, the expressions are not evaluated, which
 * takes longer than all else.
 */
export function batchesOf(
	{ operation, contract: { properties } }: Target,
	{ seed, count, size }: { seed: number; count: number; size: number },
): Batch[] {
	const named = properties.flatMap((_, parts) =>
		namedValues.map((value) => ({ parts, hostile: properties.map(() => value) })),
	);
	const samples = fc.sample(drawn(properties), { seed, numRuns: named.length + count });
	return Array.from({ length: Math.ceil(samples.length / size) }, (_, number): Batch => {
		const begin = number * size;
		const optional = operation.optional.map(({ name }) => name);
		const added = begin < named.length || number % 2 === 1 ? optional : [];
		const cases = samples.slice(begin, begin + size).map((sample, index) => {
			const { values, hostile, parts, stray } = { ...sample, ...named[begin + index] };
			const item: IDataObject = {};
			const given = new Map<string, unknown>();
			for (const [place, property] of properties.entries()) {
				const name = fieldNameOf(property);
				if (optional.includes(name) && !added.includes(name)) continue;
				const isHostile =
					parts === 'all' || (parts !== 'none' && parts % properties.length === place);
				const good = name === 'orderReference' ? `R-${seed}-${number}-${index}` : values[place];
				const value = isHostile ? hostile[place] : good;
				item[added.includes(name) ? addedKey(name) : name] = value as IDataObject;
				given.set(property.path, value);
			}
			for (const [key, value] of stray) {
				Object.defineProperty(item, key, { value, enumerable: true, configurable: true });
			}
			return { item, given, isGood: parts === 'none' };
		});
		const additionalFields = Object.fromEntries(
			added.map((name) => [name, `={{ $json[${JSON.stringify(addedKey(name))}] }}`]),
		);
		const parameters = parametersFromItem(operation, { additionalFields });
		if (begin < named.length) return { parameters, cases };
		const read: ReadParameter = (name, own, index, isRaw) => {
			const { item } = cases[index]!;
			if (isRaw || !JSON.stringify(parameters[name] ?? null).includes('={{')) return own();
			if (name !== 'additionalFields') return item[name];
			return Object.fromEntries(added.map((one) => [one, item[addedKey(one)]]));
		};
		return { parameters, cases, read };
	});
}
