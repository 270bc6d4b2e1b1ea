import {
	assertSameOrigin,
	normalizeBaseUrl,
	parseSecureBaseUrl,
} from '../../../nodes/CardBankPayments/wire/baseUrl';
import { requestDefaults } from '../../../nodes/CardBankPayments/wire/exchange';
import { refusedBy } from '../support/wording';

const url = 'https://api.example.com/third-parties';

/** Hosts that look like this machine to a careless check. */
const lookalikes = [
	...['127.0.0.1.evil.example', 'evil-localhost', 'localhost.', 'localhost%2eevil.example'],
	...['127.0.0.2', '127.2', '0', '0177.0.0.2', '2130706434', '0x7f000002', '0x7f.0.0.2'],
	...['１２７.0.0.2', '[::]', '[::ffff:127.0.0.2]', '[::ffff:7f00:1]'],
];

describe('the base URL', () => {
	const evaluateAsN8n = new Function(
		'$credentials',
		`return ${/^=\{\{(.*)\}\}$/.exec(requestDefaults.baseURL)?.[1] as string}`,
	);

	it.each([
		[url, url],
		[`${url}/`, url],
		[`${url}///`, url],
		[`\n ${url}/ \t`, url],
		['https://api.example.com/a//b', 'https://api.example.com/a//b'],
		['', ''],
		[undefined, ''],
		[null, ''],
	])('is cleaned: %p becomes %p', (typed, clean) => {
		expect(normalizeBaseUrl(typed)).toBe(clean);
	});

	it.each([url, ` ${url}// `, 'https://a.example/'])(
		'is cleaned in the same way by the expression for n8n’s routing engine: %p',
		(baseUrl) => expect(evaluateAsN8n({ baseUrl })).toBe(normalizeBaseUrl(baseUrl)),
	);

	it.each([
		...[url, 'HTTPS://API.EXAMPLE.COM', 'https://127.0.0.1:8443/x', 'http://LOCALHOST'],
		...['http://localhost:8420/third-parties', 'http://127.0.0.1:8420/third-parties/'],
		...['http://[::1]:8420', ' http://localhost/ ', 'https://api.example.com/@v1'],
	])('is taken when nobody can read along: %s', (typed) => {
		expect(parseSecureBaseUrl(typed).href).toBe(new URL(normalizeBaseUrl(typed)).href);
	});

	it.each([
		...[
			'127.0.0.1\\@127.0.0.2',
			'127.1',
			'0x7f000001',
			'2130706433',
			'0177.0.0.1',
			'ＬＯＣＡＬＨＯＳＴ',
		],
	])('is taken on this machine, however that is written: %s', (host) => {
		const { hostname } = parseSecureBaseUrl(`http://${host}:8420/third-parties`);
		expect(['127.0.0.1', 'localhost']).toContain(hostname);
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
		['another scheme on this machine', 'ftp://127.0.0.1/x'],
		['a script', 'javascript:alert(1)'],
		['a scheme that only starts with http', 'httpx://localhost'],
		['web sockets', 'wss://api.example.com'],
		...lookalikes.map((host) => [`plain http to ${host}`, `http://${host}:8420/third-parties`]),
	])('is refused over %s', (_, typed) => {
		const error = refusedBy(() => parseSecureBaseUrl(typed));
		expect(error.message).toBe(
			'The Base URL of the credential must start with https://; only an address on this machine (localhost) may use http://',
		);
		expect(error.description).toContain('Nothing was sent');
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
		const error = refusedBy(() => parseSecureBaseUrl(typed));
		expect(error.message).toBe(
			'The Base URL of the credential must not contain a user name or password',
		);
		expect(error.description).toBe('Remove what stands before the @. Nothing was sent.');
		expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/secret|user:/);
	});

	it.each([
		...['', '   ', undefined, null, 'api.example.com', '/third-parties'],
		...['https://', 'http://', '={{ $x }}'],
	])('is refused when it is no web address: %p', (typed) => {
		const error = refusedBy(() => parseSecureBaseUrl(typed));
		expect(error.message).toBe(
			`The Base URL of the credential is not a web address; enter it in full, e.g. ${url}`,
		);
		expect(error.description).toContain('Nothing was sent');
	});
});

describe('a request with the credential', () => {
	it.each([
		[`${url}/payouts`, url],
		['https://api.example.com', url],
		['https://api.example.com:443/other/path?x=1#y', url],
		['HTTPS://API.example.COM/x', url],
		['http://localhost:8420/x', 'http://localhost:8420'],
	])('may go to the origin of the base URL: %s', (target, base) => {
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
		const error = refusedBy(() => assertSameOrigin(target, `${url}/`));
		expect(error.message).toBe(
			'This credential may only be used with addresses at https://api.example.com',
		);
		expect(error.description).toContain('not sent anywhere else');
	});

	it.each([
		['another port than that of the base URL', 'http://localhost:8421/x', 'http://localhost:8420'],
		['the base URL when that one is not safe', 'http://evil.com/x', 'http://evil.com'],
	])('may not go to %s', (_, target, base) => {
		expect(() => assertSameOrigin(target, base)).toThrow(
			base.includes('evil') ? 'must start with https://' : base,
		);
	});
});
