import { SecretSearch } from './search';

const secret = 'KEY/8f"3+é&7c<2a';
const bytes = Buffer.from(secret);
const look = (content: string | Buffer) =>
	new SecretSearch(new Map([['key', secret]])).search('here', content);

it.each([
	['as it is', `x${secret}y`],
	['in JSON', JSON.stringify({ a: { b: secret } })],
	['in a URL', `https://host/?key=${encodeURIComponent(secret)}&x=1`],
	['in HTML', `<td>KEY/8f&quot;3+é&amp;7c&lt;2a</td>`],
	['in hexadecimal', Buffer.from(`x${secret}y`).toString('hex')],
	['in UTF-16', Buffer.from(`x${secret}y`, 'utf16le')],
	...['', 'u', 'us', 'use', 'user:'].map((name): [string, string] => [
		`in base64 behind ${JSON.stringify(name)}`,
		Buffer.from(`${name}${secret}`).toString('base64'),
	]),
	['in base64 for URLs', Buffer.concat([Buffer.from('ab'), bytes, bytes]).toString('base64url')],
])('finds a secret %s', (_, content) => {
	expect(look(content)).toEqual(['key']);
});

it('finds no secret where there is none', () => {
	expect(look(`${secret.slice(0, -1)} ${secret.slice(1)} ${secret.toLowerCase()}`)).toEqual([]);
});
