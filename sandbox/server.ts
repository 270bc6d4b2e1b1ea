import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Contract } from './contract';
import { control } from './controlApi';
import { Exchange } from './exchange';
import { answerPage, isPage } from './pages';
import { recordRequest, type ReceivedRequest } from './recorder';
import { messageBody, Refusal } from './refusal';
import { serve } from './service';
import { changeSettings } from './settings';
import { SandboxState } from './state';
import { serviceTime } from './time';
import type { SandboxSettings } from './types';

/** Far above any honest request, far below what would hurt. */
const bodyLimit = 100_000;

/**
 * Longer than clients keep idle connections, so that the sandbox never closes one in the very
 * moment in which the client sends on it: that would look like a fault nobody asked for.
 */
const keepAliveMs = 120_000;

/** Pages run the sandbox's own script and nothing that stands in them, and load from nowhere else. */
const contentPolicy =
	"default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; " +
	"img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The HTTP server around a sandbox's state. */
export class SandboxServer {
	private readonly server: Server;
	private readonly closing = new AbortController();
	private state: SandboxState;
	private origin = '';

	private constructor(
		private readonly contract: Contract,
		private readonly initialSettings: SandboxSettings,
	) {
		this.state = new SandboxState(initialSettings);
		// Every request that waits listens for it.
		setMaxListeners(0, this.closing.signal);
		this.server = createServer((request, response) => void this.handle(request, response));
		this.server.keepAliveTimeout = keepAliveMs;
	}

	/**
	 * Starts listening on 127.0.0.1.
	 *
	 * @param port 0 for any free port
	 * @throws {NodeJS.ErrnoException} with the code EADDRINUSE when the port is taken
	 */
	static async listen(port: number, settings: SandboxSettings): Promise<SandboxServer> {
		const sandbox = new SandboxServer(await Contract.load(), settings);
		await new Promise<void>((resolve, reject) => {
			sandbox.server.once('error', reject);
			sandbox.server.listen(port, '127.0.0.1', resolve);
		});
		sandbox.origin = `http://127.0.0.1:${sandbox.port}`;
		return sandbox;
	}

	get port(): number {
		const address = this.server.address();
		return typeof address === 'object' && address ? address.port : 0;
	}

	/** Stops listening, ends everything under way and drops the open connections. */
	async close(): Promise<void> {
		this.closing.abort();
		this.state.end();
		const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
		this.server.closeAllConnections();
		await closed;
	}

	private async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const path = message.url ?? '/';
		try {
			if (path.startsWith('/_sandbox/')) await this.handleControl(message, response);
			else if (isPage(path)) await this.handlePage(message, response);
			else await this.handleService(message, response);
		} catch (error) {
			// A client that went away, or the sandbox closing, is no reason to complain.
			if (this.closing.signal.aborted || response.destroyed) return;
			const status = error instanceof Refusal ? error.status : 500;
			const message = error instanceof Error ? error.message : String(error);
			sendJson(response, status, messageBody(message));
		}
	}

	private async handleControl(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const answer = control(await receive(message), {
			contract: this.contract,
			state: this.state,
			reset: (change) => {
				this.state.end();
				this.state = new SandboxState(changeSettings(this.initialSettings, change));
			},
		});
		if (answer === undefined) response.writeHead(204).end();
		else sendJson(response, 200, JSON.stringify(answer));
	}

	private async handlePage(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method, path, rawBody } = await receive(message);
		const page = answerPage({ method, path, form: rawBody }, this.state);
		response
			.writeHead(page.status, {
				'content-type': `${page.mediaType}; charset=utf-8`,
				'content-security-policy': contentPolicy,
				'x-content-type-options': 'nosniff',
				'cache-control': 'no-store',
			})
			.end(page.text);
	}

	private async handleService(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const { state } = this;
		const leave = state.enter();
		response.once('close', leave);
		const request = await receive(message);
		const record = recordRequest(state.requests, request);
		const exchange = new Exchange(record, response, leave, this.closing.signal, () =>
			serviceTime(state.settings),
		);
		state.underWay++;
		try {
			await serve(request, exchange, { contract: this.contract, state, origin: this.origin });
		} catch (error) {
			if (this.closing.signal.aborted) return;
			const message = `The sandbox has a bug: ${String(error)}`;
			state.contractViolations.push(message);
			exchange.send(500, messageBody(message));
		} finally {
			state.underWay--;
		}
	}
}

async function receive(message: IncomingMessage): Promise<ReceivedRequest> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of message as AsyncIterable<Buffer>) {
		size += chunk.length;
		// The rest is read to its end and forgotten: stopping here would cut the connection.
		if (size <= bodyLimit) chunks.push(chunk);
	}
	if (size > bodyLimit) throw new Refusal(413, `The body is larger than ${bodyLimit} bytes`);
	const rawBody = Buffer.concat(chunks).toString('utf8');
	return {
		method: message.method ?? 'GET',
		path: message.url ?? '/',
		headers: message.headers,
		rawBody,
		body: parseJson(rawBody),
	};
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Not JSON: the contract refuses it where a body is asked for.
		return undefined;
	}
}

function sendJson(response: ServerResponse, status: number, text: string): void {
	response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(text);
}
