import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type ClientRequest, type Server } from 'node:http';
import { closeAll, listen } from '../../../workbench/servers/loopback';

/** One request, exactly as it arrived. */
export interface Recorded {
	method?: string;
	url?: string;
	/** Names and values in turn, as Node gives them: repeated headers stay apart. */
	rawHeaders: string[];
	body: string;
}

/**
 * A service that accepts everything: its answer proves whatever was asked for. It tells each request
 * apart by the `id` in its answer.
 */
export class Recorder {
	origin = '';

	/** By the `id` of the answer. */
	recorded: Recorded[] = [];

	/** Addresses of all HTTP requests that this process made, to whomever. */
	readonly addressed = new Set<string>();

	private readonly server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method, url, rawHeaders } = request;
			const body = Buffer.concat(chunks).toString('utf8');
			const id = this.recorded.push({ method, url, rawHeaders, body }) - 1;
			const proof = { cardPaymentLink: 'https://pay.example.com/1', activeMethods: [], fee: 1 };
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ ...proof, id, orderReference: referenceIn(url, body) }));
		});
	});

	private readonly note = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		this.addressed.add(`${request.protocol}//${String(request.getHeader('host'))}`);
	};

	async start(): Promise<this> {
		// However many headers were smuggled in, all of them are to be seen.
		this.server.maxHeadersCount = 0;
		this.origin = `http://127.0.0.1:${await listen(this.server)}`;
		subscribe('http.client.request.start', this.note);
		return this;
	}

	async stop(): Promise<void> {
		unsubscribe('http.client.request.start', this.note);
		await closeAll(this.server);
	}
}

/** The reference that was sent, in the body or at the end of the path; nothing where there is none. */
function referenceIn(url = '', body: string): unknown {
	try {
		if (body === '') return decodeURIComponent(url.split('/').at(-1) ?? '');
		return (JSON.parse(body) as { orderReference?: unknown }).orderReference;
	} catch {
		return undefined;
	}
}
