import { NodeOperationError } from 'n8n-workflow';
import { options } from '../../../../nodes/CardBankPayments/resources/options';
import { refusalOf, settings } from '../../support/options';
import { expectGoodWording, thrownBy } from '../../support/wording';

describe('the options', () => {
	it('have safe defaults', () => {
		const defaults = {
			agentPayouts: 'refuse',
			batchIntervalMs: 0,
			concurrency: 5,
			duplicateGuard: 'allExecutions',
			lookUpUnclear: true,
			maximumAmount: undefined,
			maximumTotal: undefined,
			maximumWaitMs: 900_000,
			proxy: undefined,
			simplify: false,
			timeoutMs: 60_000,
			validateOnly: false,
			whenAlreadySent: 'error',
		};
		expect(settings({})).toEqual(defaults);
		expect(settings()).toEqual(defaults);
	});

	it('are taken as the builder set them', () => {
		expect(
			settings({
				agentPayouts: 'fixedBeneficiary',
				batchInterval: 1000,
				concurrency: 2,
				duplicateGuard: 'thisExecution',
				lookUpUnclear: false,
				maximumAmount: 100.5,
				maximumTotal: '2000',
				maximumWait: 1.5,
				proxy: 'http://proxy.example.com:3128',
				simplify: true,
				timeout: 5000,
				validateOnly: true,
				whenAlreadySent: 'passThrough',
			}),
		).toEqual({
			agentPayouts: 'fixedBeneficiary',
			batchIntervalMs: 1000,
			concurrency: 2,
			duplicateGuard: 'thisExecution',
			lookUpUnclear: false,
			maximumAmount: 10_050n,
			maximumTotal: 200_000n,
			maximumWaitMs: 1500,
			proxy: { protocol: 'http', host: 'proxy.example.com', port: 3128 },
			simplify: true,
			timeoutMs: 5000,
			validateOnly: true,
			whenAlreadySent: 'passThrough',
		});
	});
});

describe('an option with an expression', () => {
	const items = [{ max: 1000 }, { max: 50 }, { max: 1000 }];
	const maximumAmount = '={{ $json.max }}';
	const expressions = { [maximumAmount]: (index: number) => items[index]?.max };
	const read = (indexes: number[]) => settings({ maximumAmount }, expressions, indexes, items);

	it('is evaluated for every item, and refused where two differ', () => {
		const error = thrownBy(() => read([0, 1, 2]));
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('The option Maximum Amount differs between items 0 and 1');
		expect(error.description).toMatch(/fixed value.* Nothing was sent\.$/);
		expectGoodWording(`${error.message}. ${error.description}`);
	});

	it('counts for the items that are asked about, and for no other', () => {
		expect(read([0, 2]).maximumAmount).toBe(100_000n);
		expect(read([1]).maximumAmount).toBe(5_000n);
		expect(() => read([1, 2])).toThrow('differs between items 1 and 2');
	});

	it('is the same where only its spelling differs', () => {
		const amounts = [50, '50', '50.00'];
		const spelled = { '={{ x }}': (index: number) => amounts[index] };
		expect(settings({ maximumTotal: '={{ x }}' }, spelled, [0, 1, 2]).maximumTotal).toBe(5_000n);
		const proxies = ['http://proxy.example.com', 'http://proxy.example.com:80/'];
		const addressed = { '={{ x }}': (index: number) => proxies[index] };
		expect(settings({ proxy: '={{ x }}' }, addressed, [0, 1]).proxy).toMatchObject({ port: 80 });
	});

	it.each([
		['agentPayouts', 'Agent Payouts', ['refuse', 'anyBeneficiary']],
		['concurrency', 'Concurrency', [1, 2]],
		['duplicateGuard', 'Duplicate Guard', ['allExecutions', 'thisExecution']],
		['lookUpUnclear', 'Look Up Unclear Payouts', [true, false]],
		['maximumWait', 'Maximum Wait (Seconds)', [0, 900]],
		['proxy', 'Proxy', ['http://a.example.com', 'http://b.example.com']],
		['validateOnly', 'Validate Only', [false, true]],
		['whenAlreadySent', 'When Already Sent', ['error', 'passThrough']],
	])('may not differ in %s', (name, label, values) => {
		const differing = { '={{ x }}': (index: number) => values[index] };
		expect(() => settings({ [name]: '={{ x }}' }, differing, [0, 1])).toThrow(
			`The option ${label} differs between items 0 and 1`,
		);
	});

	it('is refused by the item for which it is not what the option takes', () => {
		const wrong = { '={{ x }}': (index: number) => (index === 2 ? 'much' : 5) };
		expect(() => settings({ maximumAmount: '={{ x }}' }, wrong, [0, 1, 2])).toThrow(
			/^The option Maximum Amount is "much"; .* \(item 2\)$/,
		);
	});

	it('is refused with the reason where it cannot be evaluated', () => {
		const broken = {
			'={{ x }}': () => {
				throw new Error('No data found');
			},
		};
		expect(() => settings({ timeout: '={{ x }}' }, broken)).toThrow(
			'The option Timeout (Ms) could not be read: No data found (item 0)',
		);
	});

	it('may not differ in whether it is there at all', () => {
		const whole = { '={{ x }}': (index: number) => (index === 0 ? { maximumAmount: 5 } : {}) };
		expect(() => settings('={{ x }}', whole, [0, 1])).toThrow(
			'The option Maximum Amount differs between items 0 and 1',
		);
		expect(() => settings('={{ x }}', { '={{ x }}': () => [] }, [0])).toThrow(
			'something else than options',
		);
	});

	it('is evaluated once where it is the same for all items by its form', () => {
		const evaluated: string[] = [];
		const reference = "={{ $('Limits').first().json.max }}";
		const seen = {
			[reference]: () => evaluated.push('reference'),
			'={{ x }}': () => (evaluated.push('x'), 5),
		};
		settings({ maximumAmount: reference, maximumTotal: '={{ x }}' }, seen, [0, 1, 2]);
		expect(evaluated).toEqual(['reference', 'x', 'x', 'x']);
	});
});

