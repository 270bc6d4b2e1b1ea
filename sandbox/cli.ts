import { parseArgs } from 'node:util';
import {
	defaultSettings,
	settlesSoon,
	startSandbox,
	strictSettings,
	type SettingsChange,
} from './index';

const defaultPort = 8420;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string' },
			strict: { type: 'boolean' },
			pace: { type: 'string' },
		},
	});
	const port = Number(values.port ?? defaultPort);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new Error(`--port takes a number from 0 to 65535, not "${values.port}"`);
	}
	const settings: SettingsChange = {
		...settlesSoon,
		...(values.strict && strictSettings),
		...(values.pace !== undefined && { paceSeconds: readPace(values.pace) }),
	};
	const sandbox = await startSandbox({ port, settings });
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
			...rules({ ...defaultSettings, ...settings }),
			'Open the address in a browser to watch it. Ctrl-C stops it.',
		].join('\n'),
	);
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

function readPace(text: string): number {
	const seconds = Number(text);
	if (text.trim() === '' || !Number.isFinite(seconds) || seconds < 0) {
		throw new Error(`--pace takes a number of seconds, 0 or more, not "${text}"`);
	}
	return seconds;
}

/** What the sandbox is strict about, if anything. */
function rules({ paceSeconds, plainReferences }: SettingsChange): string[] {
	const lines = [
		...(paceSeconds ? [`It accepts one payout in ${paceSeconds} seconds.`] : []),
		...(plainReferences ? ['It takes order references of letters and digits only.'] : []),
	];
	return lines.length > 0 ? [...lines, ''] : [];
}

main().catch((error: NodeJS.ErrnoException) => {
	const message =
		error.code === 'EADDRINUSE'
			? `${error.message}. Stop the other program or choose another port with --port.`
			: error.message;
	console.error(`The sandbox could not start: ${message}`);
	process.exitCode = 1;
});
