import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SandboxControl } from '../../sandbox';
import { freePort } from '../servers/ports';
import { startProcess, temporaryFolder } from '../servers/processes';
import { startPatienceMs } from '../servers/waiting';
import { repositoryRoot } from '../install/paths';
import { watch } from './failureReport';

/** What stands below all addresses. */
const lastLine = /Ctrl-C stops everything/;

/** Runs `npm start` as somebody does who has just cloned the repository, on free ports. */
export async function npmStart() {
	const folder = temporaryFolder('start');
	const ports = await Promise.all(Array.from({ length: 5 }, freePort));
	const [n8nPort, sandboxPort, mailPort, smtpPort, sheetPort] = ports;
	const { log, ended, signal, waitUntilReady } = startProcess('npm', ['start'], {
		cwd: repositoryRoot,
		env: {
			...process.env,
			N8N_DATA_FOLDER: folder,
			N8N_PORT: String(n8nPort),
			SANDBOX_PORT: String(sandboxPort),
			MAIL_PORT: String(mailPort),
			SMTP_PORT: String(smtpPort),
			SHEET_PORT: String(sheetPort),
		},
	});
	await waitUntilReady(() => lastLine.test(log()), startPatienceMs);
	const control = new SandboxControl(`http://127.0.0.1:${sandboxPort}`);
	const n8nLog = () => readFileSync(path.join(folder, 'n8n.log'), 'utf8');
	const forget = watch({ n8n: { log: n8nLog }, control });
	/** Presses Ctrl-C, which goes to npm and to all that it has started, and waits for the end. */
	const interrupt = async () => {
		signal('SIGINT');
		await ended;
	};
	const close = async () => {
		forget();
		await interrupt();
	};
	const n8nUrl = `http://127.0.0.1:${n8nPort}`;
	return { printed: log(), n8nUrl, ports, interrupt, close };
}
