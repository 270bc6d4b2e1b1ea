import fc from 'fast-check';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { credential } from '../../../nodes/CardBankPayments/sentences/credential';
import { banksPath, recordPath } from '../../../nodes/CardBankPayments/wire/pathField';
import { refusedBy } from '../support/wording';

const TEMPLATE = '/payouts/{orderReference}';
const BASE = 'https://api.example.com/third-parties';

const pathOf = (payoutPath: unknown, orderReference = 'INV7') =>
	recordPath({ payoutPath } as ICredentialDataDecryptedObject, 'payout', orderReference);

/** What would lead elsewhere, were it not one segment. */
const parts = ['.', '..', '/', '\\', '%2e', '%2F', '?', '#', '@', ':', '$&', ' '];
// Made where it is used: listing every character there is takes a moment.
const hostile = () =>
	fc.oneof(
		fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
		fc.string({ unit: fc.constantFrom(...parts, '{orderReference}'), minLength: 1, maxLength: 6 }),
	);
const templates = fc.constantFrom(TEMPLATE, '{orderReference}', '//x/{orderReference}?a=b');

it('a reference is exactly one segment below the base URL, whatever it contains', () => {
	fc.assert(
		fc.property(hostile(), templates, (orderReference, template) => {
			fc.pre(!/^\.{1,2}$|\p{Surrogate}/u.test(orderReference));
			const url = new URL(`${BASE}${pathOf(template, orderReference)}`);
			expect([url.origin, url.hash]).toEqual([new URL(BASE).origin, '']);
			expect(url.search).toBe(template.endsWith('?a=b') ? '?a=b' : '');
			const place = template.replace(/^\/*/, '').replace(/\?.*/, '').split('/').length;
			const [, top, ...segments] = url.pathname.split('/');
			expect([top, segments.length]).toEqual(['third-parties', place]);
			expect(decodeURIComponent(segments.at(-1) ?? '')).toBe(orderReference);
		}),
		{ numRuns: 1_000 },
	);
});

it.each([
	['list/banks', '/list/banks'],
	[' /list/banks\n', '/list/banks'],
	['//list/banks?country=TZ', '/list/banks?country=TZ'],
	[undefined, '/list/banks'],
])('the Banks Path %j leads to %s', (path, wanted) => {
	expect(banksPath({ banksPath: path } as ICredentialDataDecryptedObject)).toBe(wanted);
});

describe('the path of the credential', () => {
	it.each([
		['payouts/{orderReference}', '/payouts/INV7'],
		[' /payouts/{orderReference}\n', '/payouts/INV7'],
		['/payouts/{orderReference}/status', '/payouts/INV7/status'],
		['/payouts?ref={orderReference}&all=1', '/payouts?ref=INV7&all=1'],
		['/payouts/{orderReference}?expand=../x', '/payouts/INV7?expand=../x'],
		['/p/{orderReference}/{orderReference}', '/p/INV7/INV7'],
		// Saved before the setting existed.
		[undefined, '/payouts/INV7'],
	])('%j is filled in', (template, path) => {
		expect(pathOf(template)).toBe(path);
	});

	it.each([
		...['/payouts', '/payouts/{reference}', '/payouts/{ orderReference }', 7, {}],
		...['https://evil.example/{orderReference}', 'https:{orderReference}', 'x:{orderReference}'],
		...['/../{orderReference}', '/a/./{orderReference}', '/%2E%2e/{orderReference}'],
		...['/{orderReference}/..', '/.%2e/{orderReference}', '../{orderReference}'],
		...['/{orderReference}/..?x', '/{orderReference}/../{orderReference}'],
		...['/a\\..\\{orderReference}', '\\\\evil.example\\{orderReference}', '/#{orderReference}'],
		...['/\t/evil.example/{orderReference}', '/a b/{orderReference}', '/{x}/{orderReference}'],
		...['/%2{orderReference}', '/%/{orderReference}', '/é/{orderReference}', '/{orderReference}#'],
	])('is refused where it leads elsewhere: %j', (template) => {
		const place = '{orderReference}';
		const says = credential.wrongPath({ setting: 'Payout Path', place, usual: TEMPLATE });
		expect(refusedBy(() => pathOf(template)).message).toBe(says);
	});

	it.each(['', '  '])('%j means that the service cannot be asked', (none) => {
		const usual = '/payments/{orderReference}';
		const says = credential.emptyPath({ setting: 'Payment Path', usual });
		const read = () => recordPath({ paymentPath: none }, 'payment', 'INV7');
		expect(refusedBy(read).message).toBe(says);
	});
});
