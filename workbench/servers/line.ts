import { connect, createServer, type Socket } from 'node:net';
import { listen } from './loopback';

/** A line between n8n and a server: it passes on every byte and every broken connection. */
export interface Line {
	port: number;
	/**
	 * Destroys every connection. New ones are refused, as when the server is down, or accepted and
	 * never answered, as when its network is gone.
	 */
	cut(how: 'refused' | 'silent'): Promise<void>;
	/** Lets connections through again. */
	restore(): Promise<void>;
	close(): Promise<void>;
}

/**
 * Opens a local port behind which the server at `host:port` answers.
 *
 * @param onData hears what is said, in both directions
 */
export async function openLine(
	host: string,
	port: number,
	onData?: (chunk: Buffer) => void,
): Promise<Line> {
	const sockets = new Set<Socket>();
	let silent = false;

	const keep = (socket: Socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		// Whatever ends one side ends the other; there is nobody here to tell about it.
		socket.on('error', () => socket.destroy());
	};
	const server = createServer((near) => {
		keep(near);
		if (silent) return;
		const far = connect({ host, port, noDelay: true });
		near.setNoDelay(true);
		keep(far);
		if (onData !== undefined) for (const socket of [near, far]) socket.on('data', onData);
		near.pipe(far).pipe(near);
		near.once('close', () => far.destroy());
		far.once('close', () => near.destroy());
	});
	const destroyAll = () => sockets.forEach((socket) => socket.destroy());
	const linePort = await listen(server);

	return {
		port: linePort,
		cut: async (how) => {
			silent = how === 'silent';
			if (how === 'refused') server.close();
			destroyAll();
		},
		restore: async () => {
			silent = false;
			// Those that were accepted in silence would wait for ever.
			destroyAll();
			if (!server.listening) await listen(server, linePort);
		},
		close: async () => {
			if (server.listening) server.close();
			destroyAll();
		},
	};
}
