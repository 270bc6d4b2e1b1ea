import path from 'node:path';
import { freePort } from './ports';
import { startProcess, temporaryFolder } from './processes';
import { answersWell, waitUntil } from './waiting';

/** One e-mail as the mail server received it; a text that it does not have is empty. */
interface Message {
	/** Everybody it was delivered to, copies included. */
	to: string[];
	subject: string;
	text: string;
	html: string;
	attachments: Array<{ content: Buffer }>;
}

/** An e-mail as the mail server's REST interface answers it. */
interface CaughtMail extends Partial<Pick<Message, 'subject' | 'text' | 'html'>> {
	id: string;
	envelope: { to: Array<{ address: string }> };
	attachments: Array<{ generatedFileName: string }> | null;
}

const program = path.join(__dirname, '../../node_modules/maildev/bin/maildev');

/**
 * Starts a real mail server, on this machine only, that delivers nothing and keeps everything.
 *
 * It has a process of its own, because maildev ends the process it lives in on Ctrl-C, before
 * anything else there can be put away.
 *
 * @param ports free ones when absent
 * @throws {Error} with its own words when it does not start
 */
export async function startMailbox(ports: { smtpPort?: number; webPort?: number } = {}) {
	const smtpPort = ports.smtpPort ?? (await freePort());
	const webPort = ports.webPort ?? (await freePort());
	const folder = temporaryFolder('mail');

	const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MAILDEV_'));
	const addresses = ['--ip', '127.0.0.1', '--smtp', String(smtpPort), '--web', String(webPort)];
	const options = [...addresses, '--mail-directory', folder];
	const maildev = startProcess(process.execPath, [program, ...options], {
		env: Object.fromEntries(inherited),
	});
	/** The page on which a user reads the e-mails. */
	const url = `http://127.0.0.1:${webPort}`;
	const takesMail = () => maildev.log().includes('SMTP Server running');
	await maildev.waitUntilReady(async () => takesMail() && (await answersWell(`${url}/healthz`)));

	let forgotten = 0;
	/** Everything received so far, oldest first. */
	const messages = async () => await messagesAt(url, forgotten);
	/**
	 * Waits for an e-mail, one that has arrived already included.
	 *
	 * @returns the oldest to this address
	 * @throws {Error} with the e-mails that did arrive
	 */
	const waitForMessage = async (address: string) => {
		const find = async () => (await messages()).find(({ to }) => to.includes(address));
		return await waitUntil(find).catch(async () => {
			const list = (await messages()).map(({ to, subject }) => `"${subject}" to ${to.join(', ')}`);
			throw new Error(`No e-mail to ${address}. Received: ${list.join('; ') || 'none'}`);
		});
	};
	/** Forgets every e-mail; maildev would end when it is just writing the attachment of one. */
	const clear = async () => {
		forgotten = (await caughtAt(url)).length;
	};
	return { smtpPort, url, messages, waitForMessage, clear, close: maildev.kill };
}

/**
 * Everything that the mail server at this address has received so far, oldest first.
 *
 * @param from leaves so many of the oldest out
 */
export async function messagesAt(url: string, from = 0): Promise<Message[]> {
	const caught = (await caughtAt(url)).slice(from);
	return await Promise.all(caught.map(async (mail) => await readMessage(url, mail)));
}

async function caughtAt(url: string): Promise<CaughtMail[]> {
	return (await (await fetch(`${url}/email`)).json()) as CaughtMail[];
}

async function readMessage(url: string, mail: CaughtMail): Promise<Message> {
	const { id, envelope, subject = '', text = '', html = '' } = mail;
	const attachments = (mail.attachments ?? []).map(async ({ generatedFileName }) => {
		const stored = encodeURIComponent(generatedFileName);
		const answer = await fetch(`${url}/email/${id}/attachment/${stored}`);
		return { content: Buffer.from(await answer.arrayBuffer()) };
	});
	const to = envelope.to.map(({ address }) => address);
	return { to, subject, text, html, attachments: await Promise.all(attachments) };
}
