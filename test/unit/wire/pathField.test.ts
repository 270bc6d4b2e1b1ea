import fc from 'fast-check';
import {
	UserError,
	type ICredentialDataDecryptedObject,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';
import { formatOf, isAmount, sendText } from '../../../nodes/CardBankPayments/wire/bodyField';
import {
	pathSettingOf,
	pathTemplate,
	recordPath,
	sendInPath,
	type PathSetting,
} from '../../../nodes/CardBankPayments/wire/pathField';
import { expectGoodWording, rejectionOf, thrownBy } from '../support/wording';

const TEMPLATE = '/payouts/{orderReference}';
const BASE = 'https://api.example.com/third-parties';

const pathOf = (template: unknown, orderReference = 'INV7') =>
	recordPath(template, orderReference, 'Payout Path');

const field = (setting: PathSetting): INodeProperties => ({
	displayName: 'Order Reference',
	name: 'orderReference',
	type: 'string',
	default: '',
	routing: { send: sendInPath(setting) },
});

describe('the reference in a path', () => {
	it.each([
		['INV7718', '/payouts/INV7718'],
		['INV 7', '/payouts/INV%207'],
		['../x', '/payouts/..%2Fx'],
		['%2e%2e', '/payouts/%252e%252e'],
		['a/b', '/payouts/a%2Fb'],
		['a\\b', '/payouts/a%5Cb'],
		['?x', '/payouts/%3Fx'],
		['#', '/payouts/%23'],
		['A&b=1', '/payouts/A%26b%3D1'],
		['...', '/payouts/...'],
		['{orderReference}', '/payouts/%7BorderReference%7D'],
		["$& $' $$", "/payouts/%24%26%20%24'%20%24%24"],
		['@evil.example', '/payouts/%40evil.example'],
	])('%s stays one segment', (orderReference, path) => {
		expect(pathOf(TEMPLATE, orderReference)).toBe(path);
	});

	it.each([
		['.', 'is "."'],
		['..', 'is ".."'],
		['', 'is empty'],
		['\ud800', 'half a character'],
		['a\udc00b', 'half a character'],
	])('is refused where no address can hold it (%j)', (orderReference, reason) => {
		const error = thrownBy(() => pathOf(TEMPLATE, orderReference));
		expect(error).toBeInstanceOf(UserError);
		expectGoodWording(error.message.replace('".."', '"."'));
		expect(error.message).toContain('No look-up is possible: the order reference ');
		expect(error.message).toContain(reason);
		expect(error.description).toBe('Nothing was sent.');
		expect(() => formatOf(field('payoutPath'))(orderReference)).toThrow(reason);
	});

	const parts = ['.', '..', '/', '\\', '%2e', '%2F', '?', '#', '@', ':', '$&', ' '];
	// Made where it is used: listing every character there is takes a moment.
	const hostile = () =>
		fc.oneof(
			fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
			fc.string({ unit: fc.constantFrom(...parts), minLength: 1, maxLength: 6 }),
		);
	const templates = fc.constantFrom(TEMPLATE, '{orderReference}', '//x/{orderReference}?a=b');

	it('is exactly one segment below the base URL, whatever it contains', () => {
		fc.assert(
			fc.property(hostile(), templates, (orderReference, template) => {
				fc.pre(orderReference !== '.' && orderReference !== '..');
				fc.pre(!/\p{Surrogate}/u.test(orderReference));
				const place = template.replace(/^\/*/, '/').replace(/\?.*/, '').split('/').length;
				const url = new URL(`${BASE}${pathOf(template, orderReference)}`);
				expect(url.origin).toBe(new URL(BASE).origin);
				expect(url.hash).toBe('');
				expect(url.search).toBe(template.endsWith('?a=b') ? '?a=b' : '');
				expect(url.pathname.startsWith('/third-parties/')).toBe(true);
				const segments = url.pathname.split('/').slice(2);
				expect(segments).toHaveLength(place - 1);
				expect(decodeURIComponent(segments.at(-1) ?? '')).toBe(orderReference);
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe('the path of the credential', () => {
	it.each([
		['/payouts/{orderReference}', '/payouts/INV7'],
		['payouts/{orderReference}', '/payouts/INV7'],
		['///payouts/{orderReference}', '/payouts/INV7'],
		[' /payouts/{orderReference}\n', '/payouts/INV7'],
		['/payouts/{orderReference}/status', '/payouts/INV7/status'],
		['/payouts?ref={orderReference}&all=1', '/payouts?ref=INV7&all=1'],
		['/payouts/{orderReference}?expand=../x', '/payouts/INV7?expand=../x'],
		['/p/{orderReference}/{orderReference}', '/p/INV7/INV7'],
		['/caf%C3%A9/{orderReference}', '/caf%C3%A9/INV7'],
	])('%j is filled in', (template, path) => {
		expect(pathOf(template)).toBe(path);
	});

	const refused: Record<string, string[]> = {
		'does not contain {orderReference}': [
			...['/payouts', '/payouts/{reference}', '/payouts/{ orderReference }', '/payouts/INV7'],
		],
		'is a whole address': [
			...['https://evil.example/{orderReference}', 'https:{orderReference}', 'x:{orderReference}'],
		],
		'contains a segment "." or ".."': [
			...['/../{orderReference}', '/a/./{orderReference}', '/%2E%2e/{orderReference}'],
			...[
				'/{orderReference}/..',
				'/.%2e/{orderReference}',
				'/{orderReference}/../{orderReference}',
			],
		],
		'contains what no path can hold': [
			...['/a\\..\\{orderReference}', '\\\\evil.example\\{orderReference}', '/#{orderReference}'],
			...['/\t/evil.example/{orderReference}', '/a b/{orderReference}', '/{x}/{orderReference}'],
			...['/%2{orderReference}', '/%/{orderReference}', '/é/{orderReference}'],
		],
	};
	const each = Object.entries(refused).flatMap(([reason, templates]) =>
		templates.map((template) => [reason, template] as const),
	);

	it.each(each)('is refused where it %s: %j', (reason, template) => {
		const error = thrownBy(() => pathOf(template));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(
			`The Payout Path of the credential ${reason}; enter a path below the Base URL, e.g. /payouts/{orderReference}`,
		);
		expect(error.description).toBe('Nothing was sent.');
	});

	it.each(['', '  ', null, undefined, 7, {}])(
		'%j means that the service cannot be asked',
		(none) => {
			const { message } = thrownBy(() => recordPath(none, 'INV7', 'Payment Path'));
			expectGoodWording(message);
			expect(message).toBe(
				'No look-up is possible: the Payment Path of the credential is empty. Fill it in, e.g. with /payments/{orderReference}',
			);
		},
	);

	it('has its default where the credential was saved before the setting existed', () => {
		expect(pathTemplate({}, 'payoutPath')).toBe('/payouts/{orderReference}');
		expect(pathTemplate({}, 'paymentPath')).toBe('/payments/{orderReference}');
		expect(pathTemplate({ payoutPath: '' }, 'payoutPath')).toBe('');
		expect(pathTemplate({ payoutPath: '/p/{orderReference}' }, 'payoutPath')).toBe(
			'/p/{orderReference}',
		);
	});
});

describe('a field in the path', () => {
	it('names its setting, and is text in both engines', () => {
		expect(pathSettingOf(field('payoutPath'))).toBe('payoutPath');
		expect(pathSettingOf(field('paymentPath'))).toBe('paymentPath');
		expect(formatOf(field('payoutPath'))(7718)).toBe('7718');
		expect(() => formatOf(field('payoutPath'))(' INV7')).toThrow('white space');
		expect(isAmount(field('payoutPath'))).toBe(false);
	});

	it('is told from a field in the body and from one that is not sent', () => {
		const { routing, ...unsent } = field('payoutPath');
		expect(routing?.send).not.toHaveProperty('type');
		expect(pathSettingOf(unsent)).toBeUndefined();
		expect(pathSettingOf({ ...unsent, routing: { send: sendText('id') } })).toBeUndefined();
	});

	/** Runs the field's preSend as n8n's routing engine does. */
	const preSend = async (
		setting: PathSetting,
		value: unknown,
		credentials: ICredentialDataDecryptedObject = {},
	) => {
		const context = {
			getNodeParameter: (name: string) => (name === 'orderReference' ? value : undefined),
			getCredentials: async (type: string) => (type === 'cardBankPaymentsApi' ? credentials : {}),
		} as unknown as IExecuteSingleFunctions;
		const request = { url: '/replaced', method: 'GET' } as IHttpRequestOptions;
		return await field(setting).routing?.send?.preSend?.[0]?.call(context, request);
	};

	it.each([
		['payoutPath', 7718, {}, '/payouts/7718'],
		['paymentPath', 'a/b', {}, '/payments/a%2Fb'],
		['paymentPath', 'A1', { paymentPath: 'p/{orderReference}' }, '/p/A1'],
	] as const)('goes into the URL (%s, %j, %j)', async (setting, value, credentials, url) => {
		expect(await preSend(setting, value, credentials)).toEqual({ url, method: 'GET' });
	});

	it.each([
		['..', {}, 'is ".."'],
		[' A1', {}, 'white space'],
		['A1', { payoutPath: '' }, 'the Payout Path of the credential is empty'],
	])('is refused by n8n’s routing engine too (%j, %j)', async (value, credentials, reason) => {
		const { message } = await rejectionOf(
			preSend('payoutPath', value, credentials) as Promise<unknown>,
		);
		expect(message).toContain(reason);
	});
});
