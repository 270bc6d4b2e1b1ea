import { NodeOperationError, type INodeProperties } from 'n8n-workflow';
import {
	readSettings,
	type Settings,
} from '../../../../nodes/CardBankPayments/executor/read/settings';
import { options } from '../../../../nodes/CardBankPayments/resources/options';
import { options as sentences } from '../../../../nodes/CardBankPayments/sentences/options';
import { values } from '../../../../nodes/CardBankPayments/sentences/values';
import { contextOf, type Expressions } from '../../support/context';
import { thrownBy } from '../../support/wording';

const x = '={{ x }}';

const empty = (option: string) => sentences.refused({ option, why: values.emptyAdded });

/** The settings of a node with these options; without any, of a node that was just added. */
function settings(options?: unknown, expressions: Expressions = {}, indexes = [0]) {
	// Of all operations, only lists have an order.
	const operation = Object.hasOwn(Object(options), 'orderBy') ? 'getMany' : 'createBankPayout';
	const parameters = { operation, ...(options === undefined ? {} : { options }) };
	return readSettings(contextOf({ parameters, expressions }), indexes);
}

/** The text with which a value of an option is refused. */
function refusalOf(name: string, value: unknown): string {
	const error = thrownBy(() => settings({ [name]: value }));
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.description).toBeUndefined();
	return error.message;
}

interface Takes {
	/** Values that a builder types, and the settings that they give. */
	takes: Array<[value: unknown, setting: unknown]>;
	refuses: unknown[];
	/** How the refusal goes on after the option's name, if it is the same for all. */
	says: string;
}

const wholeNumber = (from: number, to: number): Takes => ({
	takes: [from, to, String(to)].map((value) => [value, Number(value)]),
	refuses: [
		...[from - 1, to + 1, from + 0.5, NaN, 'x', '5 s', {}, [5], true],
		// Only JavaScript takes these for whole numbers.
		...['', ' ', ' 5', '5\n', '+5', '5.0', '5e0', '0x5', '٥', '1_0', '1,000'],
	],
	says: sentences.notWholeNumber({ least: from, most: to }),
});

const inOtherCase = (text: string) =>
	text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

// Nothing is taken for true or false: it must not be guessed whether money moves.
const choice = (choices: unknown[]): Takes => ({
	takes: choices.map((value) => [value, value]),
	refuses: ['', 'other', 'true', inOtherCase(String(choices[0])), 0, 1, [choices[0]]],
	says: choices.join(', '),
});
const flag = choice([false, true]);

/** An option that may differ between items, of which those with this value are named. */
const itemwise = (of: Takes, wanted: unknown, others: unknown[]): [ReadonlySet<number>, Takes] => [
	new Set(),
	{
		...of,
		takes: [[wanted, new Set([0])], ...others.map((one): [unknown, unknown] => [one, new Set()])],
	},
];

const seconds: Takes = {
	takes: Object.entries({ 0: 0, 0.5: 500, 1.25: 1250, 2147483: 2_147_483_000 }),
	refuses: [-1, 2_147_484, NaN, '', ' 5', '5 s', '1e3', [5], true],
	says: sentences.notSeconds({ least: 0, most: 2147483 }),
};

const cents: Takes = {
	takes: Object.entries({ 0.01: 1n, 100: 10_000n, 99.99: 9_999n }),
	// None of these means that there is no limit.
	refuses: ['', ' ', 0, '0', '1,000', -1, 10.999, 'none', false, NaN, [0]],
	says: 'is ',
};

const alreadySent = choice(['error', 'returnPayout']);
// As an earlier version wrote it.
alreadySent.takes.push(['passThrough', 'returnPayout']);
const agents = choice(['refuse', 'fixedBeneficiary', 'anyBeneficiary']);
const longest = 2_147_483_647;
const cases = Object.entries<[label: string, setting: keyof Settings, byDefault: unknown, Takes]>({
	agentPayouts: ['Agent Payouts', 'agentPayouts', 'refuse', agents],
	checkAccountName: ['Check Account Name', 'checksName', ...itemwise(flag, true, [false])],
	checkBalance: ['Check Balance First', 'checkBalance', false, flag],
	concurrency: ['Concurrency', 'concurrency', 5, wholeNumber(1, 50)],
	equalPayouts: [
		'Equal Payouts',
		'paysEqual',
		...itemwise(choice(['hold', 'pay']), 'pay', ['hold']),
	],
	maximumAmount: ['Maximum Amount', 'maximumAmount', undefined, cents],
	maximumPerDay: ['Maximum per Day', 'maximumPerDay', undefined, cents],
	maximumTotal: ['Maximum Total', 'maximumTotal', undefined, cents],
	maximumWait: ['Maximum Wait (Seconds)', 'maximumWaitMs', 900_000, seconds],
	orderBy: ['Order', 'orderBy', 'ASC', choice(['ASC', 'DESC'])],
	output: ['Output', 'output', 'record', choice(['record', 'row'])],
	simplify: ['Simplify', 'simplify', false, flag],
	timeout: ['Timeout (Ms, 1000 = 1 Second)', 'timeoutMs', 60_000, wholeNumber(1, longest)],
	validateOnly: ['Validate Only', 'validateOnly', false, flag],
	whenAlreadySent: ['When Already Sent', 'whenAlreadySent', 'error', alreadySent],
}).map(([name, [label, setting, byDefault, takes]]) => ({
	...{ name, label, setting, byDefault },
	...takes,
}));

