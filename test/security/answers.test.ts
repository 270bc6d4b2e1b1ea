import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { sandboxCredential } from '../../workbench/engine/credentials';
import { execute } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { outcomesOfItems } from '../../workbench/executions/outcomes';
import { processedStore } from '../../workbench/engine/processedStore';
import { LocalService } from '../../workbench/servers/localService';
import { proofOf, referenceIn } from '../../workbench/servers/proof';

/** Writes an answer byte by byte as it likes, right into the connection. */
type RawAnswer = (socket: Socket) => void;

const raw =
	(text: string): RawAnswer =>
	(socket) =>
		socket.write(text);

/** An answer with true headers. */
function rawAnswerOf(body: string | Buffer, headers = ''): RawAnswer {
	return (socket) => {
		const bytes = Buffer.from(body);
		socket.write(
			`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`,
		);
		socket.write(bytes);
	};
}

/** Sends the same bytes for as long as the other side listens. */
function endless(head: string, chunk: string): RawAnswer {
	return (socket) => {
		socket.write(head);
		const pour = () => {
			while (!socket.destroyed && socket.writable && socket.write(chunk));
			if (!socket.destroyed) socket.once('drain', pour);
		};
		pour();
	};
}

/** The one order reference that is answered badly. */
const FAULTY_REFERENCE = 'A-FAULTY';

/** The proof of what was asked for, as the members of a JSON object, without its braces. */
function proof(orderReference = FAULTY_REFERENCE): string {
	return JSON.stringify(proofOf(orderReference)).slice(1, -1);
}

/**
 * A service that has turned against its users: it takes every request, answers most of them well,
 * and one of them in any way that a test likes, be it HTTP or not.
 */
class HostileService extends LocalService {
	/** The answer to payments under {@link FAULTY_REFERENCE}. */
	answer: RawAnswer = rawAnswerOf('{}');

	/** The order references of the payments that arrived, in their order. */
	arrived: string[] = [];

	protected take({ url, socket }: IncomingMessage, body: string): void {
		socket.on('error', () => undefined);
		if (url?.endsWith('/generate-token')) return rawAnswerOf('{"token":"Bearer hostile"}')(socket);
		const orderReference = String(referenceIn(url, body));
		this.arrived.push(orderReference);
		const isFaulty = orderReference === FAULTY_REFERENCE;
		(isFaulty ? this.answer : rawAnswerOf(`{${proof(orderReference)}}`))(socket);
	}
}

const MEGABYTE = 1_000_000;

/** An answer that proves what was asked for, with this member besides. */
const proven = (member: string) => `{${proof()},${member}}`;
const GOOD = proven('"id":"1"');
const gzip = 'Content-Encoding: gzip\r\n';
const chunked =
	'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Many compressed parts one behind the other unpack like one, and are made in no time. */
function bomb(): Buffer {
	const tenMegabytes = gzipSync(Buffer.alloc(10 * MEGABYTE, 'x'));
	const begin = gzipSync(`{${proof()},"id":"`);
	return Buffer.concat([begin, ...Array<Buffer>(20).fill(tenMegabytes), gzipSync('"}')]);
}

const heavy: Record<string, RawAnswer> = {
	'a bomb: 200 MB of JSON, compressed to 0.2 MB': rawAnswerOf(bomb(), gzip),
	'an answer without end': endless(chunked, `10000\r\n${'x'.repeat(65_536)}\r\n`),
	'headers without end': endless('HTTP/1.1 200 OK\r\n', 'X-Bomb: bomb\r\n'.repeat(1000)),
};

const accepted: Record<string, RawAnswer> = {
	'a key "__proto__"': rawAnswerOf(proven('"__proto__":{"polluted":true,"safeToRetry":true}')),
	'keys of n8n’s own items': rawAnswerOf(proven('"json":{},"binary":{},"pairedItem":{"item":9}')),
	'markup and colours in its values': rawAnswerOf(proven('"id":"<b>\\u001b[31m\\u202e"')),
	'a byte order mark in front, compressed': rawAnswerOf(gzipSync(`\ufeff${GOOD}`), gzip),
	'a second answer right behind the first, for the next request to find': raw(
		`HTTP/1.1 200 OK\r\nContent-Length: ${GOOD.length}\r\n\r\n${GOOD}HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n`,
	),
};

/** Bodies that are no proof are tried by the fault matrix; these are no sound HTTP, or no JSON for us. */
const unclear: Record<string, RawAnswer> = {
	'JSON in UTF-16': rawAnswerOf(Buffer.from(GOOD, 'utf16le')),
	'a body that is not as compressed as it says': rawAnswerOf(GOOD, gzip),
	'a body shorter than announced': (socket) =>
		socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n${GOOD}`),
	'another protocol': raw('SSH-2.0-OpenSSH_9.6\r\n'),
	'a status of 999': raw('HTTP/1.1 999 Strange\r\nContent-Length: 2\r\n\r\n{}'),
	'a switch to another protocol': raw(
		'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
	),
	'a connection that is reset': (socket) => socket.resetAndDestroy(),
};

const service = new HostileService();
beforeAll(async () => await service.start());
afterAll(async () => await service.stop());

/** Another one for each test: what was lost in one is left alone at that address for ten minutes. */
let tests = 0;
const ownBaseUrl = () => service.baseUrl.replace('/third-parties', `/${tests++}/third-parties`);

// How an answer is judged, and what a builder reads of it, is tried by the unit tests.
describe.each([
	['accepted', accepted],
	['unknown', { ...heavy, ...unclear }],
] as const)('the second of three payouts is %s, and the others are paid,', (outcome, answers) => {
	it.each(Object.entries(answers))('where its answer is %s', async (_, answer) => {
		(await processedStore()).reset();
		Object.assign(service, { answer, arrived: [] });
		// Bad answers to look-ups are those to Get; asked four times, they would only take longer.
		const credential = sandboxCredential(ownBaseUrl(), { payoutPath: '' });
		const items = payoutItems(3);
		items[1]!.orderReference = FAULTY_REFERENCE;
		// Short for the answers that never come; those that come have as long as a busy machine needs.
		const timeout = outcome === 'unknown' ? 4_000 : 60_000;
		const parameters = payoutParameters({ concurrency: 1, timeout });
		const onError = 'continueRegularOutput';
		const execution = await execute({ credential, parameters, items, onError });
		expect(outcomesOfItems(execution.items)).toEqual(['accepted', outcome, 'accepted']);
		expect(service.arrived).toHaveLength(3);
		// A prototype that was changed shows in every object.
		expect({}).not.toHaveProperty('polluted');
		expect({}).not.toHaveProperty('safeToRetry');
	});
});
