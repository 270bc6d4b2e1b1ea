import type { Fault } from './faults';
import type { Ledger, PaymentStatus, PayoutStatus, SettingsChange } from './types';

/**
 * Steers a sandbox and looks into it over HTTP, from this process or any other.
 */
export class SandboxControl {
	/** @param url address of the sandbox, e.g. `http://127.0.0.1:8420` */
	constructor(private readonly url: string) {}

	/**
	 * Everything that the sandbox received and did since its start or last reset.
	 *
	 * @param since leaves out the requests up to and including this sequence number
	 */
	async ledger(since?: number): Promise<Ledger> {
		const query = since === undefined ? '' : `?since=${since}`;
		const answer = await this.request('GET', `ledger${query}`);
		return (await answer.json()) as Ledger;
	}

	/** Forgets everything and begins again with the settings of the start, changed by these. */
	async reset(settings: SettingsChange = {}): Promise<void> {
		await this.request('POST', 'reset', settings);
	}

	/** Changes some settings and keeps everything else; balances replace the present ones. */
	async settings(change: SettingsChange): Promise<void> {
		await this.request('POST', 'settings', change);
	}

	/** Makes one or more coming requests go wrong. */
	async addFault(fault: Fault): Promise<void> {
		await this.request('POST', 'faults', fault);
	}

	/** Takes back all faults that were not applied yet. */
	async clearFaults(): Promise<void> {
		await this.request('DELETE', 'faults');
	}

	/** Expires every token issued so far. The fixed access token stays valid. */
	async expireTokens(): Promise<void> {
		await this.request('POST', 'expire-tokens');
	}

	/**
	 * Gives the payouts under an order reference a status for good. What comes back gives the money
	 * back, and `webhookUrl` is told.
	 */
	async setPayoutStatus(orderReference: string, status: PayoutStatus): Promise<void> {
		await this.request('POST', `payouts/${encodeURIComponent(orderReference)}/status`, { status });
	}

	/** Gives the payments under an order reference a status for good; `webhookUrl` is told. */
	async setPaymentStatus(orderReference: string, status: PaymentStatus): Promise<void> {
		await this.request('POST', `payments/${encodeURIComponent(orderReference)}/status`, { status });
	}

	/** @throws {Error} with the sandbox's message when it declines */
	private async request(method: string, path: string, body?: unknown): Promise<Response> {
		const answer = await fetch(`${this.url}/_sandbox/${path}`, {
			method,
			...(body !== undefined && {
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		});
		if (!answer.ok) {
			throw new Error(`The sandbox declined ${method} ${path}: ${await answer.text()}`);
		}
		return answer;
	}
}
