import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAll } from './loopback';

/**
 * A server that is not the service, at every address of this machine: whatever arrives there, even part
 * of a request, is a leaked secret.
 */
export async function startForeignServer() {
	const arrived: string[] = [];
	const server = createServer(({ method, url, headers }, response) => {
		arrived.push(`${method} ${url} ${JSON.stringify(headers)}`);
		response.writeHead(200, { 'content-type': 'application/json' }).end('{"token":"foreign"}');
	});
	await new Promise<void>((resolve) => server.listen(0, resolve));
	const { port } = server.address() as AddressInfo;
	return { arrived, port, close: async () => await closeAll(server) };
}
