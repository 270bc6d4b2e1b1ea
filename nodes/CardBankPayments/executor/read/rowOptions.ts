import type { IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import type { Operation, RowKind } from '../../resources/operation';
import { values } from '../../sentences/values';
import { toCents } from '../../wire/amount';
import { asCode, asNumberText } from '../../wire/text';
import type { Item } from '../common/payment';
import { columnOf } from './columnName';
import { isCollection, rawOf } from './parameters';
import { optionNamed } from './settings';
import { isBlank } from './values';

/** What is needed to give the items back as rows of a table. */
export interface RowOptions {
	kind: RowKind;
	/** The column that has the order reference. */
	referenceColumn: string;
}

/** Evaluates nothing: where one of the Options cannot be evaluated, the sheet still gets its rows. */
export function rowOptions(context: IExecuteFunctions, { rows }: Operation) {
	const raw = rawOf(context, 'options', {});
	if (rows === undefined || !isCollection(raw) || raw.output !== 'row') return undefined;
	const referenceColumn = columnOf(rawOf(context, 'orderReference')) ?? 'orderReference';
	return { kind: rows, referenceColumn } satisfies RowOptions;
}

/** What a row says of the payment that is looked up for it. */
export interface Expected {
	accountNumber?: string;
	cents?: bigint;
	currency?: string;
}

interface Expectation {
	name: string;
	kinds: RowKind[];
	read: (value: unknown) => Expected;
}

const EXPECTATIONS: Expectation[] = [
	{
		name: 'expectedAccountNumber',
		kinds: ['payoutLookUp'],
		read: (value) => ({ accountNumber: asNumberText(value) }),
	},
	{
		name: 'expectedAmount',
		kinds: ['payoutLookUp', 'cardLookUp'],
		read: (value) => ({ cents: toCents(value) }),
	},
	{
		name: 'expectedCurrency',
		kinds: ['cardLookUp'],
		read: (value) => ({ currency: asCode(value) }),
	},
];

/**
 * Reads what each row expects. A row where it cannot be read is not looked up: with a heading that is misspelled,
 * somebody else's payout, or half of the money, would count as paid.
 *
 * @returns the items, and by their index what they expect
 */
export function readExpected(context: IExecuteFunctions, { kind }: RowOptions, items: Item[]) {
	const raw = rawOf(context, 'options', {}) as Record<string, unknown>;
	const added = EXPECTATIONS.filter(
		({ name, kinds }) => kinds.includes(kind) && Object.hasOwn(raw, name),
	);
	const expected = new Map<number, Expected>();
	const expecting = items.map((item): Item => {
		const says: string[] = [];
		const found: Expected = {};
		for (const { name, read } of item.isEmptyRow ? [] : added) {
			try {
				Object.assign(found, read(valueOf(context, name, item.index)));
			} catch (error) {
				const label = columnOf(raw[name]) ?? optionNamed(name).displayName;
				says.push(`${label} ${(error as Error).message}`);
			}
		}
		expected.set(item.index, found);
		if (says.length === 0) return item;
		return { ...item, says: [...item.says, ...says], payment: undefined };
	});
	return { items: expecting, expected };
}

/** @throws UserError whose message completes "<column> …" */
function valueOf(context: IExecuteFunctions, name: string, index: number): unknown {
	const value = context.getNodeParameter(`options.${name}`, index);
	if (isBlank(value)) throw new UserError(values.empty);
	return value;
}
