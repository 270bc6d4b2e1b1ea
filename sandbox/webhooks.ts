import { checksumOf } from './checksum';
import type { SandboxSettings, WebhookCall } from './types';

/** What the service tells of by itself. */
export type WebhookEvent =
	| 'PAYMENT RECEIVED'
	| 'PAYMENT FAILED'
	| 'PAYOUT INITIATED'
	| 'PAYOUT REFUNDED'
	| 'PAYOUT REVERSED';

/** Tells that something happened to a payout or a payment. */
export type Announce = (event: WebhookEvent, record: object) => void;

/** A receiver that is slower than this is given up on. */
const webhookTimeoutMs = 3_000;

/** The sandbox may be told to call, so it must not be a way to call just anybody. */
const loopbackHost = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/;

/**
 * Posts events to an address on this machine: one after the other, so that they arrive in the order
 * in which they happened; each once, whatever becomes of it.
 */
export class Webhooks {
	/** Every event that was posted, in order. */
	readonly calls: WebhookCall[] = [];
	private last = Promise.resolve();
	private readonly ended = new AbortController();

	/** Posts an event, if the settings name an address for it. */
	announce(event: WebhookEvent, record: object, settings: SandboxSettings): void {
		const { webhookUrl: url, checksum: checksumMethod } = settings;
		if (url === '' || this.ended.signal.aborted) return;
		// A copy: the record goes on changing.
		const payload = { event, data: structuredClone(record) };
		const checksum = checksumOf(payload, settings);
		const body = checksum === undefined ? payload : { ...payload, checksum, checksumMethod };
		const call: WebhookCall = { at: new Date().toISOString(), event, url, body, status: null };
		this.calls.push(call);
		this.last = this.last.then(async () => await this.post(call));
	}

	/** Gives up on what is under way, and posts nothing more. */
	end(): void {
		this.ended.abort();
	}

	/** Never rejects: what went wrong stands in the ledger. */
	private async post(call: WebhookCall): Promise<void> {
		try {
			if (!loopbackHost.test(new URL(call.url).hostname)) {
				throw new Error('Events go to addresses on this machine only');
			}
			const answer = await fetch(call.url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(call.body),
				redirect: 'manual',
				signal: AbortSignal.any([this.ended.signal, AbortSignal.timeout(webhookTimeoutMs)]),
			});
			await answer.body?.cancel();
			call.status = answer.status;
		} catch (error) {
			const { message, cause } = error as Error;
			call.failure = cause instanceof Error ? `${message}: ${cause.message}` : message;
		}
	}
}
