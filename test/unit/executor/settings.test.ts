import { NodeOperationError } from 'n8n-workflow';
import { readSettings } from '../../../nodes/CardBankPayments/executor/settings';
import { contextOf, type Expressions } from '../support/context';
import { expectGoodWording, thrownBy } from '../support/wording';

const settings = (options?: unknown, expressions: Expressions = {}) =>
	readSettings(contextOf({ parameters: options === undefined ? {} : { options }, expressions }));

/** The text with which a value of an option is refused. */
function refusal(name: string, value: unknown): string {
	const error = thrownBy(() => settings({ [name]: value }));
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.description).toBe('Nothing was sent.');
	return error.message;
}

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

describe.each([
	['concurrency', 'concurrency', 'Concurrency', 1, 50],
	['batchInterval', 'batchIntervalMs', 'Batch Interval', 0, 2_147_483_647],
	['timeout', 'timeoutMs', 'Timeout', 1, 2_147_483_647],
] as const)('the option %s', (option, setting, label, from, to) => {
	it.each([from, to, String(to)])('takes %p', (value) => {
		expect(settings({ [option]: value })[setting]).toBe(Number(value));
	});

	it.each([from - 1, to + 1, -1, from + 0.5, NaN, Infinity, 'x', '5 s', {}, [1, 2]])(
		'refuses %p and says what it takes',
		(value) => {
			const message = refusal(option, value);
			expect(message).toBe(`The option ${label} must be a whole number from ${from} to ${to}`);
			expectGoodWording(message);
		},
	);
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
		expect(refusal(option, value)).toBe(`The option ${label} must be one of ${choices.join(', ')}`);
	});
});

describe('the option validateOnly', () => {
	it.each([true, false])('takes %p', (value) => {
		expect(settings({ validateOnly: value }).validateOnly).toBe(value);
	});

	it.each(['true', 'false', '', 'yes', 1, 0])(
		'refuses %p, since it must not be guessed whether money moves',
		(value) => {
			const message = refusal('validateOnly', value);
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
	it('sets no limit with 0, its default', () => {
		expect(settings({ [option]: 0 })[option]).toBeUndefined();
	});

	it.each([
		[0.01, 1n],
		['100', 10_000n],
		[99.99, 9_999n],
	])('takes %p as cents', (value, cents) => {
		expect(settings({ [option]: value })[option]).toBe(cents);
	});

	it.each(['', ' ', '0', '1,000', -1, 10.999, 'none', false, true, NaN, [0]])(
		'refuses %p instead of setting no limit',
		(value) => {
			expect(refusal(option, value)).toMatch(new RegExp(`^The option ${label} is `));
			expectGoodWording(refusal(option, 'none'));
		},
	);
});

describe('the option proxy', () => {
	it.each([
		['', undefined],
		['http://proxy.example.com', { protocol: 'http', host: 'proxy.example.com', port: 80 }],
		['https://proxy.example.com', { protocol: 'https', host: 'proxy.example.com', port: 443 }],
		[
			'https://proxy.example.com:8443/',
			{ protocol: 'https', host: 'proxy.example.com', port: 8443 },
		],
		['http://10.0.0.1:3128', { protocol: 'http', host: '10.0.0.1', port: 3128 }],
		[
			'http://us%40er:p%3Aw@proxy.example.com:3128',
			{
				protocol: 'http',
				host: 'proxy.example.com',
				port: 3128,
				auth: { username: 'us@er', password: 'p:w' },
			},
		],
	])('takes %p', (value, proxy) => {
		expect(settings({ proxy: value }).proxy).toEqual(proxy);
	});

	it.each(['proxy.example.com', 'proxy.example.com:3128', 'localhost:3128', 'http://', ' ', 5, {}])(
		'refuses %p and shows an address',
		(value) => {
			const message = refusal('proxy', value);
			expect(message).toBe(
				'The option Proxy must be an address such as http://proxy.example.com:3128',
			);
			expectGoodWording(message);
		},
	);
});
