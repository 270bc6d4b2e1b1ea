import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SandboxControl } from '../../sandbox';
import { freePort } from '../servers/ports';
import { startProcess } from '../servers/processes';
import { waitUntil } from '../servers/waiting';
import { repositoryRoot } from './paths';
import { suiteVariable, watch } from './witness';

/** What `npm start` has brought up, in a folder that was empty before. */
export interface NpmStart {
	/** Everything that it has printed. */
	printed: string;
	n8nUrl: string;
	/** Where it listens. */
	ports: readonly number[];
	/** Presses Ctrl-C and waits for the end. */
	interrupt(): Promise<void>;
	/** Ends it, where nobody has pressed Ctrl-C, and removes its folder. */
	close(): Promise<void>;
}

/** What stands below all addresses. */
const lastLine = /Ctrl-C stops everything/;

/** With an installed n8n; the longest part is the building of the package. */
const startTimeoutMs = 180_000;

/** Runs `npm start` as somebody does who has just cloned the repository, on free ports. */
export async function npmStart(): Promise<NpmStart> {
	const folder = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-start-'));
	const ports = [await freePort(), await freePort(), await freePort(), await freePort()] as const;
	const [n8nPort, sandboxPort, mailPort, smtpPort] = ports;
	// Ctrl-C goes to npm and to all that it has started.
	const {
		log: printed,
		ended,
		ending,
		signal,
	} = startProcess('npm', ['start'], {
		cwd: repositoryRoot,
		env: {
			...process.env,
			// What it starts is no suite.
			[suiteVariable]: undefined,
			N8N_DATA_FOLDER: folder,
			N8N_PORT: String(n8nPort),
			SANDBOX_PORT: String(sandboxPort),
			MAIL_PORT: String(mailPort),
			SMTP_PORT: String(smtpPort),
		},
	});
	const log = () => readFileSync(path.join(folder, 'n8n.log'), 'utf8');
	let forget = () => {};
	const interrupt = async () => {
		if (ending() === undefined) signal('SIGINT');
		await ended;
	};
	const close = async () => {
		forget();
		await interrupt();
		await rm(folder, { recursive: true, force: true });
	};

	await waitUntil(() => ending() !== undefined || lastLine.test(printed()), startTimeoutMs);
	if (ending() !== undefined) {
		await close();
		throw new Error(`npm start ended by itself:\n${printed()}`);
	}
	const control = new SandboxControl(`http://127.0.0.1:${sandboxPort}`);
	forget = watch({ n8n: { log }, control });
	const n8nUrl = `http://127.0.0.1:${n8nPort}`;
	return { printed: printed(), n8nUrl, ports, interrupt, close };
}
