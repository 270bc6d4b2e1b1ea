import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { execute, type EngineScenario } from '../../workbench/engine/engine';
import { awkwardTexts } from '../../workbench/engine/inputs';
import { createBankPayout, parametersFromItem } from '../../workbench/engine/operations';
import { useSandbox } from './useSandbox';

const sandbox = useSandbox();

const fields = ['amount', 'orderReference', 'accountNumber', 'accountName', 'bic'] as const;

/** Anything that an item can hold, and nothing at all. */
const value = fc.oneof(
	fc.constantFrom(...awkwardTexts),
	fc.string({ unit: 'binary' }),
	fc.stringMatching(/^[A-Z0-9]{1,12}$/),
	fc.integer({ min: 1, max: 100_000 }),
	fc.double(),
	fc.boolean(),
	fc.constantFrom(null, undefined, {}, [], { value: 'x' }, ['x']),
);

/** Items that hold each field at the top, and further down under a name with a space. */
const items = fc.array(
	fc
		.tuple(fc.record(Object.fromEntries(fields.map((name) => [name, value]))), value)
		.map(([top, deep]) => ({ ...top, deep: { 'account name': deep } }) as IDataObject),
	{ minLength: 2, maxLength: 12 },
);

/** A payout that takes its fields from the item by expressions like this one. */
const scenario = (given: IDataObject[], expression: (path: string) => string): EngineScenario => {
	const from = (path: string) => `={{ ${expression(path)} }}`;
	const parameters = parametersFromItem(createBankPayout, {
		currency: 'TZS',
		transferType: 'ACH',
		amount: from('$json.amount'),
		orderReference: from('$json.orderReference'),
		accountNumber: from('$json["accountNumber"]'),
		accountName: from("$json.deep['account name']"),
		bic: { __rl: true, mode: 'bic', value: from('$json.bic') },
		options: { validateOnly: true },
	});
	const onError = 'continueRegularOutput';
	return sandbox.scenario(createBankPayout, given, { parameters, onError });
};

it('reads a place in the input item as n8n itself evaluates it', async () => {
	await fc.assert(
		fc.asyncProperty(items, async (given) => {
			const read = await execute(scenario(given, (path) => path));
			// In brackets it is an expression like any other, which only n8n evaluates.
			const evaluated = await execute(scenario(given, (path) => `(${path})`));
			expect(read.error).toBeUndefined();
			expect(read.items).toHaveLength(given.length);
			expect(read.items).toEqual(evaluated.items);
		}),
		{ numRuns: 75 },
	);
});
