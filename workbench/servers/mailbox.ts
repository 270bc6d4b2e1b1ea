import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../instance/paths';
import { freePort } from './ports';
import { startProcess } from './processes';
import { answersWell, patienceMs, waitUntil } from './waiting';

/** One e-mail as the mail server received it; a part that it does not have is empty. */
export interface Message {
	/** Everybody it was delivered to, copies included. */
	to: string[];
	from: string;
	subject: string;
	text: string;
	html: string;
	/** Absent when there is none; a type is such as `text/csv`. */
	attachments?: Array<{ name: string; type: string; content: Buffer }>;
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
	attachments: Array<
		Record<'generatedFileName' | 'contentType', string> & { fileName?: string }
	> | null;
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
 * @throws {Error} with its own words when it does not start
 */
export async function startMailbox(
	ports: { smtpPort?: number; webPort?: number } = {},
): Promise<Mailbox> {
	const smtpPort = ports.smtpPort ?? (await freePort());
	const webPort = ports.webPort ?? (await freePort());
	const folder = mkdtempSync(path.join(tmpdir(), 'card-bank-payments-mail-'));
	const removeFolder = () => rmSync(folder, { recursive: true, force: true });
	process.once('exit', removeFolder);

	const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MAILDEV_'));
	const addresses = ['--ip', '127.0.0.1', '--smtp', String(smtpPort), '--web', String(webPort)];
	const options = ['--silent', ...addresses, '--mail-directory', folder];
	const maildev = startProcess(process.execPath, [program, ...options], {
		env: Object.fromEntries(inherited),
	});
	const close = async () => {
		maildev.signal('SIGKILL');
		await maildev.ended;
		removeFolder();
	};

	const url = `http://127.0.0.1:${webPort}`;
	const isUp = async () => (await answersWell(`${url}/healthz`)) && (await accepts(smtpPort));
	await waitUntil(async () => maildev.ending() !== undefined || (await isUp()), startTimeoutMs);
	if (maildev.ending() !== undefined) {
		await close();
		throw new Error(`The mail server did not start:\n${maildev.log().slice(-2000)}`);
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

async function accepts(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = createConnection({ host: '127.0.0.1', port });
		socket.once('error', () => resolve(false));
		socket.once('connect', () => socket.end(() => resolve(true)));
	});
}

async function readMessage(url: string, mail: CaughtMail): Promise<Message> {
	const { id, envelope, from, subject = '', text = '', html = '' } = mail;
	const attachments = (mail.attachments ?? []).map(async (each) => {
		const stored = encodeURIComponent(each.generatedFileName);
		const answer = await fetch(`${url}/email/${id}/attachment/${stored}`);
		const content = Buffer.from(await answer.arrayBuffer());
		return { name: each.fileName ?? each.generatedFileName, type: each.contentType, content };
	});
	return {
		to: envelope.to.map(({ address }) => address),
		from: from[0]?.address ?? '',
		subject,
		text,
		html,
		...(attachments.length > 0 && { attachments: await Promise.all(attachments) }),
	};
}