describe('options that are only needed for reporting', () => {
	it('are read for the first item', () => {
		const expressions = { '={{ x }}': (index: number) => index === 0 };
		const read = settings(
			{ simplify: '={{ x }}', whenAlreadySent: 'passThrough' },
			expressions,
			[],
		);
		expect(read).toMatchObject({ simplify: true, whenAlreadySent: 'passThrough' });
	});

	it('never get into the way of a report: what cannot be read has its default', () => {
		const read = settings({ maximumAmount: 'much', simplify: true, timeout: -1 }, {}, []);
		expect(read).toMatchObject({ maximumAmount: undefined, simplify: true, timeoutMs: 60_000 });
		expect(settings('={{ x }}', { '={{ x }}': () => 5 }, []).whenAlreadySent).toBe('error');
	});
});

describe('an option that was added but has no value', () => {
	const added = [
		['agentPayouts', 'Agent Payouts'],
		['batchInterval', 'Batch Interval (Ms)'],
		['concurrency', 'Concurrency'],
		['duplicateGuard', 'Duplicate Guard'],
		['lookUpUnclear', 'Look Up Unclear Payouts'],
		['maximumAmount', 'Maximum Amount'],
		['maximumTotal', 'Maximum Total'],
		['maximumWait', 'Maximum Wait (Seconds)'],
		['proxy', 'Proxy'],
		['simplify', 'Simplify'],
		['timeout', 'Timeout (Ms)'],
		['validateOnly', 'Validate Only'],
		['whenAlreadySent', 'When Already Sent'],
	] as const;

	it.each(added)('is refused by its name instead of left out: %s', (option, label) => {
		for (const value of [undefined, null]) {
			const message = refusalOf(option, value);
			expect(message).toBe(`The option ${label} was added but is empty`);
			expectGoodWording(message);
		}
	});

	it.each(added)('is refused when its expression yields nothing: %s', (option, label) => {
		const expressions = { '={{ $json.missing }}': () => undefined };
		expect(() => settings({ [option]: '={{ $json.missing }}' }, expressions)).toThrow(
			`The option ${label} was added but is empty`,
		);
	});

	it.each([undefined, null, '', 5])('is not lifted by options that are %p', (value) => {
		expect(() => settings('={{ x }}', { '={{ x }}': () => value })).toThrow(NodeOperationError);
	});

	it('cannot come from an expression that yields something else than options', () => {
		const { message } = thrownBy(() => settings('={{ x }}', { '={{ x }}': () => 5 }));
		expect(message).toBe(
			'The option list cannot be an expression that yields something else than options',
		);
	});

	it('is every option that there is', () => {
		const { options: all = [] } = options;
		expect(all.map(({ name }) => name).sort()).toEqual(added.map(([name]) => name));
	});
});

