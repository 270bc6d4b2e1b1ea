import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { closeAll, listen } from './loopback';

/** A real HTTP server on this machine, which takes each request when all of it has arrived. */
export abstract class LocalService {
	protected readonly server = createServer((request, response) => {
		void buffer(request).then(
			(body) => this.take(request, body.toString(), response),
			// Whoever sent it has gone.
			() => undefined,
		);
	});

	protected abstract take(request: IncomingMessage, body: string, response: ServerResponse): void;

	async start(): Promise<this> {
		await listen(this.server);
		return this;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	get host(): string {
		return `127.0.0.1:${this.port}`;
	}

	get baseUrl(): string {
		return `http://${this.host}/third-parties`;
	}

	async stop(): Promise<void> {
		await closeAll(this.server);
	}
}
