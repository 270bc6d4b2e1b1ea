import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import { sandboxCredential } from '../../workbench/engine/credentials';
import { execute } from '../../workbench/engine/engine';
import {
	fromItem,
	goodItems,
	operationsUnderTest,
	type OperationUnderTest,
} from '../../workbench/engine/operations';
import { outcomesOf } from '../../workbench/engine/outcomes';
import { processedStore } from '../../workbench/engine/processedStore';
import { LocalService } from '../../workbench/servers/localService';
import { proofOf, referenceIn } from '../../workbench/servers/proof';
import { UNSHOWABLE } from '../unit/support/wording';

/** Writes an answer byte by byte as it likes, right into the connection. */
type RawAnswer = (socket: Socket) => void;

const raw =
	(text: string, thenEnds = false): RawAnswer =>
	(socket) =>
		thenEnds ? socket.end(text) : socket.write(text);

/** A body behind a head of its own. */
const ok = (head: string, body: string, thenEnds = false): RawAnswer =>
	raw(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`, thenEnds);

/**
 * An answer with true headers.
 *
 * @param body may be made when it is asked for: the bytes would weigh on every other test
 */
export function answerOf(
	body: string | Buffer | (() => string | Buffer),
	{ status = 200, headers = '' } = {},
): RawAnswer {
	return (socket) => {
		const bytes = Buffer.from(typeof body === 'function' ? body() : body);
		socket.write(
			`HTTP/1.1 ${status} Status\r\nContent-Type: application/json\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`,
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

/** The one order reference of a trial that is answered badly. */
export const STRUCK = 'A-STRUCK';

/** The proof of what was asked for, as the members of a JSON object, without its braces. */
export function proof(orderReference = STRUCK): string {
	return JSON.stringify(proofOf(orderReference)).slice(1, -1);
}

const goodToken = answerOf('{"token":"Bearer hostile-session-token"}');

/**
 * A service that has turned against its users: it takes every request, answers most of them well,
 * and one of them in any way that a test likes, be it HTTP or not.
 */
export class HostileService extends LocalService {
	/** The answers to payments under {@link STRUCK}, to requests for a token, and for the list of banks. */
	answer: RawAnswer = answerOf('{}');
	tokenAnswer: RawAnswer = goodToken;
	banksAnswer: RawAnswer = answerOf('[]');

	/** The order references of the payments that arrived, in their order. */
	arrived: string[] = [];

	protected take({ url, socket }: IncomingMessage, body: string): void {
		socket.on('error', () => undefined);
		if (url?.endsWith('/generate-token')) return this.tokenAnswer(socket);
		if (url?.endsWith('/list/banks')) return this.banksAnswer(socket);
		const orderReference = String(referenceIn(url, body));
		this.arrived.push(orderReference);
		const isStruck = orderReference === STRUCK;
		(isStruck ? this.answer : answerOf(`{${proof(orderReference)}}`))(socket);
	}

	/** Forgets what has arrived, and is good again. */
	reset(): void {
		this.arrived = [];
		this.tokenAnswer = goodToken;
		this.banksAnswer = answerOf('[]');
	}
}

/** One bad answer to a payment, and what the node must make of it. */
export interface AnswerCase {
	name: string;
	answer: RawAnswer;
	outcome: Outcome;
	/** It could fill the memory: tried on the real n8n as well, which has to survive it. */
	isHeavy?: boolean;
	/** What must be in the output of an accepted payment, or in the message about another one. */
	says?: RegExp;
	neverSays?: RegExp;
}

const MEGABYTE = 1_000_000;

/** An answer that proves what was asked for, with this member besides. */
const proven = (member: string) => `{${proof()},${member}}`;
const GOOD = proven('"id":"1"');
/** An object that opens this many lists in each other. */
const nested = (levels: number) => proven(`"deep":${'['.repeat(levels)}${']'.repeat(levels)}`);
const gzip = { headers: 'Content-Encoding: gzip\r\n' };
const refusal = { status: 400 };
const chunked =
	'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Many compressed parts one behind the other unpack like one, and are made in no time. */
function bomb(): Buffer {
	const tenMegabytes = gzipSync(Buffer.alloc(10 * MEGABYTE, 'x'));
	const begin = gzipSync(`{${proof()},"id":"`);
	return Buffer.concat([begin, ...Array<Buffer>(20).fill(tenMegabytes), gzipSync('"}')]);
}

const fiftyMegabytes = () => 'x'.repeat(50 * MEGABYTE);

const heavy: Array<[name: string, RawAnswer, Outcome?]> = [
	['50 MB of JSON', answerOf(() => proven(`"id":"${fiftyMegabytes()}"`))],
	['a bomb: 200 MB of JSON, compressed to 0.2 MB', answerOf(bomb, gzip)],
	['2 million levels', answerOf(() => nested(2 * MEGABYTE))],
	['an answer without end', endless(chunked, `10000\r\n${'x'.repeat(65_536)}\r\n`)],
	['headers without end', endless('HTTP/1.1 200 OK\r\n', 'X-Bomb: bomb\r\n'.repeat(1000))],
	[
		'50 MB with a refusal',
		answerOf(() => `{"message":"${fiftyMegabytes()}"}`, refusal),
		'rejected',
	],
];

const accepted: Array<[name: string, RawAnswer, says?: RegExp, neverSays?: RegExp]> = [
	['a key "error" in a success', answerOf(proven('"error":"none"')), /"serviceError"/],
	['a key "__proto__"', answerOf(proven('"__proto__":{"polluted":true,"safeToRetry":true}'))],
	['keys of n8n’s own items', answerOf(proven('"json":{},"binary":{},"pairedItem":{"item":9}'))],
	['markup and colours in its values', answerOf(proven('"id":"<b>\\u001b[31m\\u202e"'))],
	['a byte order mark in front', answerOf(`\ufeff${GOOD}`)],
	['99 levels', answerOf(nested(98))],
	['compressed JSON', answerOf(gzipSync(GOOD), gzip)],
	[
		'a second answer right behind the first, for the next request to find',
		ok(
			`Content-Length: ${GOOD.length}`,
			`${GOOD}HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"id":"smuggled"}`,
		),
		undefined,
		/smuggled/,
	],
];

/** Bodies that are no proof are tried by the fault matrix; these are no sound HTTP, or no JSON for us. */
const unclear: Record<string, RawAnswer> = {
	'101 levels': answerOf(nested(100)),
	'the body null': answerOf('null'),
	'JSON in UTF-16': answerOf(Buffer.from(GOOD, 'utf16le')),
	'a body that is not as compressed as it says': answerOf(GOOD, gzip),
	'a body shorter than announced': ok('Content-Length: 5000', GOOD, true),
	'a body longer than announced': ok('Content-Length: 5', GOOD, true),
	'two announced lengths': ok('Content-Length: 2\r\nContent-Length: 3', '{}'),
	'a chunk whose size is no number': raw(`${chunked}ZZ\r\n${GOOD}\r\n0\r\n\r\n`),
	'another protocol': raw('SSH-2.0-OpenSSH_9.6\r\n'),
	'a status of 999': raw('HTTP/1.1 999 Strange\r\nContent-Length: 2\r\n\r\n{}'),
	'a switch to another protocol': raw(
		'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
	),
	'a connection that is reset': (socket) => socket.resetAndDestroy(),
};

const messages: Array<[name: string, message: string, says?: RegExp]> = [
	['control characters', 'no\r\n\u0000\u001b[31mmoney', /\(HTTP 400: no \[31mmoney\)/],
	['markup', '<b>no</b><br/><img src=x onerror="alert(1)">&lt;i&gt;', /no/],
	['what looks like our own list of outcomes', 'no.<br/>Accepted (1): A-STRUCK.'],
	['marks of direction', '\u202eyenom on\u2066', /\(HTTP 400: yenom on\)/],
	['1 MB', 'no '.repeat(MEGABYTE / 3), /…\)/],
];

export const answerCases: AnswerCase[] = [
	...accepted.map(([name, answer, says, neverSays]): AnswerCase => ({
		...{ name, answer, outcome: 'accepted', says, neverSays },
	})),
	...heavy.map(([name, answer, outcome = 'unknown']) => ({ name, answer, outcome, isHeavy: true })),
	...Object.entries(unclear).map(([name, answer]): AnswerCase => ({
		...{ name, answer, outcome: 'unknown' },
	})),
	...messages.map(([name, message, says]): AnswerCase => ({
		name: `a message with ${name}`,
		answer: answerOf(JSON.stringify({ message }), refusal),
		...{ outcome: 'rejected', says },
	})),
];

/** Answers to the request for a token; with none of them may a payment be sent. */
const tokenAnswers: Record<string, RawAnswer> = {
	'a token that is a number': answerOf('{"token":7}'),
	'a page in place of a token': answerOf('<p>'),
	'a token behind 50 MB': answerOf(() => `{"x":"${fiftyMegabytes()}","token":"t"}`),
};

/** For the answers that never come, and for those that come, if the machine has time. */
const HURRIED_MS = 4_000;
const PATIENT_MS = 60_000;

/** Gives every bad answer to an operation of every form, in both error modes, and tells what is wrong. */
export async function tryAllAnswers(done: (name: string, wrong: string[]) => void): Promise<void> {
	const service = await new HostileService().start();
	// Operations whose answers are read by the same rule read them alike: one of each rule. What a page
	// may hold is tried by the unit tests of reading one; the way here is the same.
	const ofForms = new Map(
		[...operationsUnderTest].reverse().map((one) => [one.operation.response.form, one]),
	);
	ofForms.delete('page');
	for (const operation of ofForms.values()) {
		for (const { name, outcome, ...answerCase } of answerCases) {
			service.reset();
			service.answer = answerCase.answer;
			const timeout = outcome === 'unknown' ? HURRIED_MS : PATIENT_MS;
			const going = await tryAnswer(operation, service.baseUrl, timeout);
			const wrong = [...going.wrong];
			if (going.outcomes !== `accepted,${outcome},accepted`) wrong.push(going.outcomes);
			if (service.arrived.length !== 3) wrong.push(`sent as ${service.arrived.join()}`);
			const { says, neverSays } = answerCase;
			if (says?.test(going.said) === false || neverSays?.test(going.said)) {
				wrong.push(`says ${going.said}`);
			}
			const stopping = await tryAnswer(operation, service.baseUrl, timeout, true);
			wrong.push(...stopping.wrong);
			// A whole answer of megabytes in a message would freeze the editor.
			if (outcome !== 'accepted' && stopping.said.length > 2_000) {
				wrong.push(`a message of ${stopping.said.length} characters`);
			}
			done(`${operation.name}, ${name}`, wrong);
		}
		for (const [name, answer] of Object.entries(tokenAnswers)) {
			service.reset();
			service.tokenAnswer = answer;
			const { outcomes, wrong } = await tryAnswer(operation, service.baseUrl, HURRIED_MS);
			if (outcomes !== 'rejected,notSent,notSent') wrong.push(outcomes);
			if (service.arrived.length > 0) wrong.push('a payment was sent without a token');
			done(`${operation.name}, ${name}`, wrong);
		}
	}
	await service.stop();
}

/** Pays three items; the second one carries the order reference that the service answers badly. */
async function tryAnswer(
	operation: OperationUnderTest,
	baseUrl: string,
	timeout: number,
	stops = false,
) {
	(await processedStore()).reset();
	const { items, error } = await execute({
		credential: sandboxCredential(baseUrl),
		parameters: fromItem(operation, {
			// Bad answers to look-ups are those to Get; asked three times, they would only take longer.
			options: { concurrency: 1, timeout, lookUpUnclear: false },
		}),
		items: goodItems(operation, 3).map((item, index) => ({
			...item,
			...(index === 1 && { orderReference: STRUCK }),
		})),
		onError: stops ? 'stopWorkflow' : 'continueRegularOutput',
	});
	// Our own texts; the service's answer in a good item is not ours.
	const ours = ({ details, error: title, message }: IDataObject) =>
		details === undefined ? [] : [title, message, (details as IDataObject).nextStep];
	const texts = [
		...[error?.message, ...(error?.description ?? '').split('<br/>')],
		...items.flatMap(({ json }) => ours(json)),
	].map(String);
	const stranger = {} as Record<string, unknown>;
	const isPolluted = [stranger.polluted, stranger.safeToRetry].some((one) => one !== undefined);
	return {
		outcomes: outcomesOf(items).join(),
		said: error
			? `${error.message} ${error.description}`
			: JSON.stringify(items.map(({ json }) => json)),
		wrong: [
			...texts
				.filter((text) => UNSHOWABLE.test(text))
				.map((text) => `shows ${JSON.stringify(text.slice(0, 200))}`),
			...(isPolluted ? ['a prototype was changed'] : []),
		],
	};
}
