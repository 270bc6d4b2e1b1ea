import type { INodeProperties } from 'n8n-workflow';
import { readDrafts, type Draft } from '../../../nodes/CardBankPayments/executor/read';
import { createBankPayout } from '../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { contextOf, type Expressions, type NodeUnderTest } from '../support/context';
import { fieldsOf, goodPayout } from '../support/payments';

const fields = fieldsOf(createBankPayout);
const bic = { __rl: true, mode: 'bic', value: 'CORUTZTZ' };

function read(
	parameters: Record<string, unknown>,
	expressions: Expressions = {},
	{ itemCount = 2, ...settings }: NodeUnderTest & { itemCount?: number } = {},
): Draft[] {
	const context = contextOf({
		parameters: { ...goodPayout, bic, ...parameters },
		expressions,
		...settings,
	});
	return readDrafts(context, createBankPayout.fields, itemCount);
}

const valueOf = (draft: Draft | undefined, name: string) =>
	draft?.values.get(fields.get(name) as INodeProperties);
const namesOf = (draft: Draft | undefined) => [...(draft?.values.keys() ?? [])].map((f) => f.name);

describe('reading the parameters', () => {
	it('gives each item its index and the value of each field', () => {
		const drafts = read({});
		expect(drafts.map(({ index }) => index)).toEqual([0, 1]);
		for (const draft of drafts) {
			const values = Object.fromEntries([...draft.values].map(([f, value]) => [f.name, value]));
			expect(values).toEqual(goodPayout);
			expect(draft.unreadable.size).toBe(0);
		}
	});

	it('evaluates an expression for each item', () => {
		const drafts = read({ amount: '={{ x }}' }, { '={{ x }}': (index) => 10 + index });
		expect(drafts.map((draft) => valueOf(draft, 'amount'))).toEqual([10, 11]);
	});

	it('takes the value out of a resource locator, fixed or not', () => {
		const onItem = { ...bic, value: '={{ b }}' };
		const drafts = read({ bic: onItem }, { '={{ b }}': (index) => `BANK${index}` });
		expect(drafts.map((draft) => valueOf(draft, 'bic'))).toEqual(['BANK0', 'BANK1']);
		expect(valueOf(read({})[1], 'bic')).toBe('CORUTZTZ');
	});

	it('asks for extraction only where a field is a resource locator', () => {
		const asked = new Map<string, boolean | undefined>();
		read({}, {}, { onEvaluate: (name, _, extractValue) => asked.set(name, extractValue) });
		expect([...asked].filter(([, extract]) => extract).map(([name]) => name)).toEqual(['bic']);
	});

	it('evaluates a value without an expression once for all items', () => {
		const evaluations: string[] = [];
		const indexes = new Set<number>();
		read(
			{ amount: '={{ x }}', additionalFields: { checksum: 'abc' } },
			{ '={{ x }}': () => 1 },
			{
				itemCount: 100,
				onEvaluate: (name, index) => {
					evaluations.push(name);
					if (name === 'currency') indexes.add(index);
				},
			},
		);
		expect(evaluations.filter((name) => name === 'currency')).toHaveLength(1);
		expect([...indexes]).toEqual([0]);
		expect(evaluations.filter((name) => name === 'bic')).toHaveLength(1);
		expect(evaluations.filter((name) => name === 'additionalFields')).toHaveLength(1);
		expect(evaluations.filter((name) => name === 'amount')).toHaveLength(100);
	});

	it('sees an expression that lies deep in a value', () => {
		const additionalFields = { checksum: '={{ c }}' };
		const drafts = read({ additionalFields }, { '={{ c }}': (index) => `sum-${index}` });
		expect(drafts.map((draft) => valueOf(draft, 'checksum'))).toEqual(['sum-0', 'sum-1']);
	});

	it('keeps one item’s unreadable field from the other items and fields', () => {
		const drafts = read(
			{ amount: '={{ x }}' },
			{
				'={{ x }}': (index) => {
					if (index === 0) throw new Error('No data found');
					return 5;
				},
			},
		);
		const amount = fields.get('amount') as INodeProperties;
		expect([...(drafts[0]?.unreadable ?? [])]).toEqual([[amount, 'No data found']]);
		expect(namesOf(drafts[0])).not.toContain('amount');
		expect(valueOf(drafts[0], 'currency')).toBe('TZS');
		expect(drafts[1]?.unreadable.size).toBe(0);
		expect(valueOf(drafts[1], 'amount')).toBe(5);
	});

	it('reads optional fields only when the builder added them', () => {
		expect(namesOf(read({})[0])).not.toContain('checksum');
		const [draft] = read({ additionalFields: { accountCurrency: 'TZS' } });
		expect(namesOf(draft)).toContain('accountCurrency');
		expect(namesOf(draft)).not.toContain('checksum');
		expect(namesOf(draft)).not.toContain('additionalFields');
	});

	it('reads an optional field that was added empty, so that it can be refused', () => {
		const [draft] = read({ additionalFields: { checksum: undefined, accountCurrency: '' } });
		expect(namesOf(draft)).toEqual(expect.arrayContaining(['checksum', 'accountCurrency']));
	});

	it('takes no optional field from the prototype of a value, and none that is not declared', () => {
		const inherited = Object.create({ checksum: 'abc' }) as object;
		expect(namesOf(read({ additionalFields: Object.assign(inherited, { other: 1 }) })[0])).toEqual(
			Object.keys(goodPayout),
		);
		expect(namesOf(read({ additionalFields: null })[0])).toEqual(Object.keys(goodPayout));
	});

	it('reads nothing for no items', () => {
		expect(read({}, {}, { itemCount: 0 })).toEqual([]);
	});
});
