import { startTcpProxy, type TcpProxy } from '../../../workbench/servers/tcpProxy';

/** Stands between n8n and the service and keeps what was said: so the tokens become known. */
export class Forwarder {
	private readonly said: Buffer[] = [];

	private proxy?: TcpProxy;

	constructor(private readonly targetPort: number) {}

	async start(): Promise<this> {
		const { said, targetPort } = this;
		this.proxy = await startTcpProxy('127.0.0.1', targetPort, (chunk) => said.push(chunk));
		return this;
	}

	get port(): number {
		return this.proxy?.port ?? 0;
	}

	/** Every token that went by, as an answer or in a header; nothing else has this shape. */
	tokens(): string[] {
		const text = this.everything().toString('latin1');
		return [...new Set(text.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? [])];
	}

	/** Everything that was said, in both directions. */
	everything(): Buffer {
		return Buffer.concat(this.said);
	}

	async stop(): Promise<void> {
		await this.proxy?.close();
	}
}
