import type { INodeProperties } from 'n8n-workflow';
import {
	readDrafts,
	type Draft,
} from '../../../../nodes/CardBankPayments/executor/read/readDrafts';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { contextOf, type Expressions, type NodeUnderTest } from '../../support/context';
import { fieldsOf, goodPayout } from '../../support/payments';

const fields = fieldsOf(createBankPayout);
const bic = { __rl: true, mode: 'bic', value: 'CORUTZTZ' };

async function read(
	parameters: Record<string, unknown>,
	expressions: Expressions = {},
	{ itemCount = 2, ...settings }: NodeUnderTest & { itemCount?: number } = {},
): Promise<Draft[]> {
	const context = contextOf({
		parameters: { ...goodPayout, bic, ...parameters },
		expressions,
		...settings,
	});
	return await readDrafts(context, createBankPayout.fields, itemCount);
}

const valueOf = (draft: Draft | undefined, name: string) =>
	draft?.values.get(fields.get(name) as INodeProperties);
const valuesOf = (drafts: Draft[], name: string) => drafts.map((draft) => valueOf(draft, name));
const namesOf = (draft: Draft | undefined) => [...(draft?.values.keys() ?? [])].map((f) => f.name);

const fail = (message: string): never => {
	throw new Error(message);
};

describe('reading the parameters', () => {
	it('gives each item its index and the value of each field', async () => {
		const drafts = await read({});
		expect(drafts.map(({ index }) => index)).toEqual([0, 1]);
		for (const draft of drafts) {
			const values = Object.fromEntries([...draft.values].map(([f, value]) => [f.name, value]));
			expect(values).toEqual(goodPayout);
			expect(draft.unreadable.size).toBe(0);
		}
	});

	it('evaluates an expression for each item', async () => {
		const drafts = await read({ amount: '={{ x }}' }, { '={{ x }}': (index) => 10 + index });
		expect(valuesOf(drafts, 'amount')).toEqual([10, 11]);
	});

	it('takes the value out of a resource locator, fixed or not', async () => {
		const onItem = { ...bic, value: '={{ b }}' };
		const drafts = await read({ bic: onItem }, { '={{ b }}': (index) => `BANK${index}` });
		expect(valuesOf(drafts, 'bic')).toEqual(['BANK0', 'BANK1']);
		expect(valueOf((await read({}))[1], 'bic')).toBe('CORUTZTZ');
	});

	it('asks for extraction only where a field is a resource locator', async () => {
		const asked = new Map<string, boolean | undefined>();
		await read({}, {}, { onEvaluate: (name, _, extractValue) => asked.set(name, extractValue) });
		expect([...asked].filter(([, extract]) => extract).map(([name]) => name)).toEqual(['bic']);
	});

	it('evaluates a value without an expression once for all items', async () => {
		const evaluations: string[] = [];
		await read(
			{ amount: '={{ x }}', additionalFields: { checksum: 'abc' } },
			{ '={{ x }}': () => 1 },
			{ itemCount: 100, onEvaluate: (name, index) => evaluations.push(`${name} ${index}`) },
		);
		for (const name of ['currency', 'bic', 'additionalFields']) {
			expect(evaluations.filter((each) => each.startsWith(name))).toEqual([`${name} 0`]);
		}
		expect(evaluations.filter((each) => each.startsWith('amount'))).toHaveLength(100);
	});

	it('evaluates an expression that only names a place in the item once for all items', async () => {
		const evaluations: string[] = [];
		const amount = '={{ $json.amount }}';
		const bank = '={{ $json["BIC"] }}';
		const items = [1, 2, 3].map((amount) => ({ amount, BIC: `BANK${amount}` }));
		const drafts = await read(
			{ amount, bic: { ...bic, value: bank } },
			{ [amount]: (index) => items[index]?.amount, [bank]: (index) => items[index]?.BIC },
			{ items, itemCount: 3, onEvaluate: (name, index) => evaluations.push(`${name} ${index}`) },
		);
		expect(valuesOf(drafts, 'amount')).toEqual([1, 2, 3]);
		expect(valuesOf(drafts, 'bic')).toEqual(['BANK1', 'BANK2', 'BANK3']);
		for (const name of ['amount', 'bic']) {
			expect(evaluations.filter((each) => each.startsWith(name))).toEqual([`${name} 0`]);
		}
	});

	it.each([
		['that lies deep in a value', { checksum: '={{ c }}' }],
		['that gives additional fields', '={{ fields }}'],
	])('evaluates an expression %s', async (_, additionalFields) => {
		const drafts = await read(
			{ additionalFields },
			{
				'={{ c }}': (index) => `sum-${index}`,
				'={{ fields }}': (index) => ({ checksum: `sum-${index}` }),
			},
		);
		expect(valuesOf(drafts, 'checksum')).toEqual(['sum-0', 'sum-1']);
	});

	it('keeps one item’s unreadable field from the other items and fields', async () => {
		const drafts = await read(
			{ amount: '={{ x }}' },
			{ '={{ x }}': (index) => (index === 0 ? fail('No data found') : 5) },
		);
		const amount = fields.get('amount') as INodeProperties;
		expect([...(drafts[0]?.unreadable ?? [])]).toEqual([[amount, 'No data found']]);
		expect(namesOf(drafts[0])).not.toContain('amount');
		expect(valueOf(drafts[0], 'currency')).toBe('TZS');
		expect(drafts[1]?.unreadable.size).toBe(0);
		expect(valueOf(drafts[1], 'amount')).toBe(5);
	});

	it('reads optional fields only when the builder added them', async () => {
		expect(namesOf((await read({}))[0])).not.toContain('checksum');
		const [draft] = await read({ additionalFields: { accountCurrency: 'TZS' } });
		expect(namesOf(draft)).toContain('accountCurrency');
		expect(namesOf(draft)).not.toContain('checksum');
		expect(namesOf(draft)).not.toContain('additionalFields');
	});

	it('reads an optional field that was added empty, so that it can be refused', async () => {
		const [draft] = await read({ additionalFields: { checksum: undefined, accountCurrency: '' } });
		expect(namesOf(draft)).toEqual(expect.arrayContaining(['checksum', 'accountCurrency']));
	});

	it('takes no optional field from the prototype of a value, and none that is not declared', async () => {
		const inherited = Object.create({ checksum: 'abc' }) as object;
		const [draft] = await read({ additionalFields: Object.assign(inherited, { other: 1 }) });
		expect(namesOf(draft)).toEqual(Object.keys(goodPayout));
	});

	it('takes what was stored as nothing for nothing: no optional field, an empty value', async () => {
		const [draft] = await read({ additionalFields: null, accountNumber: null });
		expect(draft?.unreadable.size).toBe(0);
		expect(namesOf(draft)).toEqual(Object.keys(goodPayout));
		expect(valueOf(draft, 'accountNumber')).toBeUndefined();
	});

	it.each([5, 'checksum', ['abc'], null, undefined, true, new Date(), new Map(), { ts: 5, c: {} }])(
		'refuses additional fields from an expression that gives %p',
		async (value) => {
			const drafts = await read({ additionalFields: '={{ x }}' }, { '={{ x }}': () => value });
			const [[field, reason] = []] = drafts[1]?.unreadable ?? [];
			expect(field?.displayName).toBe('Additional Fields');
			expect(reason).toMatch(/^it gives .+ instead of fields$/);
		},
	);

	it('takes the fields that an expression gives, and an object without any for none', async () => {
		const given = (value: object) =>
			read({ additionalFields: '={{ x }}' }, { '={{ x }}': () => value }).then(([draft]) => draft);
		expect(valueOf(await given({ checksum: 'abc', other: 1 }), 'checksum')).toBe('abc');
		expect((await given({}))?.unreadable.size).toBe(0);
	});

	it('lets other work go on when evaluating takes long', async () => {
		let otherWork = 0;
		const seen: number[] = [];
		const other = setInterval(() => otherWork++);
		await read(
			{ amount: '={{ slow }}' },
			{
				'={{ slow }}': () => {
					seen.push(otherWork);
					for (const end = Date.now() + 150; Date.now() < end;);
					return 1;
				},
			},
		);
		clearInterval(other);
		expect(seen[0]).toBe(0);
		expect(seen[1]).toBeGreaterThan(0);
	});

	it('reads nothing for no items', async () => {
		expect(await read({}, {}, { itemCount: 0 })).toEqual([]);
	});
});
