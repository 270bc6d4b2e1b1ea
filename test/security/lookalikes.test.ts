import { parseSecureBaseUrl } from '../../nodes/CardBankPayments/wire/baseUrl';
import { lookalikes } from './lookalikes';

const url = (host: string) => `http://${host}:8420/third-parties`;

// The last one is read as this machine by URL's own rules: what stands behind the backslash is path.
const refused = lookalikes.filter((host) => !host.includes('\\'));

it.each(refused)('plain http to %s is refused before anything is sent', (host) => {
	expect(() => parseSecureBaseUrl(url(host))).toThrow(
		/must start with https:\/\/|must not contain a user name|is not a web address/,
	);
});

it.each([
	'127.0.0.1\\@127.0.0.2',
	'127.1',
	'0x7f000001',
	'2130706433',
	'0177.0.0.1',
	'ＬＯＣＡＬＨＯＳＴ',
])('%s is this machine, however it is written, and nothing else is asked', (host) => {
	expect(['127.0.0.1', 'localhost']).toContain(parseSecureBaseUrl(url(host)).hostname);
});
