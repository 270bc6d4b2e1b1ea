import { UserError } from 'n8n-workflow';
import {
	assertSameOrigin,
	normalizeBaseUrl,
	parseSecureBaseUrl,
} from '../../../nodes/CardBankPayments/wire/baseUrl';
import { requestDefaults } from '../../../nodes/CardBankPayments/wire/requestDefaults';
import { expectGoodWording, thrownBy } from '../support/wording';

describe('the base URL', () => {
	it.each([
		['https://api.example.com/third-parties', 'https://api.example.com/third-parties'],
		['https://api.example.com/third-parties/', 'https://api.example.com/third-parties'],
		['https://api.example.com/third-parties///', 'https://api.example.com/third-parties'],
		['\n https://api.example.com/third-parties/ \t', 'https://api.example.com/third-parties'],
		['https://api.example.com/a//b', 'https://api.example.com/a//b'],
		['', ''],
		[undefined, ''],
		[null, ''],
	])('is cleaned: %p becomes %p', (typed, clean) => {
		expect(normalizeBaseUrl(typed)).toBe(clean);
	});

	it('is cleaned in the same way by the expression for n8n’s routing engine', () => {
		const { baseURL } = requestDefaults;
		const body = /^=\{\{(.*)\}\}$/.exec(baseURL)?.[1] as string;
		const evaluate = new Function('$credentials', `return ${body}`);
		for (const typed of ['https://a.example/x', ' https://a.example/x// ', 'https://a.example/']) {
			expect(evaluate({ baseUrl: typed })).toBe(normalizeBaseUrl(typed));
		}
	});

	it.each([
		'https://api.example.com/third-parties',
		'HTTPS://API.EXAMPLE.COM',
		'https://127.0.0.1:8443/x',
		'http://localhost:8420/third-parties',
		'http://127.0.0.1:8420/third-parties/',
		'http://[::1]:8420',
		'http://LOCALHOST',
		' http://localhost/ ',
	])('is taken when nobody can read along: %s', (typed) => {
		expect(parseSecureBaseUrl(typed).href).toBe(new URL(normalizeBaseUrl(typed)).href);
	});

	it.each([
		['plain http', 'http://api.example.com/third-parties'],
		['plain http to a neighbour', 'http://192.168.0.10'],
		['plain http to every interface', 'http://0.0.0.0:8420'],
		['a host that only starts with localhost', 'http://localhost.evil.com'],
		['a host that only ends in localhost', 'http://evil.localhost.com'],
		['localhost in the path', 'http://evil.com/localhost'],
		['localhost behind a hash', 'http://evil.com#localhost'],
		['another IPv6 address', 'http://[::2]'],
		['another scheme', 'ftp://localhost/x'],
		['a scheme that only starts with http', 'httpx://localhost'],
		['web sockets', 'wss://api.example.com'],
	])('is refused over %s', (_, typed) => {
		const error = thrownBy(() => parseSecureBaseUrl(typed));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(
			'The Base URL of the credential must start with https://; only an address on this machine (localhost) may use http://',
		);
		expect(error.description).toContain('Nothing was sent');
		expectGoodWording(`${error.message}. ${error.description}`);
	});

	it.each([
		['a user name', 'https://user@api.example.com/third-parties'],
		['a user name and a password', 'https://user:secret@api.example.com'],
		['a password alone', 'https://:secret@api.example.com'],
		['a user name on this machine', 'http://user:secret@localhost:8420'],
		['localhost as a user name', 'http://localhost@evil.com'],
		['localhost as user name and password', 'http://localhost:80@evil.com'],
		['another host as a user name', 'https://api.example.com@evil.com'],
	])('is refused with %s, and neither is shown', (_, typed) => {
		const error = thrownBy(() => parseSecureBaseUrl(typed));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(
			'The Base URL of the credential must not contain a user name or password',
		);
		expect(error.description).toBe('Remove what stands before the @. Nothing was sent.');
		expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/secret|user:/);
		expectGoodWording(`${error.message}. ${error.description}`);
	});

	it('may have an @ in its path, where it is no user info', () => {
		expect(parseSecureBaseUrl('https://api.example.com/@v1').pathname).toBe('/@v1');
	});

	it.each([
		'',
		'   ',
		undefined,
		null,
		'api.example.com',
		'/third-parties',
		'https://',
		'={{ $x }}',
	])('is refused when it is no web address: %p', (typed) => {
		const error = thrownBy(() => parseSecureBaseUrl(typed));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(
			'The Base URL of the credential is not a web address; enter it in full, e.g. https://api.example.com/third-parties',
		);
		expect(error.description).toContain('Nothing was sent');
		expectGoodWording(`${error.message}. ${error.description}`);
	});
});

describe('a request with the credential', () => {
	const base = 'https://api.example.com/third-parties/';

	it.each([
		'https://api.example.com/third-parties/payouts',
		'https://api.example.com',
		'https://api.example.com:443/other/path?x=1#y',
		'HTTPS://API.example.COM/x',
	])('may go to the origin of the base URL: %s', (target) => {
		expect(() => assertSameOrigin(target, base)).not.toThrow();
	});

	it.each([
		['another host', 'https://evil.com/third-parties'],
		['a host below', 'https://pay.api.example.com/x'],
		['a host that only starts alike', 'https://api.example.com.evil.com/x'],
		['another port', 'https://api.example.com:8443/x'],
		['another scheme', 'http://api.example.com/x'],
		['the right host as a user name', 'https://api.example.com@evil.com/x'],
		['the right host as user name and password', 'https://api.example.com:443@evil.com/x'],
		['the right host behind a backslash', 'https://evil.com\\@api.example.com/x'],
		['a look-alike host', 'https://api.exаmple.com/x'],
		['a path without a host', '/third-parties/payouts'],
		['no address at all', ''],
	])('may not go to %s', (_, target) => {
		const error = thrownBy(() => assertSameOrigin(target, base));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(
			'This credential may only be used with addresses at https://api.example.com',
		);
		expect(error.description).toContain('not sent anywhere else');
		expectGoodWording(`${error.message}. ${error.description}`);
	});

	it('keeps to the port of a base URL that has one', () => {
		expect(() =>
			assertSameOrigin('http://localhost:8420/x', 'http://localhost:8420'),
		).not.toThrow();
		expect(() => assertSameOrigin('http://localhost:8421/x', 'http://localhost:8420')).toThrow(
			'http://localhost:8420',
		);
	});

	it('may not even go to the base URL when that one is not safe', () => {
		expect(() => assertSameOrigin('http://evil.com/x', 'http://evil.com')).toThrow(
			'must start with https://',
		);
	});
});
