import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { closeAll, listen } from '../../../workbench/servers/loopback';

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
export class HostileService {
	/** The answer to payments under {@link struckReference}. */
	answer: RawAnswer = answerOf('{}');

	/** The answer to requests for a token. */
	tokenAnswer: RawAnswer = goodToken;

	/** The answer to requests for the list of banks. */
	banksAnswer: RawAnswer = answerOf('[]');

	/** The order references of the payments that arrived, in their order. */
	arrived: string[] = [];

	tokenRequests = 0;

	/** Called when a payment has arrived, before it is answered. */
	onPayment: () => void = () => undefined;

	private port = 0;

	private readonly server: Server = createServer((request) => {
		const chunks: Buffer[] = [];
		const { socket } = request;
		socket.on('error', () => undefined);
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			if (request.url?.endsWith('/generate-token')) {
				this.tokenRequests++;
				return this.tokenAnswer(socket);
			}
			if (request.url?.endsWith('/list/banks')) return this.banksAnswer(socket);
			const orderReference = referenceIn(request.url, Buffer.concat(chunks).toString());
			this.arrived.push(orderReference);
			const { answer: badAnswer } = this;
			this.onPayment();
			const answer = orderReference.endsWith(struckReference)
				? badAnswer
				: answerOf(`{${proof(orderReference)}}`);
			answer(socket);
		});
	});

	async start(): Promise<this> {
		this.port = await listen(this.server);
		return this;
	}

	get baseUrl(): string {
		return `http://127.0.0.1:${this.port}/third-parties`;
	}

	/** Forgets what has arrived, and is good again. */
	reset(): void {
		this.arrived = [];
		this.tokenRequests = 0;
		this.tokenAnswer = goodToken;
		this.banksAnswer = answerOf('[]');
	}

	async stop(): Promise<void> {
		await closeAll(this.server);
	}
}

/** How the order references end that are answered badly. */
const struckReference = '-STRUCK';

/** The one order reference of a trial that is answered badly. */
export const STRUCK = `A${struckReference}`;

/**
 * What an answer must hold so that it counts for what was asked for, whichever operation it was: the
 * members of a JSON object, without its braces.
 */
export function proof(orderReference = STRUCK): string {
	const link = 'https://pay.example.com/1';
	const held = { orderReference, cardPaymentLink: link, activeMethods: [], fee: 1 };
	return JSON.stringify(held).slice(1, -1);
}

/** The reference of a request, in its body or at the end of its path. */
function referenceIn(url = '', body: string): string {
	if (body === '') return decodeURIComponent(url.split('/').at(-1) ?? '');
	return (JSON.parse(body) as { orderReference: string }).orderReference;
}

const goodToken = answerOf('{"token":"Bearer hostile-session-token"}');
