import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/**
 * Lets a server listen, on this machine only.
 *
 * @param port a free one when absent
 * @returns the port
 * @throws {Error} when the port is taken
 */
export async function listen(server: Server, port = 0): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			server.off('error', reject);
			resolve();
		});
	});
	return (server.address() as AddressInfo).port;
}

/** Closes a server without waiting for its clients. */
export async function closeAll(server: HttpServer): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
}
