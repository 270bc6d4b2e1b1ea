import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LocalService } from '../../../workbench/servers/localService';
import { proofOf, referenceIn } from '../../../workbench/servers/proof';

/** Writes an answer byte by byte as it likes, right into the connection. */
export type RawAnswer = (socket: Socket) => void;

/** An answer with true headers. */
export function answerOf(
	body: string | Buffer,
	{ status = 200, type = 'application/json', headers = '' } = {},
): RawAnswer {
	const bytes = Buffer.from(body);
	return (socket) => {
		socket.write(
			`HTTP/1.1 ${status} Status\r\nContent-Type: ${type}\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`,
		);
		socket.write(bytes);
	};
}

/**
 * A service that has turned against its users: it takes every request, answers most of them well,
 * and one of them in any way that a test likes, be it HTTP or not.
 */
export class HostileService extends LocalService {
	/** The answer to payments under {@link struckReference}. */
	answer: RawAnswer = answerOf('{}');

	/** The answer to requests for a token. */
	tokenAnswer: RawAnswer = goodToken;

	/** The answer to requests for the list of banks. */
	banksAnswer: RawAnswer = answerOf('[]');

	/** The order references of the payments that arrived, in their order. */
	arrived: string[] = [];

	tokenRequests = 0;

	protected take({ url, socket }: IncomingMessage, body: string): void {
		socket.on('error', () => undefined);
		if (url?.endsWith('/generate-token')) {
			this.tokenRequests++;
			return this.tokenAnswer(socket);
		}
		if (url?.endsWith('/list/banks')) return this.banksAnswer(socket);
		const orderReference = String(referenceIn(url, body));
		this.arrived.push(orderReference);
		const answer = orderReference.endsWith(struckReference)
			? this.answer
			: answerOf(`{${proof(orderReference)}}`);
		answer(socket);
	}

	/** Forgets what has arrived, and is good again. */
	reset(): void {
		this.arrived = [];
		this.tokenRequests = 0;
		this.tokenAnswer = goodToken;
		this.banksAnswer = answerOf('[]');
	}
}

/** How the order references end that are answered badly. */
const struckReference = '-STRUCK';

/** The one order reference of a trial that is answered badly. */
export const STRUCK = `A${struckReference}`;

/** The proof of what was asked for, as the members of a JSON object, without its braces. */
export function proof(orderReference = STRUCK): string {
	return JSON.stringify(proofOf(orderReference)).slice(1, -1);
}

const goodToken = answerOf('{"token":"Bearer hostile-session-token"}');
