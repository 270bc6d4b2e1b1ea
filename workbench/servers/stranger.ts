import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAll } from './loopback';

/** Another host: whatever arrives there, even part of a request, is a leaked secret. */
export class Stranger {
	arrived: string[] = [];

	private readonly server = createServer(({ method, url, headers }, response) => {
		this.arrived.push(`${method} ${url} ${JSON.stringify(headers)}`);
		response.writeHead(200, { 'content-type': 'application/json' }).end('{"token":"stranger"}');
	});

	/** At every address of this machine. */
	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, resolve));
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	async stop(): Promise<void> {
		await closeAll(this.server);
	}
}
