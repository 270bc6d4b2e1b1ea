import { shareHost, startHost, type Host } from '../../workbench/instance/host';
import { onEndWanted } from '../../workbench/servers/processes';
import { runSuite } from './suites';

/** The other end of a lane: takes the file of a suite, and answers with its result. */
const interrupted = new AbortController();
let host: Host | undefined;

/** A suite that ends the n8n of its lane must not fail those that come after it. */
async function ensureHost(): Promise<void> {
	if (host !== undefined) return;
	const started = await startHost();
	void started.n8n.ended.then(() => (host = undefined));
	Object.assign(process.env, shareHost(started));
	host = started;
}

process.on('message', (file: string) => {
	void ensureHost()
		.then(async () => await runSuite(file, interrupted.signal))
		.then(
			(result) => process.send?.(result),
			(error: Error) => {
				console.error(error.message);
				process.exit(1);
			},
		);
});
process.on(
	'disconnect',
	() => void (host?.close() ?? Promise.resolve()).then(() => process.exit()),
);
onEndWanted((exitCode) => {
	interrupted.abort();
	process.exit(exitCode);
});
