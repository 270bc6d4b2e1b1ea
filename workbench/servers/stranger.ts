import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAll } from './loopback';

/**
 * Another host, at every address of this machine: whatever arrives there, even part of a request, is
 * a leaked secret.
 */
export async function startStranger() {
	const arrived: string[] = [];
	const server = createServer(({ method, url, headers }, response) => {
		arrived.push(`${method} ${url} ${JSON.stringify(headers)}`);
		response.writeHead(200, { 'content-type': 'application/json' }).end('{"token":"stranger"}');
	});
	await new Promise<void>((resolve) => server.listen(0, resolve));
	const { port } = server.address() as AddressInfo;
	return { arrived, port, close: async () => await closeAll(server) };
}
