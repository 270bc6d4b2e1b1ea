import { NodeOperationError, type INodeProperties } from 'n8n-workflow';
import {
	readSettings,
	type Settings,
} from '../../../../nodes/CardBankPayments/executor/read/settings';
import { options } from '../../../../nodes/CardBankPayments/resources/options';
import { contextOf } from '../../support/context';
import { refusalOf, settings } from '../../support/options';
import { expectGoodWording, thrownBy } from '../../support/wording';

interface Takes {
	/** Values that a builder types, and the settings that they give. */
	takes: Array<[value: unknown, setting: unknown]>;
	refuses: unknown[];
	/** How the refusal goes on after the option's name. */
	says: string;
}

const asTheyAre = (values: unknown[]): Takes['takes'] => values.map((value) => [value, value]);

const wholeNumber = (from: number, to: number): Takes => ({
	takes: [from, to, String(to)].map((value) => [value, Number(value)]),
	refuses: [
		...[from - 1, to + 1, from + 0.5, NaN, 'x', '5 s', {}, [5], true],
		// Only JavaScript takes these for whole numbers.
		...['', ' ', ' 5', '5\n', '+5', '5.0', '5e0', '0x5', '٥', '1_0', '1,000'],
	],
	says: `must be a whole number from ${from} to ${to}`,
});

const choice = (...choices: [string, ...string[]]): Takes => ({
	takes: asTheyAre(choices),
	refuses: ['', 'other', choices[0].toUpperCase(), true, 0, [choices[0]]],
	says: `must be one of ${choices.join(', ')}`,
});

const flag: Takes = {
	takes: asTheyAre([false, true]),
	// It must not be guessed whether money moves.
	refuses: ['true', 'false', '', 'yes', 1, 0],
	says: 'must be one of false, true',
};

const seconds: Takes = {
	takes: Object.entries({ 0: 0, 0.5: 500, 1.25: 1250, 2147483: 2_147_483_000 }),
	refuses: [-1, 2_147_484, NaN, '', ' 5', '5 s', '1e3', [5], true],
	says: 'must be a number of seconds from 0 to 2147483',
};

const cents: Takes = {
	takes: Object.entries({ 0.01: 1n, 100: 10_000n, 99.99: 9_999n }),
	// None of these means that there is no limit.
	refuses: ['', ' ', 0, '0', '1,000', -1, 10.999, 'none', false, NaN, [0]],
	says: 'is ',
};

const proxy: Takes = {
	takes: [['http://proxy.com:3128', { protocol: 'http', host: 'proxy.com', port: 3128 }]],
	refuses: ['proxy.com'],
	says: 'must be an address such as http://proxy.example.com:3128',
};

const alreadySent = choice('error', 'passThrough', 'returnPayout');
const agents = choice('refuse', 'fixedBeneficiary', 'anyBeneficiary');
const longest = 2_147_483_647;
const cases = Object.entries<[label: string, setting: keyof Settings, byDefault: unknown, Takes]>({
	agentPayouts: ['Agent Payouts', 'agentPayouts', 'refuse', agents],
	batchInterval: ['Batch Interval (Ms)', 'batchIntervalMs', 0, wholeNumber(0, longest)],
	concurrency: ['Concurrency', 'concurrency', 5, wholeNumber(1, 50)],
	duplicateGuard: [
		'Duplicate Guard',
		'duplicateGuard',
		'allExecutions',
		choice('allExecutions', 'thisExecution'),
	],
	lookUpUnclear: ['Look Up Unclear Payouts', 'lookUpUnclear', true, flag],
	maximumAmount: ['Maximum Amount', 'maximumAmount', undefined, cents],
	maximumTotal: ['Maximum Total', 'maximumTotal', undefined, cents],
	maximumWait: ['Maximum Wait (Seconds)', 'maximumWaitMs', 900_000, seconds],
	proxy: ['Proxy', 'proxy', undefined, proxy],
	simplify: ['Simplify', 'simplify', false, flag],
	timeout: ['Timeout (Ms)', 'timeoutMs', 60_000, wholeNumber(1, longest)],
	validateOnly: ['Validate Only', 'validateOnly', false, flag],
	whenAlreadySent: ['When Already Sent', 'whenAlreadySent', 'error', alreadySent],
}).map(([name, [label, setting, byDefault, takes]]) => ({
	...{ name, label, setting, byDefault },
	...takes,
}));

