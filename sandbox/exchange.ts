import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageBody, type Refusal } from './refusal';
import type { LedgerRequest } from './types';

/** HTTP allows these no body. */
const bodilessStatuses = new Set([204, 304]);

/**
 * The answering side of one recorded request. Keeps the ledger truthful: the status is written
 * when the whole answer has been handed over, and stays null when the connection goes away first.
 */
export class Exchange {
	/**
	 * @param leave ends the request's time in flight; a connection that goes away ends it too
	 * @param closing is aborted when the sandbox closes
	 */
	constructor(
		readonly record: LedgerRequest,
		private readonly response: ServerResponse,
		private readonly leave: () => void,
		private readonly closing: AbortSignal,
		/** What the clock of the service shows, in milliseconds since 1970. */
		private readonly now: () => number = Date.now,
	) {}

	/** Waits. Rejects when the sandbox closes, so that nothing is carried out afterwards. */
	async pause(milliseconds: number): Promise<void> {
		if (milliseconds > 0) await sleep(milliseconds, undefined, { signal: this.closing });
	}

	/** Sends a complete answer. */
	send(status: number, text: string, headers: Record<string, string> = {}): void {
		const body = bodilessStatuses.has(status) ? '' : text;
		this.writeHead(status, body, headers);
		this.finish(status, body);
	}

	/** Sends a refusal. */
	refuse({ status, message, headers }: Refusal): void {
		this.send(status, messageBody(message), headers);
	}

	/** Sends an answer byte by byte, with a pause in front of each, until the client gives up. */
	async drip(status: number, text: string, pauseMs: number): Promise<void> {
		this.writeHead(status, text, {});
		this.response.flushHeaders();
		for (const byte of Buffer.from(text)) {
			await this.pause(pauseMs);
			if (this.response.destroyed) return;
			this.response.write(Buffer.of(byte));
		}
		this.finish(status);
	}

	/** Cuts the connection. */
	drop(): void {
		this.response.destroy();
	}

	private writeHead(status: number, text: string, headers: Record<string, string>): void {
		if (this.response.destroyed) return;
		this.response.writeHead(status, {
			date: new Date(this.now()).toUTCString(),
			'content-type': 'application/json; charset=utf-8',
			...(!bodilessStatuses.has(status) && { 'content-length': Buffer.byteLength(text) }),
			...headers,
		});
	}

	private finish(status: number, text?: string): void {
		if (this.response.destroyed) return;
		// The client may send its next request as soon as it has the last byte, before this side
		// sees the end of the response; so the time in flight ends with the hand-over.
		this.leave();
		this.record.status = status;
		this.response.end(text);
	}
}
