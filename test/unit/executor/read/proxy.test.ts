import fc from 'fast-check';
import { refusalOf, settings } from '../../support/options';

const proxyOf = (proxy: string) => settings({ proxy }).proxy;

/** The user name and password that n8n gets. */
const authOf = (userInfo: string) => {
	const proxy = proxyOf(`http://${userInfo}@proxy.example.com:3128`);
	return typeof proxy === 'object' && proxy.auth;
};

it.each([
	['http://proxy.example.com', 'http', 'proxy.example.com', 80],
	['https://proxy.example.com', 'https', 'proxy.example.com', 443],
	['HTTP://proxy.example.com', 'http', 'proxy.example.com', 80],
	['https://proxy.example.com:8443/', 'https', 'proxy.example.com', 8443],
	['http://10.0.0.1:3128', 'http', '10.0.0.1', 3128],
	// An IPv6 address keeps its brackets, as URLs want it.
	['http://[::1]:3128', 'http', '[::1]', 3128],
])('a proxy is an address such as %p', (value, protocol, host, port) => {
	expect(proxyOf(value)).toEqual({ protocol, host, port });
});

it('is none where it is empty', () => expect(proxyOf('')).toBeUndefined());

it.each([
	...['proxy.example.com', 'proxy.example.com:3128', 'localhost:3128', 'http://', ' ', 5, {}],
	...['http://proxy.example.com:0', 'http://:password@proxy.example.com', ['http://a.b:1']],
	...['http://[fe80::1%25eth0]:3128', 'http://::1:3128', 'http://user:100%@proxy.example.com'],
	// These would be taken for other schemes.
	...['socks5', 'ftp', 'ws', 'file', 'httpx', 'httpss'].map(
		(scheme) => `${scheme}://a:secret@b.c:1`,
	),
])('is not %p', (value) => {
	expect(refusalOf('proxy', value)).toBe(
		'The option Proxy must be an address such as http://proxy.example.com:3128',
	);
});

it('has any user name and password that were percent-encoded', () => {
	expect(authOf('us%40er:p%3Aw')).toEqual({ username: 'us@er', password: 'p:w' });
	expect(authOf('user')).toEqual({ username: 'user', password: '' });
	fc.assert(
		fc.property(fc.string({ minLength: 1 }), fc.string(), (username, password) => {
			const userInfo = [username, password].map(encodeURIComponent).join(':');
			// As n8n makes a URL of it, and its agent takes it apart.
			const { username: name, password: word } = authOf(userInfo) as Record<string, string>;
			const url = new URL('http://proxy.example.com');
			url.username = name ?? '';
			url.password = word ?? '';
			expect([url.username, url.password].map(decodeURIComponent)).toEqual([username, password]);
		}),
	);
});
