import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../instance/paths';
import { freePort, isPortFree } from './ports';
import { onExitKill, signalGroup } from './processes';
import { answersWell, patienceMs, waitUntil } from './waiting';

/** One e-mail as the mail server received it. */
export interface Message {
	/** Everybody it was delivered to, copies included. */
	to: string[];
	from: string;
	subject: string;
	/** Empty when the e-mail has no such part. */
	text: string;
	/** Empty when the e-mail has no such part. */
	html: string;
	/** Absent when there is none. */
	attachments?: Attachment[];
}

export interface Attachment {
	name: string;
	/** e.g. `text/csv` */
	type: string;
	content: Buffer;
}

/** A running mail server that delivers nothing and keeps everything. */
export interface Mailbox {
	smtpPort: number;
	/** The page on which a person reads the e-mails. */
	url: string;
	/** Everything received so far, oldest first. */
	messages(): Promise<Message[]>;
	/**
	 * Waits for an e-mail, one that has arrived already included.
	 *
	 * @param wanted a recipient's address, or a test
	 * @returns the oldest that fits
	 * @throws {Error} with the e-mails that did arrive
	 */
	waitForMessage(
		wanted: string | ((message: Message) => boolean),
		timeoutMs?: number,
	): Promise<Message>;
	/** Forgets every e-mail. */
	clear(): Promise<void>;
	close(): Promise<void>;
}

/** An e-mail as the mail server's REST interface answers it. */
interface CaughtMail {
	id: string;
	envelope: { to: Array<{ address: string }> };
	from: Array<{ address: string }>;
	subject?: string;
	text?: string;
	html?: string;
	attachments: Array<{
		fileName?: string;
		generatedFileName: string;
		contentType: string;
	}> | null;
}

const program = path.join(repositoryRoot, 'node_modules/maildev/bin/maildev');
const startTimeoutMs = 60_000;

/**
 * Starts a real mail server, on this machine only.
 *
 * It has a process of its own, because maildev ends the process it lives in on Ctrl-C, before
 * anything else there can be put away.
 *
 * @param ports free ones when absent
 * @throws {Error} when a port is taken
 */
export async function startMailbox(
	ports: { smtpPort?: number; webPort?: number } = {},
): Promise<Mailbox> {
	const smtpPort = ports.smtpPort ?? (await freePort());
	const webPort = ports.webPort ?? (await freePort());
	for (const port of [smtpPort, webPort]) {
		if (!(await isPortFree(port))) throw new Error(`Port ${port} is taken by another program.`);
	}
	const folder = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-mail-'));
	const removeFolder = () => rmSync(folder, { recursive: true, force: true });
	process.once('exit', removeFolder);

	const end = startMaildev(smtpPort, webPort, folder);
	const close = async () => {
		await end.now();
		await rm(folder, { recursive: true, force: true });
		process.off('exit', removeFolder);
	};

	const url = `http://127.0.0.1:${webPort}`;
	try {
		await waitUntil(async () => {
			end.throwIfEnded();
			return (await answersWell(`${url}/healthz`)) && (await accepts(smtpPort));
		}, startTimeoutMs);
	} catch (error) {
		await close();
		throw error;
	}

	const forgotten = new Set<string>();
	const remembered = async () => {
		const caught = (await (await fetch(`${url}/email`)).json()) as CaughtMail[];
		return caught.filter(({ id }) => !forgotten.has(id));
	};
	const messages = async () =>
		await Promise.all((await remembered()).map(async (mail) => await readMessage(url, mail)));
	const waitForMessage: Mailbox['waitForMessage'] = async (wanted, timeoutMs = patienceMs) => {
		const fits = typeof wanted === 'string' ? ({ to }: Message) => to.includes(wanted) : wanted;
		let arrived: Message[] = [];
		const look = async () => {
			arrived = await messages();
			return arrived.some(fits);
		};
		await waitUntil(look, timeoutMs).catch((error: Error) => {
			const list = arrived.map(({ to, subject }) => `"${subject}" to ${to.join(', ')}`);
			throw new Error(`${error.message} for an e-mail. Received: ${list.join('; ') || 'none'}`);
		});
		return arrived.find(fits)!;
	};
	// Not by deleting them: maildev ends when it is just writing the attachment of another one.
	const clear = async () => {
		for (const { id } of await remembered()) forgotten.add(id);
	};
	return { smtpPort, url, messages, waitForMessage, clear, close };
}

function startMaildev(smtpPort: number, webPort: number, folder: string) {
	const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MAILDEV_'));
	const ports = ['--smtp', String(smtpPort), '--web', String(webPort)];
	const place = ['--ip', '127.0.0.1', '--mail-directory', folder];
	const child = spawn(process.execPath, [program, '--silent', ...ports, ...place], {
		env: Object.fromEntries(inherited),
		stdio: ['ignore', 'ignore', 'pipe'],
		detached: true,
	});
	let complaint = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
	let over = false;
	const ended = new Promise<void>((resolve) => {
		child.once('error', (error) => {
			complaint += error.message;
			resolve();
		});
		child.once('close', () => resolve());
	}).finally(() => (over = true));
	void ended.finally(onExitKill(child));
	return {
		throwIfEnded: () => {
			if (over) throw new Error(`The mail server did not start:\n${complaint.slice(-2000)}`);
		},
		now: async () => {
			if (child.pid !== undefined && !over) signalGroup(child.pid, 'SIGKILL');
			await ended;
		},
	};
}

async function accepts(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = createConnection({ host: '127.0.0.1', port });
		socket.once('error', () => resolve(false));
		socket.once('connect', () => socket.end(() => resolve(true)));
	});
}

async function readMessage(url: string, mail: CaughtMail): Promise<Message> {
	const { id, envelope, from, subject = '', text = '', html = '' } = mail;
	const attachments = (mail.attachments ?? []).map(
		async ({ fileName, generatedFileName, contentType }) => {
			const stored = encodeURIComponent(generatedFileName);
			const answer = await fetch(`${url}/email/${id}/attachment/${stored}`);
			return {
				name: fileName ?? generatedFileName,
				type: contentType,
				content: Buffer.from(await answer.arrayBuffer()),
			};
		},
	);
	return {
		to: envelope.to.map(({ address }) => address),
		from: from[0]?.address ?? '',
		subject,
		text,
		html,
		...(attachments.length > 0 && { attachments: await Promise.all(attachments) }),
	};
}
