import { NodeOperationError } from 'n8n-workflow';
import { options } from '../../../nodes/CardBankPayments/resources/options';
import { refusalOf, settings } from '../support/options';
import { expectGoodWording, thrownBy } from '../support/wording';

describe('the options', () => {
	it('have safe defaults', () => {
		const defaults = {
			agentPayouts: 'refuse',
			batchIntervalMs: 0,
			concurrency: 5,
			duplicateGuard: 'allExecutions',
			maximumAmount: undefined,
			maximumTotal: undefined,
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
				maximumAmount: 100.5,
				maximumTotal: '2000',
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
			maximumAmount: 10_050n,
			maximumTotal: 200_000n,
			proxy: { protocol: 'http', host: 'proxy.example.com', port: 3128 },
			simplify: true,
			timeoutMs: 5000,
			validateOnly: true,
			whenAlreadySent: 'passThrough',
		});
	});

	it('are decided by the first item where they are expressions', () => {
		const expressions = { '={{ n }}': (index: number) => 3 + index };
		expect(settings({ concurrency: '={{ n }}' }, expressions).concurrency).toBe(3);
	});
});

describe('an option that was added but has no value', () => {
	const added = [
		['agentPayouts', 'Agent Payouts'],
		['batchInterval', 'Batch Interval'],
		['concurrency', 'Concurrency'],
		['duplicateGuard', 'Duplicate Guard'],
		['maximumAmount', 'Maximum Amount'],
		['maximumTotal', 'Maximum Total'],
		['proxy', 'Proxy'],
		['simplify', 'Simplify'],
		['timeout', 'Timeout'],
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
	['batchInterval', 'batchIntervalMs', 'Batch Interval', 0, 2_147_483_647],
	['timeout', 'timeoutMs', 'Timeout', 1, 2_147_483_647],
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
