import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Lets a connection through to a host: over the proxy of this machine where it has one, which then
 * answers itself.
 *
 * @param target host and port, e.g. `api.example.com:443`
 */
export function letThrough(target: string, socket: Duplex): void {
	const proxy = process.env.https_proxy ?? process.env.HTTPS_PROXY;
	const next = proxy ? new URL(proxy) : new URL(`http://${target}`);
	const through = connect(Number(next.port || 80), next.hostname, () => {
		if (proxy) through.write(connectRequest(target, next));
		else socket.write(established);
	});
	through.on('error', () => socket.destroy()).on('close', () => socket.destroy());
	socket.on('error', () => through.destroy()).on('close', () => through.destroy());
	socket.pipe(through).pipe(socket);
}

/** What a proxy says when the way is open. */
export const established = 'HTTP/1.1 200 Connection established\r\n\r\n';

function connectRequest(target: string, { username, password }: URL): string {
	const login = Buffer.from(decodeURIComponent(`${username}:${password}`)).toString('base64');
	const authorization = username === '' ? '' : `Proxy-Authorization: Basic ${login}\r\n`;
	return `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`;
}
