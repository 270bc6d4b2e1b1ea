import fc from 'fast-check';

/** As a JSON text in an earlier node would make it: an own key that looks like the prototype. */
const parsed = (text: string): unknown => JSON.parse(text);

const injections = [
	...['A-1\r\nX-Evil: 1', 'A-1\nHost: evil.example', 'A-1\r\n\r\nPOST /payouts HTTP/1.1'],
	...['A-1\u0000', '%0d%0aX-Evil: 1'],
	...['../../../admin', '..%2f..%2fadmin', '//evil.example/path', 'https://evil.example/path'],
	...['http://127.0.0.1@evil.example/', '?amount=1&currency=USD', '#fragment'],
	...['A-1","amount":1,"x":"', '"}{"', '\\', '\\"', "'; DROP TABLE payouts; --"],
	...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>'],
	...['<br/>Accepted (1): A-1.', '</td>&lt;b&gt;&#60;'],
	...['{{ $json.amount }}', '={{ $credentials.apiKey }}', '={{ $env.PATH }}', '${amount}'],
	'{{constructor.constructor("return process")()}}',
	...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'],
	...['null', 'undefined', 'true', 'NaN', '[object Object]'],
	...['canceled', 'ECONNREFUSED', 'ETIMEDOUT 127.0.0.1:443'],
	...['\u202eEVIL', 'A\u200bB', 'A\u00adB', '\ufeffA-1', 'A-1\u2028B', '\u001b[31mred\u001b[0m'],
	...['\ud800', 'a\udfffb', 'e\u0301 is not \u00e9', 'ﬁ ﷺ 𝒜', '漢字 العربية 😀'],
	...[' A-1', 'A-1 ', '\u00a0A-1', '', ' '],
];

const amountTexts = [
	...['1', '1500', '1500.5', '1500.50', '00010.50', '0.01', '999999999999.99'],
	...['0', '0.00', '-1', '-0', '+5', '.5', '5.', '1e3', '1E3', '0x10', '0b1', '0o7', '1_000'],
	...['1,000', '1.000,50', '1 000', '10.999', '0.001', '0.010', '1.5.5', ' 10', '10 ', '10\n'],
	...['１０', '٣', '१०', '½', '²', '∞', 'Infinity', 'NaN', 'TZS 10', '$10', '10%', '1/3'],
	...['9'.repeat(15), '9'.repeat(16), '9'.repeat(30), '9'.repeat(31), `0.${'0'.repeat(400)}1`],
	...['70368744177664', '70368744177663.99', '9007199254740993', '4503599627370496.5'],
	...['10\u0000', '10\u200b', '\u202e10', '10;11', '10"', '10,"x":1'],
];

const numbers = [
	...[0, -0, 1, -1, 0.1 + 0.2, 0.1, 1.005, 10.999, 1e21, 1e-7, 1.5e300, 5e-324, NaN],
	...[Infinity, -Infinity, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, 2 ** 46],
	...[2 ** 46 - 0.01, 2 ** 46 - 1, 2 ** 53 - 0.5, 1234567.89, 4.35, 8.2, 1.1, 64.1],
	...[2 ** 31, 2 ** 63],
];

const otherTypes: unknown[] = [
	...[null, undefined, true, false, [], ['A-1'], [1500], [[['deep']]], {}],
	...[{ value: 'A-1' }, { toString: 'A-1' }, { valueOf: 5 }, { toJSON: 'A-1' }, { length: 1 }],
	...[{ id: 'A-1' }, { orderReference: 'A-1', amount: 1 }],
	parsed('{"__proto__":{"amount":1,"isAdmin":true}}'),
	parsed('{"constructor":{"prototype":{"amount":1}}}'),
	{ __rl: true, mode: 'bic', value: 'EVILTZTZ' },
	{ __rl: true, mode: 'list', value: { nested: 'EVIL' }, cachedResultName: '<b>' },
	new Date('2026-01-02T03:04:05Z'),
	new Date(NaN),
	10n,
	new Map([['amount', 1]]),
	Buffer.from('1500'),
];

/** What is hostile by name: each of these is put into every field, in every run. */
export const namedValues: unknown[] = [...injections, ...amountTexts, ...numbers, ...otherTypes];

/** Few, since each of them is copied several times on its way. */
const hugeText = fc.constantFrom('x'.repeat(2 ** 20), '9'.repeat(2 ** 20), '\r\n'.repeat(2 ** 19));

/** Anything at all, of what has broken programs before and of what nobody has thought of. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 650, arbitrary: fc.constantFrom(...namedValues) },
	{ weight: 100, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
	{ weight: 60, arbitrary: fc.string({ unit: 'grapheme', minLength: 990, maxLength: 1010 }) },
	{ weight: 60, arbitrary: fc.double() },
	{ weight: 60, arbitrary: fc.maxSafeInteger() },
	{ weight: 40, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String) },
	{
		weight: 40,
		arbitrary: fc.tuple(fc.nat(), fc.nat(9999)).map(([units, rest]) => `${units}.${rest}`),
	},
	{ weight: 40, arbitrary: fc.json().map(parsed) },
	{ weight: 2, arbitrary: hugeText },
);

/** What stands in an item besides the fields: none of it may ever reach the service. */
export const strayKeys = fc.constantFrom<Array<[string, unknown]>>(
	[],
	[['__proto__', { amount: 1, checksum: 'stray', accountCurrency: 'TZS' }]],
	[['constructor', { prototype: { amount: 1 } }]],
	[
		['checksum', 'stray'],
		['accountCurrency', 'TZS'],
		['metadata', { a: 1 }],
	],
	[
		['customer', { id: 'stray' }],
		['body', { amount: 1 }],
		['headers', { 'x-evil': '1' }],
		['url', 'https://evil.example'],
	],
);