it('has a case for every option that there is', () => {
	const { options: all = [] } = options;
	expect(all.map(({ name }) => name).sort()).toEqual(cases.map(({ name }) => name));
});

it.each([undefined, {}])('gives each option its safe default, with %p', (given) => {
	const defaults = cases.map(({ setting, byDefault }) => [setting, byDefault]);
	expect(settings(given)).toEqual(Object.fromEntries(defaults));
});

describe.each(cases)('the option $name', ({ name, label, setting, takes, refuses, says }) => {
	it.each(takes)('takes %p as %p', (value, expected) => {
		expect(settings({ [name]: value })[setting]).toEqual(expected);
	});

	it.each(refuses)('refuses %p and says what it takes', (value) => {
		const message = refusalOf(name, value);
		expect(message.slice(0, label.length + 12 + says.length)).toBe(`The option ${label} ${says}`);
	});

	it.each([undefined, null])('is refused by its name instead of left out: %p', (value) => {
		expect(refusalOf(name, value)).toBe(`The option ${label} was added but is empty`);
	});

	const { noDataExpression } = (options.options as INodeProperties[]).find(
		(option) => option.name === name,
	)!;

	it.each([undefined, null, '', takes[0]?.[0]])('as an expression that gives %p', (value) => {
		const read = () => settings({ [name]: '={{ x }}' }, { '={{ x }}': () => value });
		if (noDataExpression) expect(read).toThrow(`The option ${label} ${says}`);
		else if (value === takes[0]?.[0]) expect(read()[setting]).toEqual(takes[0]?.[1]);
		else expect(read).toThrow(`The option ${label} was added but is empty`);
	});
});

describe('an option with an expression', () => {
	const read = (values: unknown[], indexes: number[], name = 'maximumAmount') =>
		settings({ [name]: '={{ x }}' }, { '={{ x }}': (index) => values[index] }, indexes);

	it('is evaluated for every item, and refused where two differ', () => {
		const error = thrownBy(() => read([1000, 50, 1000], [0, 1, 2]));
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('The option Maximum Amount differs between items 1 and 2');
		expect(error.description).toMatch(/give it a fixed value/);
		expectGoodWording(`${error.message}. ${error.description}`);
	});

	it('counts for the items that are asked about, and for no other', () => {
		expect(read([1000, 50, 1000], [0, 2]).maximumAmount).toBe(100_000n);
		expect(read([1000, 50, 1000], [1]).maximumAmount).toBe(5_000n);
		expect(() => read([1000, 50, 1000], [1, 2])).toThrow('differs between items 2 and 3');
	});

	it('is refused with the reason where it cannot be evaluated', () => {
		const broken = () => {
			throw new Error('No data found');
		};
		expect(() => settings({ timeout: '={{ x }}' }, { '={{ x }}': broken })).toThrow(
			'The option Timeout (Ms) could not be read: No data found',
		);
	});
});

it('leaves out what is not shown for the operation: it was added for another one', () => {
	const parameters = { operation: 'get', options: { maximumAmount: 'much', concurrency: 7 } };
	const read = readSettings(contextOf({ parameters }), [0]);
	expect(read).toMatchObject({ maximumAmount: undefined, concurrency: 7 });
});

it.each([undefined, {}, 5])('refuses options that are one expression, giving %p', (value) => {
	const error = thrownBy(() => settings('={{ x }}', { '={{ x }}': () => value }));
	expect(error.message).toBe('The Options cannot be one expression as a whole');
	expectGoodWording(`${error.message}. ${error.description}`);
});

it('gives an option its default where only a report needs it, and it cannot be read', () => {
	const read = settings({ maximumAmount: 'much', simplify: true, timeout: -1 }, {}, []);
	expect(read).toMatchObject({ maximumAmount: undefined, simplify: true, timeoutMs: 60_000 });
	expect(settings('={{ x }}', { '={{ x }}': () => 5 }, []).whenAlreadySent).toBe('error');
});
