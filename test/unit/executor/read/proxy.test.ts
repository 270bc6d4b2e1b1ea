import fc from 'fast-check';
import { refusalOf, settings } from '../../support/options';

const proxyOf = (proxy: string) => settings({ proxy }).proxy;

it.each([
	['http://proxy.example.com', 'http', 'proxy.example.com', 80],
	['HTTPS://proxy.example.com', 'https', 'proxy.example.com', 443],
	['https://proxy.example.com:8443/', 'https', 'proxy.example.com', 8443],
	// An IPv6 address keeps its brackets, as URLs want it.
	['http://[::1]:3128', 'http', '[::1]', 3128],
])('a proxy is an address such as %p', (value, protocol, host, port) => {
	expect(proxyOf(value)).toEqual({ protocol, host, port });
});

it('is none where it is empty', () => expect(proxyOf('')).toBeUndefined());

it.each([
	...['proxy.example.com:3128', 'localhost:3128', 'http://', ' ', 5, ['http://a.b:1']],
	...['http://proxy.example.com:0', 'http://:password@proxy.example.com'],
	...['http://[fe80::1%25eth0]:3128', 'http://::1:3128', 'http://user:100%@proxy.example.com'],
	// These would be taken for other schemes.
	...['socks5', 'httpx', 'httpss'].map((scheme) => `${scheme}://a:secret@b.c:1`),
])('is not %p', (value) => {
	expect(refusalOf('proxy', value)).toBe(
		'The option Proxy must be an address such as http://proxy.example.com:3128',
	);
});

it('has any user name and password that were percent-encoded', () => {
	const cases = fc.property(fc.string({ minLength: 1 }), fc.string(), (...given) => {
		const [username, password] = given.map(encodeURIComponent);
		const proxy = proxyOf(`http://${username}:${password}@proxy.example.com:3128`);
		const { auth } = proxy as { auth: Record<'username' | 'password', string> };
		// As n8n makes a URL of it, and its agent takes it apart.
		const url = Object.assign(new URL('http://proxy.example.com'), auth);
		expect([url.username, url.password].map(decodeURIComponent)).toEqual(given);
	});
	fc.assert(cases);
	expect(proxyOf('http://user@proxy.example.com:3128')).toMatchObject({
		auth: { username: 'user', password: '' },
	});
});
