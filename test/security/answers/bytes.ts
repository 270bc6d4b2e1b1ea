import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { answerOf, proof, type RawAnswer } from './server';

export const MEGABYTE = 1_000_000;

/** An object that opens this many lists in each other. */
export const nested = (levels: number) =>
	`{${proof()},"deep":${'['.repeat(levels)}${']'.repeat(levels)}}`;

/** Made when it is asked for: the bytes would weigh on every other test. */
export const large =
	(make: () => string | Buffer, options?: Parameters<typeof answerOf>[1]): RawAnswer =>
	(socket) =>
		answerOf(make(), options)(socket);

/** Many compressed parts one behind the other unpack like one, and are made in no time. */
export function bomb(): Buffer {
	const tenMegabytes = gzipSync(Buffer.alloc(10 * MEGABYTE, 'x'));
	return Buffer.concat([
		gzipSync(`{${proof()},"id":"`),
		...Array<Buffer>(20).fill(tenMegabytes),
		gzipSync('"}'),
	]);
}

/** Sends the same bytes for as long as the other side listens. */
export function endless(head: string, chunk: string | Buffer): RawAnswer {
	return (socket: Socket) => {
		socket.write(head);
		const pour = () => {
			while (!socket.destroyed && socket.writable && socket.write(chunk));
			if (!socket.destroyed) socket.once('drain', pour);
		};
		pour();
	};
}

export const raw =
	(text: string, thenEnds = false): RawAnswer =>
	(socket) =>
		thenEnds ? socket.end(text) : socket.write(text);

export const chunkedHead =
	'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
export const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
