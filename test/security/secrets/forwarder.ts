import { startTcpProxy } from '../../../workbench/servers/tcpProxy';

/** Stands between n8n and the service and keeps what was said: so the tokens become known. */
export async function startForwarder(targetPort: number) {
	const said: Buffer[] = [];
	const keep = (chunk: Buffer) => said.push(chunk);
	const { port, close } = await startTcpProxy('127.0.0.1', targetPort, keep);
	/** Everything that was said, in both directions. */
	const everything = () => Buffer.concat(said);
	/** Every token that went by, as an answer or in a header; nothing else has this shape. */
	const tokens = () => [
		...new Set(
			everything()
				.toString('latin1')
				.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? [],
		),
	];
	return { port, everything, tokens, close };
}
