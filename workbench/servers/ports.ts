import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { listen } from './loopback';
import { comesTrue } from './waiting';

/** Below those that systems give to outgoing connections, which n8n makes many of while it starts. */
const [lowest, above] = [20_000, 32_000];

/** Whether nothing listens on a local port. */
export async function isPortFree(port: number): Promise<boolean> {
	const server = createServer();
	const isFree = await comesTrue(listen(server, port));
	await new Promise((resolve) => server.close(resolve));
	return isFree;
}

/** A local port that nothing listens on at this moment, and that no connection takes meanwhile. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(lowest, above);
		if (await isPortFree(port)) return port;
	}
}