it.each([undefined, {}])('gives each option that there is its safe default, with %p', (given) => {
	const { options: all = [] } = options;
	// Those of each row for itself: read/rowOptions.
	const names = all.map(({ name }) => name).filter((name) => !name.startsWith('expected'));
	expect(names.sort()).toEqual(cases.map(({ name }) => name));
	const defaults = cases.map(({ setting, byDefault }) => [setting, byDefault]);
	expect(settings(given)).toEqual(Object.fromEntries(defaults));
});

describe.each(cases)('the option $name', ({ name, label, setting, takes, refuses, says }) => {
	it.each(takes)('takes %p as %p', (value, expected) => {
		expect(settings({ [name]: value })[setting]).toEqual(expected);
	});

	it.each(refuses)('refuses %p and says what it takes', (value) => {
		const message = refusalOf(name, value);
		expect(message).toContain(sentences.refused({ option: label, why: '' }));
		expect(message).toContain(says);
	});

	it.each([undefined, null])('is refused by its name instead of left out: %p', (value) => {
		expect(refusalOf(name, value)).toBe(empty(label));
	});

	const { noDataExpression } = (options.options as INodeProperties[]).find(
		(option) => option.name === name,
	)!;

	it.each([undefined, null, '', takes[0]?.[0]])('as an expression that gives %p', (value) => {
		const read = () => settings({ [name]: '={{ x }}' }, { '={{ x }}': () => value });
		if (noDataExpression) expect(read).toThrow(says);
		else if (value === takes[0]?.[0]) expect(read()[setting]).toEqual(takes[0]?.[1]);
		else expect(read).toThrow(empty(label));
	});
});

const ofAmount = (why: string) => sentences.refused({ option: 'Maximum Amount', why });
const differs = (item: number, other: number) => sentences.differs({ item, other });

it.each<[number[], bigint | string]>([
	[[0, 2], 100_000n],
	[[1], 5_000n],
	[[0, 1, 2], ofAmount(differs(1, 2).says)],
	[[1, 2], ofAmount(differs(2, 3).says)],
	[[1, 3], ofAmount(values.unreadable({ why: 'No data found' }))],
])('an expression counts for the items that are asked about (%j): %p', (indexes, expected) => {
	const valueOf = (index: number) => {
		if (index === 3) throw new Error('No data found');
		return [1000, 50, 1000][index];
	};
	const read = () => settings({ maximumAmount: '={{ x }}' }, { '={{ x }}': valueOf }, indexes);
	if (typeof expected === 'bigint') return expect(read().maximumAmount).toBe(expected);
	const error = thrownBy(read);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe(expected);
	if (!indexes.includes(3)) expect(error.description).toBe(differs(1, 2).nextStep);
});

it('names the items for which an option that may differ has another value', () => {
	const checked = '={{ $json.status === "checked" }}';
	const options = { equalPayouts: x, checkAccountName: checked };
	const expressions = {
		[x]: (index: number) => ['hold', 'pay', 'pay', 'hold'][index],
		[checked]: (index: number) => [true, false, false, true][index],
	};
	const { paysEqual, checksName } = settings(options, expressions, [0, 1, 3]);
	expect([...paysEqual]).toEqual([1]);
	expect([...checksName]).toEqual([0, 3]);
});

it('leaves out what is not shown for the operation: it was added for another one', () => {
	const parameters = { operation: 'get', options: { maximumAmount: 'much', concurrency: 7 } };
	const read = readSettings(contextOf({ parameters }), [0]);
	expect(read).toMatchObject({ maximumAmount: undefined, concurrency: 7 });
});

it.each([undefined, {}, 5])('refuses options that are one expression, giving %p', (value) => {
	const error = thrownBy(() => settings('={{ x }}', { '={{ x }}': () => value }));
	const { says: message, nextStep: description } = sentences.oneExpression;
	expect(error).toMatchObject({ message, description });
});

it.each(['maximumAmont', 'maxAmount', 'MaximumPerDay', 'constructor'])(
	'refuses the option %s, which there is not: it may have been meant for a limit',
	(name) => {
		const error = thrownBy(() => settings({ concurrency: 7, [name]: 5000 }));
		expect(error).toBeInstanceOf(NodeOperationError);
		const { says: message, nextStep: description } = sentences.unknown({ name: `"${name}"` });
		expect(error).toMatchObject({ message, description });
		expect(settings({ [name]: 5000 }, {}, []).maximumAmount).toBeUndefined();
	},
);

it('gives an option its default where only a report needs it, and it cannot be read', () => {
	const read = settings({ maximumAmount: 'much', simplify: true, timeout: -1 }, {}, []);
	expect(read).toMatchObject({ maximumAmount: undefined, simplify: true, timeoutMs: 60_000 });
	expect(settings('={{ x }}', { '={{ x }}': () => 5 }, []).whenAlreadySent).toBe('error');
});