describe.each([
	['concurrency', 'concurrency', 'Concurrency', 1, 50],
	['batchInterval', 'batchIntervalMs', 'Batch Interval (Ms)', 0, 2_147_483_647],
	['timeout', 'timeoutMs', 'Timeout (Ms)', 1, 2_147_483_647],
] as const)('the option %s', (option, setting, label, from, to) => {
	it.each([from, to, String(to)])('takes %p', (value) => {
		expect(settings({ [option]: value })[setting]).toBe(Number(value));
	});

	it.each([from - 1, to + 1, -1, from + 0.5, NaN, Infinity, 'x', '5 s', {}, [1, 2], true, false])(
		'refuses %p and says what it takes',
		(value) => {
			const message = refusalOf(option, value);
			expect(message).toBe(`The option ${label} must be a whole number from ${from} to ${to}`);
			expectGoodWording(message);
		},
	);

	it.each(['', ' ', ' 5', '5 ', '5\n', '+5', '5.0', '5e0', '0x5', '0b1', '٥', '1_0', '1,000'])(
		'refuses %p, which only JavaScript takes for a whole number',
		(value) => {
			expect(refusalOf(option, value)).toContain(`${label} must be a whole number`);
		},
	);

	it('refuses a list, though JavaScript takes the text of it for a number', () => {
		expect(refusalOf(option, [5])).toContain(`${label} must be a whole number`);
	});
});

describe.each([
	['agentPayouts', 'Agent Payouts', ['refuse', 'fixedBeneficiary', 'anyBeneficiary']],
	['duplicateGuard', 'Duplicate Guard', ['allExecutions', 'thisExecution']],
	['whenAlreadySent', 'When Already Sent', ['error', 'passThrough']],
] as const)('the option %s', (option, label, choices) => {
	it.each(choices)('takes %s', (value) => {
		expect(settings({ [option]: value })[option]).toBe(value);
	});

	it.each(['', 'other', choices[0].toUpperCase(), true, 0, [choices[0]]])('refuses %p', (value) => {
		expect(refusalOf(option, value)).toBe(
			`The option ${label} must be one of ${choices.join(', ')}`,
		);
	});
});

describe('the option maximumWait', () => {
	it.each([
		[0, 0],
		[0.5, 500],
		['1.25', 1250],
		[2_147_483, 2_147_483_000],
	])('takes %p seconds', (value, ms) => {
		expect(settings({ maximumWait: value }).maximumWaitMs).toBe(ms);
	});

	it.each([-1, 2_147_484, NaN, Infinity, '', ' 5', '5 s', '1e3', [5], true])(
		'refuses %p and says what it takes',
		(value) => {
			const message = refusalOf('maximumWait', value);
			expect(message).toBe(
				'The option Maximum Wait (Seconds) must be a number of seconds from 0 to 2147483',
			);
			expectGoodWording(message);
		},
	);
});

describe('the option validateOnly', () => {
	it.each([true, false])('takes %p', (value) => {
		expect(settings({ validateOnly: value }).validateOnly).toBe(value);
	});

	it.each(['true', 'false', '', 'yes', 1, 0])(
		'refuses %p, since it must not be guessed whether money moves',
		(value) => {
			const message = refusalOf('validateOnly', value);
			expect(message).toContain('The option Validate Only must be one of');
			expect(message).toContain('false, true');
			expectGoodWording(message);
		},
	);
});

describe.each([
	['maximumAmount', 'Maximum Amount'],
	['maximumTotal', 'Maximum Total'],
] as const)('the option %s', (option, label) => {
	it('sets no limit only when it is left out', () => {
		expect(settings({})[option]).toBeUndefined();
	});

	it.each([
		[0.01, 1n],
		['100', 10_000n],
		[99.99, 9_999n],
	])('takes %p as cents', (value, cents) => {
		expect(settings({ [option]: value })[option]).toBe(cents);
	});

	it.each(['', ' ', 0, '0', '1,000', -1, 10.999, 'none', false, true, NaN, [0]])(
		'refuses %p instead of setting no limit',
		(value) => {
			expect(refusalOf(option, value)).toMatch(new RegExp(`^The option ${label} is `));
			expectGoodWording(refusalOf(option, 'none'));
		},
	);
});
