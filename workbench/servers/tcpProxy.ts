import { connect, createServer, type Socket } from 'node:net';
import { listen } from './loopback';

/** A TCP proxy that can be cut: it passes on every byte and every broken connection. */
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/**
 * Opens a local port behind which the server at `host:port` answers.
 *
 * @param onData hears what is said, in both directions
 */
export async function startTcpProxy(host: string, port: number, onData?: (chunk: Buffer) => void) {
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
	const proxyPort = await listen(server);

	/**
	 * Destroys every connection. New ones are refused, as when the server is down, or accepted and
	 * never answered, as when its network is gone.
	 */
	const cut = async (how: 'refused' | 'silent') => {
		silent = how === 'silent';
		if (how === 'refused' && server.listening) server.close();
		for (const socket of sockets) socket.destroy();
	};
	/** Lets connections through again; those that were accepted in silence would wait for ever. */
	const restore = async () => {
		await cut('silent');
		silent = false;
		if (!server.listening) await listen(server, proxyPort);
	};
	return { port: proxyPort, cut, restore, close: async () => await cut('refused') };
}
