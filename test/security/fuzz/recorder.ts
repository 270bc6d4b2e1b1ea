import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { IDataObject } from 'n8n-workflow';
import { LocalService } from '../../../workbench/servers/localService';
import { proofOf, referenceIn } from '../../../workbench/servers/proof';

/** One request, exactly as it arrived. */
export interface Recorded {
	method?: string;
	url?: string;
	/** Names and values in turn, as Node gives them: repeated headers stay apart. */
	rawHeaders: string[];
	body: string;
}

/** Before a number, so that no generated order reference is the `id` of its own payout. */
const ID = 'answer ';

/**
 * A service that accepts everything: its answer proves whatever was asked for. It tells each request
 * apart by the `id` in its answer.
 */
export class Recorder extends LocalService {
	recorded: Recorded[] = [];

	/** The place in `recorded` of the request whose answer came out as this item. */
	indexOf({ id }: IDataObject): number | undefined {
		return typeof id === 'string' ? Number(id.slice(ID.length)) : undefined;
	}

	/** Addresses of all HTTP requests that this process made, to whomever. */
	readonly addressed = new Set<string>();

	protected take(
		{ method, url, rawHeaders }: IncomingMessage,
		body: string,
		response: ServerResponse,
	): void {
		const index = this.recorded.push({ method, url, rawHeaders, body }) - 1;
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ ...proofOf(referenceIn(url, body)), id: ID + index }));
	}

	private readonly note = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		this.addressed.add(`${request.protocol}//${String(request.getHeader('host'))}`);
	};

	override async start(): Promise<this> {
		// However many headers were smuggled in, all of them are to be seen.
		this.server.maxHeadersCount = 0;
		subscribe('http.client.request.start', this.note);
		return await super.start();
	}

	override async stop(): Promise<void> {
		unsubscribe('http.client.request.start', this.note);
		await super.stop();
	}
}
