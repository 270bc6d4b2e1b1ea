import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
	getRequestHelperFunctions,
	// The one module of n8n-core that makes requests; the whole of it takes seconds to load.
} from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';
import type { INode, IWorkflowExecuteAdditionalData, Workflow } from 'n8n-workflow';
import { closeAll, listen } from '../../../workbench/servers/loopback';

/** A request as it arrived. */
export interface Arrived {
	method?: string;
	path?: string;
	headers: IncomingMessage['headers'];
	body: string;
}

export type Answer = (response: ServerResponse) => void;

/** Answers with JSON. */
export const json =
	(status: number, body: unknown): Answer =>
	(response) =>
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Answers with one byte after the other, so slowly that it never ends. */
export const dripping =
	(body: string): Answer =>
	(response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		let sent = 0;
		const timer = setInterval(() => response.write(body[sent++] ?? ' '), 20);
		response.on('close', () => clearInterval(timer));
	};

/** A deadline that a test can wait for. */
export function soon(): AbortSignal {
	const controller = new AbortController();
	setTimeout(() => controller.abort(), 100);
	return controller.signal;
}

/** A real HTTP server on this machine whose next answer a test decides. */
export class TokenService {
	arrived: Arrived[] = [];
	answer: Answer = json(200, { token: 'Bearer abc' });

	private port = 0;

	private readonly server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { method, url: path, headers } = request;
		this.arrived.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
		this.answer(response);
	});

	async start(): Promise<this> {
		this.port = await listen(this.server);
		return this;
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

/** n8n's own request helper, as a credential gets it. */
export const { httpRequest } = getRequestHelperFunctions(
	{} as Workflow,
	{} as INode,
	{} as IWorkflowExecuteAdditionalData,
);
