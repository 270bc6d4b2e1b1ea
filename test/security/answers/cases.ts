import { gzipSync } from 'node:zlib';
import type { Outcome } from '../../../nodes/CardBankPayments/executor/common/payment';
import { bomb, chunkedHead, chunkOf, endless, large, MEGABYTE, nested, raw } from './bytes';
import { answerOf, proof, type RawAnswer } from './server';

/** One bad answer to a payment, and what the node must make of it. */
export interface AnswerCase {
	name: string;
	answer: RawAnswer;
	outcome: Outcome;
	/** What a look-up makes of it, where that is another outcome. */
	lookedUp?: Outcome;
	/** It could fill the memory: tried on the real n8n as well, which has to survive it. */
	isHeavy?: boolean;
	/** What must be in the output of an accepted payment, or in the message about another one. */
	says?: RegExp;
	neverSays?: RegExp;
}

const FIFTY_MEGABYTES = 50 * MEGABYTE;

/** An answer that proves what was asked for, with this member besides. */
const proven = (member: string) => `{${proof()},${member}}`;
const GOOD = proven('"id":"1"');

const accepted = (name: string, member: string, says?: RegExp): AnswerCase => ({
	name,
	answer: answerOf(proven(member)),
	outcome: 'accepted',
	says,
});
const unclear = (name: string, answer: RawAnswer): AnswerCase => ({
	name,
	answer,
	outcome: 'unknown',
});
const refused = (name: string, body: string, says?: RegExp): AnswerCase => ({
	name,
	answer: answerOf(body, { status: 400 }),
	outcome: 'rejected',
	says,
});
const saying = (what: string, message: string, says?: RegExp): AnswerCase =>
	refused(`a message with ${what}`, JSON.stringify({ message }), says);
const heavy = (one: AnswerCase): AnswerCase => ({ ...one, isHeavy: true });
const heavyUnclear = (name: string, ...made: Parameters<typeof large>): AnswerCase =>
	heavy(unclear(name, large(...made)));
const gzip = { headers: 'Content-Encoding: gzip\r\n' };
/** A body behind a head of its own. */
const ok = (head: string, body: string, thenEnds = false): RawAnswer =>
	raw(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`, thenEnds);

export const answerCases: AnswerCase[] = [
	accepted('a top-level key "error" in a success', '"error":"none"', /"serviceError"/),
	accepted('a key "__proto__"', '"__proto__":{"polluted":true,"safeToRetry":true}'),
	accepted('keys of n8n’s own items', '"json":{},"binary":{},"pairedItem":{"item":9},"index":9'),
	accepted('markup, colours and marks of direction in its values', '"id":"<b>\\u001b[31m\\u202e"'),
	{ name: 'a byte order mark in front', answer: answerOf(`\ufeff${GOOD}`), outcome: 'accepted' },
	{ name: '99 levels', answer: answerOf(nested(98)), outcome: 'accepted' },
	{
		name: 'a second answer right behind the first, for the next request to find',
		answer: ok(
			`Content-Length: ${GOOD.length}`,
			`${GOOD}HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"id":"smuggled"}`,
		),
		outcome: 'accepted',
		neverSays: /smuggled/,
	},
	{ name: 'compressed JSON', answer: answerOf(gzipSync(GOOD), gzip), outcome: 'accepted' },

	...[
		heavyUnclear('50 MB of JSON', () => proven(`"id":"${'x'.repeat(FIFTY_MEGABYTES)}"`)),
		heavyUnclear('a bomb: 200 MB of JSON, compressed to 0.2 MB', bomb, gzip),
		heavyUnclear('2 million levels', () => nested(2 * MEGABYTE)),
	],
	heavy(unclear('an answer without end', endless(chunkedHead, chunkOf('x'.repeat(65_536))))),
	heavy(
		unclear('headers without end', endless('HTTP/1.1 200 OK\r\n', 'X-Bomb: bomb\r\n'.repeat(1000))),
	),
	heavy({
		name: '50 MB with a refusal',
		answer: large(() => JSON.stringify({ message: 'x'.repeat(FIFTY_MEGABYTES) }), { status: 400 }),
		outcome: 'rejected',
	}),
	unclear('101 levels', answerOf(nested(100))),
	// A look-up takes that for an answer.
	{ ...unclear('the body []', answerOf('[]')), lookedUp: 'notFound' },
	...['{}', 'null', '', '{', '<html>'].map((body) => unclear(`the body ${body}`, answerOf(body))),
	unclear('JSON in UTF-16', answerOf(Buffer.from(GOOD, 'utf16le'))),
	unclear('a body that is not as compressed as it says', answerOf(GOOD, gzip)),
	unclear('a body shorter than announced', ok('Content-Length: 5000', GOOD, true)),
	unclear('a body longer than announced', ok('Content-Length: 5', GOOD, true)),
	unclear('two announced lengths', ok('Content-Length: 2\r\nContent-Length: 3', '{}')),
	unclear('a chunk whose size is no number', raw(`${chunkedHead}ZZ\r\n${GOOD}\r\n0\r\n\r\n`)),
	unclear('another protocol', raw('SSH-2.0-OpenSSH_9.6\r\n')),
	unclear('a status of 999', raw('HTTP/1.1 999 Strange\r\nContent-Length: 2\r\n\r\n{}')),
	unclear(
		'a switch to another protocol',
		raw('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
	),
	unclear('a connection that is reset', (socket) => socket.resetAndDestroy()),

	saying('control characters', 'no\r\n\u0000\u001b[31mmoney', /\(HTTP 400: no \[31mmoney\)/),
	saying('markup', '<b>no</b><br/><img src=x onerror="alert(1)">&lt;i&gt;', /no/),
	saying('what looks like our own list of outcomes', 'no.<br/>Accepted (1): A-STRUCK.'),
	saying('marks of direction', '\u202eyenom on\u2066', /\(HTTP 400: yenom on\)/),
	saying('1 MB', 'no '.repeat(MEGABYTE / 3), /…\)/),
];

/** Answers to the request for a token; with none of them may a payment be sent. */
export const tokenCases: Array<{ name: string; answer: RawAnswer; isHeavy?: boolean }> = [
	...['null', '{"token":7}', '{"token":""}', '<p>'].map((body) => ({
		name: `the token answer ${body}`,
		answer: answerOf(body),
	})),
	{
		name: 'a token behind 50 MB',
		answer: large(() => `{"x":"${'x'.repeat(FIFTY_MEGABYTES)}","token":"t"}`),
		isHeavy: true,
	},
];
