import { createServer } from 'node:net';
import { listen } from './loopback';
import { comesTrue } from './waiting';

/** Whether nothing listens on a local port. */
export const isPortFree = async (port: number): Promise<boolean> => await comesTrue(taken(port));

/** A local port that nothing listens on at this moment. */
export const freePort = async (): Promise<number> => await taken(0);

async function taken(port: number): Promise<number> {
	const server = createServer();
	const found = await listen(server, port);
	await new Promise((resolve) => server.close(resolve));
	return found;
}
