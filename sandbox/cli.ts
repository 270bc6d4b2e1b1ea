import { parseArgs } from 'node:util';
import { defaultSettings, startSandbox } from './index';

const defaultPort = 8420;

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { port: { type: 'string' } } });
	const port = Number(values.port ?? defaultPort);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new Error(`--port takes a number from 0 to 65535, not "${values.port}"`);
	}
	const sandbox = await startSandbox({ port });
	const { clientId, apiKey, accessToken } = defaultSettings;
	console.log(
		[
			`The payments sandbox is running at ${sandbox.url}`,
			'',
			`  Base URL      ${sandbox.baseUrl}`,
			`  Client ID     ${clientId}`,
			`  API key       ${apiKey}`,
			`  Access token  ${accessToken}  (instead of client ID and API key)`,
			'',
			'Open the address in a browser to watch it. Ctrl-C stops it.',
		].join('\n'),
	);
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: NodeJS.ErrnoException) => {
	const message =
		error.code === 'EADDRINUSE'
			? `${error.message}. Stop the other program or choose another port with --port.`
			: error.message;
	console.error(`The sandbox could not start: ${message}`);
	process.exitCode = 1;
});
