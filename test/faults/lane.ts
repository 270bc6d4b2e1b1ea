import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { sandboxCredential, StoredCredential } from '../engine/harness/credentials';
import { processedStore, type ProcessedStore } from '../engine/harness/processedStore';

/** Reserved for a service that nobody runs: connections to it are refused. */
const DEAD_URL = 'http://127.0.0.1:1/third-parties';

/** A stored credential that tells when a request is about to leave. */
class WatchedCredential extends StoredCredential {
	beforeRequest?: () => void;

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const authenticated = await super.authenticate(credentials, typeName, request);
		this.beforeRequest?.();
		return authenticated;
	}
}

/**
 * A service of its own for one trial at a time, so that several lanes run side by side without
 * seeing each other.
 */
export class Lane {
	credential: WatchedCredential;

	private constructor(
		private readonly sandbox: Sandbox,
		/** Shared by all lanes: n8n keeps workflows apart in it by their ids. */
		readonly store: ProcessedStore,
	) {
		this.credential = this.newCredential();
	}

	static async open(): Promise<Lane> {
		return new Lane(await startSandbox(), await processedStore());
	}

	get control(): Sandbox['control'] {
		return this.sandbox.control;
	}

	/** Begins again with an empty service and a new credential. */
	async reset(settings: { uniqueOrderReferences: boolean; coldToken: boolean }): Promise<void> {
		const { uniqueOrderReferences, coldToken } = settings;
		await this.control.reset({ uniqueOrderReferences });
		this.credential = this.newCredential(coldToken ? '' : await this.fetchToken());
	}

	/** Lets a fault strike these requests. */
	async addFault(fault: Fault): Promise<void> {
		await this.control.addFault(fault);
	}

	/** Sends the credential's next requests to a port on which nobody listens, or back again. */
	setReachable(reachable: boolean): void {
		const { credential, sandbox } = this;
		credential.stored = {
			...credential.stored,
			baseUrl: reachable ? sandbox.baseUrl : DEAD_URL,
		};
	}

	async close(): Promise<void> {
		await this.sandbox.close();
	}

	private newCredential(sessionToken = ''): WatchedCredential {
		return new WatchedCredential(sandboxCredential(this.sandbox.baseUrl, { sessionToken }).stored);
	}

	/** Not through the node, so that trials with a warm token do not wait for each other. */
	private async fetchToken(): Promise<string> {
		const { clientId, apiKey, tokenPath } = this.credential.stored;
		const answer = await fetch(`${this.sandbox.baseUrl}${String(tokenPath)}`, {
			method: 'POST',
			headers: { 'client-id': String(clientId), 'api-key': String(apiKey) },
		});
		return ((await answer.json()) as { token: string }).token;
	}
}
