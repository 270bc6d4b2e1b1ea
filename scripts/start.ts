import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox } from '../sandbox';
import { N8nApi } from '../workbench/instance/api';
import { trustingGoogle } from '../workbench/instance/google';
import { startGoogle } from '../workbench/servers/google';
import { ensureN8n } from '../workbench/install/install';
import { startMailbox } from '../workbench/servers/mailbox';
import { startN8n } from '../workbench/instance/n8nProcess';
import { repositoryRoot } from '../workbench/install/paths';
import { onEndWanted, runMain } from '../workbench/servers/processes';
import { payoutsSheet } from '../workbench/instance/exampleTables';
import { fillN8n } from './start/contents';
import { installPackageWhenChanged } from './start/packageInstall';
import { assertPortsFree, portFrom } from './start/ports';
import { sandboxSettings } from './start/sandboxSettings';
import { tour } from './start/tour';

/** Where n8n is kept for the next start. */
const dataFolder = path.resolve(
	process.env.N8N_DATA_FOLDER || path.join(repositoryRoot, '.n8n-data'),
);

/**
 * Starts a real n8n with this node and the examples in it, a sandbox to pay with, a mail catcher, and a
 * sheet that n8n takes for one of Google's.
 */
async function main(): Promise<void> {
	const ports = {
		n8n: portFrom('N8N_PORT', 5678),
		sandbox: portFrom('SANDBOX_PORT', 8420),
		mail: portFrom('MAIL_PORT', 1080),
		smtp: portFrom('SMTP_PORT', 1025),
		sheet: portFrom('SHEET_PORT', 8430),
	};
	const settings = sandboxSettings(ports.n8n.number);
	await assertPortsFree(Object.values(ports));
	await mkdir(dataFolder, { recursive: true });

	// Until there is something to stop, this simply ends the process, and its children with it.
	const running: Array<() => Promise<unknown>> = [];
	let stopping = false;
	const stop = async () => {
		stopping = true;
		console.log('\nStopping');
		// n8n first, which asks all the others.
		for (const end of running.reverse()) await end();
		process.exit();
	};
	onEndWanted(() => void stop());

	await ensureN8n();
	await installPackageWhenChanged(dataFolder);
	const sandbox = await startSandbox({ port: ports.sandbox.number, settings });
	running.push(sandbox.close);
	const mailbox = await startMailbox({ smtpPort: ports.smtp.number, webPort: ports.mail.number });
	running.push(mailbox.close);
	const google = await startGoogle({
		...payoutsSheet,
		port: ports.sheet.number,
		file: path.join(dataFolder, 'google-sheet.json'),
	});
	running.push(google.close);
	console.log('Starting n8n');
	const n8n = await startN8n({
		userFolder: dataFolder,
		port: ports.n8n.number,
		env: await trustingGoogle(google, dataFolder),
		logFile: path.join(dataFolder, 'n8n.log'),
	});
	running.push(n8n.stop);
	if (stopping) return;

	const workflows = await fillN8n(new N8nApi(n8n.url), {
		sandboxUrl: sandbox.url,
		baseUrl: sandbox.baseUrl,
		smtpPort: mailbox.smtpPort,
		googleAccount: google.account,
		dataFolder,
	});
	const addresses = { n8n: n8n.url, sandbox: sandbox.url, mail: mailbox.url };
	console.log(tour({ ...addresses, sheet: google.address, dataFolder }, workflows));

	const ending = await n8n.ended;
	if (stopping) return;
	console.error(`n8n ended by itself (${ending}). Its log is in ${dataFolder}/n8n.log`);
	process.exitCode = 1;
	await stop();
}

runMain(main);
