import { connect, createServer, type Server, type Socket } from 'node:net';
import { listen } from '../../../workbench/servers/loopback';

/**
 * Stands between n8n and the service, passes on every byte and every broken connection, and keeps
 * what was said: so the tokens that the service has issued become known.
 */
export class Forwarder {
	private readonly said: Buffer[] = [];

	private readonly sockets = new Set<Socket>();

	private readonly server: Server;

	port = 0;

	constructor(private readonly targetPort: number) {
		this.server = createServer((client) => {
			const service = connect(this.targetPort, '127.0.0.1');
			for (const [from, to] of [
				[client, service],
				[service, client],
			] as const) {
				this.sockets.add(from);
				from.on('data', (chunk: Buffer) => this.said.push(chunk));
				from.on('error', () => to.destroy());
				from.on('close', () => {
					to.destroy();
					this.sockets.delete(from);
				});
				from.pipe(to);
			}
		});
	}

	async start(): Promise<this> {
		this.port = await listen(this.server);
		return this;
	}

	/** Every token that went by, as an answer or in a header; nothing else has this shape. */
	tokens(): string[] {
		const text = Buffer.concat(this.said).toString('latin1');
		return [...new Set(text.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? [])];
	}

	/** Everything that was said, in both directions. */
	everything(): Buffer {
		return Buffer.concat(this.said);
	}

	async stop(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
