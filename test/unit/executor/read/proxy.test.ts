import fc from 'fast-check';
import { refusalOf, settings } from '../../support/options';
import { expectGoodWording } from '../../support/wording';

const proxyOf = (proxy: string) => settings({ proxy }).proxy;

/** The user name and password that n8n gets. */
const authOf = (userInfo: string) => {
	const proxy = proxyOf(`http://${userInfo}@proxy.example.com:3128`);
	return typeof proxy === 'object' && proxy.auth;
};

describe('the option proxy', () => {
	it.each([
		['http://proxy.example.com', 'http', 'proxy.example.com', 80],
		['https://proxy.example.com', 'https', 'proxy.example.com', 443],
		['HTTP://proxy.example.com', 'http', 'proxy.example.com', 80],
		['https://proxy.example.com:8443/', 'https', 'proxy.example.com', 8443],
		['http://10.0.0.1:3128', 'http', '10.0.0.1', 3128],
		// An IPv6 address keeps its brackets, as URLs want it.
		['http://[::1]:3128', 'http', '[::1]', 3128],
		['https://[2001:db8::7]', 'https', '[2001:db8::7]', 443],
	])('takes %p', (value, protocol, host, port) => {
		expect(proxyOf(value)).toEqual({ protocol, host, port });
	});

	it('is none where it is empty', () => {
		expect(proxyOf('')).toBeUndefined();
	});

	it.each([
		...['proxy.example.com', 'proxy.example.com:3128', 'localhost:3128', 'http://', ' ', 5, {}],
		...['http://proxy.example.com:0', 'http://:password@proxy.example.com', ['http://a.b:1']],
		...['http://[fe80::1%25eth0]:3128', 'http://::1:3128'],
	])('refuses %p and shows an address', (value) => {
		const message = refusalOf('proxy', value);
		expect(message).toBe(
			'The option Proxy must be an address such as http://proxy.example.com:3128',
		);
		expectGoodWording(message);
	});

	it.each(['socks5', 'socks', 'ftp', 'ws', 'file', 'httpx', 'httpss'])(
		'refuses the scheme %s, which would be taken for another one',
		(scheme) => {
			expect(refusalOf('proxy', `${scheme}://proxy.example.com:3128`)).toContain(
				'must be an address such as http://',
			);
		},
	);
});

describe('user name and password of a proxy', () => {
	it('are decoded as far as n8n encodes them again', () => {
		expect(authOf('us%40er:p%3Aw')).toEqual({ username: 'us@er', password: 'p:w' });
		expect(authOf('user')).toEqual({ username: 'user', password: '' });
	});

	it('keep a lone percent sign', () => {
		expect(authOf('us%er:100%')).toEqual({ username: 'us%25er', password: '100%25' });
		expect(authOf('us%40er:100%')).toEqual({ username: 'us@er', password: '100%25' });
	});

	it('are any text that was percent-encoded', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1 }), fc.string(), (username, password) => {
				const userInfo = [username, password].map(encodeURIComponent).join(':');
				// As n8n makes a URL of it, and its agent takes it apart.
				const { username: name, password: word } = authOf(userInfo) as Record<string, string>;
				const url = new URL('http://proxy.example.com');
				url.username = name ?? '';
				url.password = word ?? '';
				expect(decodeURIComponent(url.username)).toBe(username);
				expect(decodeURIComponent(url.password)).toBe(password);
			}),
		);
	});

	it('come from an expression that gives one: an empty text does not lift the proxy', () => {
		const expressions = { '={{ x }}': () => '' };
		expect(() => settings({ proxy: '={{ x }}' }, expressions)).toThrow(
			'The option Proxy was added but is empty',
		);
	});

	it('are not shown in a refusal', () => {
		expect(refusalOf('proxy', 'ftp://user:secret@proxy.example.com')).not.toContain('secret');
	});
});
