import { assertSameOrigin, parseSecureBaseUrl } from '../../../nodes/CardBankPayments/wire/baseUrl';
import { credential } from '../../../nodes/CardBankPayments/sentences/credential';
import { resources } from '../../../nodes/CardBankPayments/resources';
import { refusedBy } from '../support/wording';

const url = 'https://api.example.com/third-parties';

const { baseUrl } = credential;

function expectRefused(
	call: () => unknown,
	{ says, description }: { says: string; description?: string },
) {
	const error = refusedBy(call);
	expect([error.message, error.description]).toEqual([says, description]);
	return error;
}

/** Hosts that look like this machine to a careless check. */
const lookalikes = [
	...['127.0.0.1.evil.example', 'evil-localhost', 'localhost.', 'localhost%2eevil.example'],
	...['127.0.0.2', '127.2', '0', '0177.0.0.2', '2130706434', '0x7f000002', '0x7f.0.0.2'],
	...['１２７.0.0.2', '[::]', '[::2]', '[::ffff:127.0.0.2]', '[::ffff:7f00:1]', '192.168.0.10'],
	...['localhost.evil.com', 'evil.localhost.com', 'evil.com/localhost', 'evil.com#localhost'],
];

describe('the base URL', () => {
	it.each([
		...[url, 'HTTPS://API.EXAMPLE.COM', 'https://127.0.0.1:8443/x', 'http://LOCALHOST'],
		...['http://127.0.0.1:8420/third-parties/', 'http://[::1]:8420', 'https://a.example/a//@v1'],
		// This machine, however that is written.
		...['127.1', '0x7f000001', '2130706433', 'ＬＯＣＡＬＨＯＳＴ'].map(
			(host) => `http://${host}:8420/x`,
		),
	])(
		'is taken when nobody can read along, without white space or slashes behind it: %s',
		(typed) => {
			expect(parseSecureBaseUrl(`\n ${typed}/// \t`).href).toBe(
				new URL(typed.replace(/\/$/, '')).href,
			);
		},
	);

	it.each(['http://api.example.com/third-parties', ...lookalikes.map((host) => `http://${host}`)])(
		'is refused over %s',
		(typed) => {
			expectRefused(() => parseSecureBaseUrl(typed), baseUrl.notSecure);
		},
	);

	it.each([
		...['https://user@api.example.com/x', 'https://user:secret@api.example.com'],
		...['https://:secret@api.example.com', 'http://user:secret@localhost:8420'],
		...['http://localhost:80@evil.com', 'https://api.example.com@evil.com'],
	])('is refused with a user name or a password, and neither is shown: %s', (typed) => {
		const error = expectRefused(() => parseSecureBaseUrl(typed), baseUrl.userName);
		expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/secret|user:/);
	});

	it.each([
		['https://api.example.com/third parties', '/thirdparties'],
		['https://api.example.com\\third-parties/', '/third-parties'],
		['https://api.example.com/third-parties?key=secret', '/third-parties'],
		['https://api.example.com/third-parties/#secret', '/third-parties'],
		['https://api.example.com/generate-token', ''],
	])('is refused where it cannot work, with what was understood: %s', (typed, path) => {
		const says = baseUrl.tooLong({ address: `https://api.example.com${path}` });
		expectRefused(() => parseSecureBaseUrl(typed), says);
	});

	it('is refused where one reads another host than the other', () => {
		const says = baseUrl.tooLong({ address: 'http://127.0.0.1/@127.0.0.2:8420/x' });
		expectRefused(() => parseSecureBaseUrl('http://127.0.0.1\\@127.0.0.2:8420/x'), says);
	});

	const addresses = resources.flatMap(({ operations }) =>
		operations.map(({ option }) => String(option.routing?.request?.url)),
	);
	it.each([
		...addresses.filter((address) => !address.includes('{')),
		...['/generate-token', '/list/banks/'],
	])('is refused with the operation %s behind it', (address) => {
		expectRefused(() => parseSecureBaseUrl(`${url}${address}`), baseUrl.tooLong({ address: url }));
	});

	// Of another service, or behind a proxy.
	it.each([
		...['https://pay.example.com/payments', 'https://example.com/payouts/v2'],
		'https://example.com/account/balances',
	])('is taken without third-parties: %s', (typed) =>
		expect(parseSecureBaseUrl(typed).href).toBe(typed),
	);

	it.each(['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N', 'SK7f3a9c21'])(
		'shows nothing of what may be a key: %s',
		(typed) => expect(refusedBy(() => parseSecureBaseUrl(typed)).message).not.toContain(typed),
	);

	it.each([
		'   ',
		undefined,
		'/third-parties',
		'api.example.com/third-parties',
		'https:\\\\api.example.com\\third-parties',
		'https:/api.example.com/third-parties',
		...['ftp://127.0.0.1/x', 'javascript:alert(1)', 'httpx://localhost', 'wss://api.example.com'],
		...['https://', 'view-source:https://api.example.com', '={{ $x }}'],
	])('is refused when it is no web address: %p', (typed) => {
		expectRefused(() => parseSecureBaseUrl(typed), baseUrl.noAddress);
	});
});

describe('a request with the credential', () => {
	it.each([
		[`${url}/payouts`, url],
		['HTTPS://API.example.COM:443/other/path?x=1#y', url],
		['http://localhost:8420/x', 'http://localhost:8420'],
	])('may go to the origin of the base URL: %s', (target, base) => {
		expect(() => assertSameOrigin(target, base)).not.toThrow();
	});

	it.each([
		...['https://evil.com/third-parties', 'https://pay.api.example.com/x'],
		...['https://api.example.com.evil.com/x', 'https://api.example.com:8443/x'],
		...['http://api.example.com/x', 'https://api.example.com:443@evil.com/x'],
		...['https://evil.com\\@api.example.com/x', 'https://api.exаmple.com/x', '/third-parties', ''],
	])('may not go elsewhere: %s', (target) => {
		const says = credential.otherAddress({ origin: 'https://api.example.com' });
		expectRefused(() => assertSameOrigin(target, `${url}/`), says);
	});
});
