import fc from 'fast-check';
import {
	decideOutcome,
	isSafeToRetry,
	type Outcome,
	type Reply,
} from '../../../nodes/CardBankPayments/executor/outcome';
import { cardEffects, effects, outcomes } from '../support/payments';
import { expectGoodWording } from '../support/wording';

const outcomeOf = (reply: Reply) => decideOutcome(reply).outcome;
const status = (from: number, to: number) => fc.integer({ min: from, max: to });
const object = fc.dictionary(fc.string(), fc.jsonValue());

/** What a service or something in front of it sends where a JSON object was expected. */
const unreadable = fc.oneof(
	fc.string(),
	fc.integer(),
	fc.boolean(),
	fc.array(object),
	fc.constantFrom(undefined, null, '', '<html></html>', []),
);
const anyBody = fc.oneof(object, unreadable);

/** Holds for every status in a range, with any body. */
const always = (from: number, to: number, outcome: Outcome, except: number[] = []) =>
	fc.assert(
		fc.property(status(from, to), anyBody, (code, body) => {
			fc.pre(!except.includes(code));
			expect(outcomeOf({ status: code, body })).toBe(outcome);
		}),
		{ numRuns: 300 },
	);

describe('the outcome of an answer', () => {
	it('is accepted for every 2xx with a JSON object', () => {
		fc.assert(
			fc.property(status(200, 299), object, (code, body) => {
				expect(outcomeOf({ status: code, body })).toBe('accepted');
			}),
		);
	});

	it('is unknown for every 2xx with anything else', () => {
		fc.assert(
			fc.property(status(200, 299), unreadable, (code, body) => {
				expect(outcomeOf({ status: code, body })).toBe('unknown');
			}),
		);
	});

	it('is rejected for every 3xx', () => always(300, 399, 'rejected'));
	it('is rejected for every 4xx but 408 and 409', () => always(400, 499, 'rejected', [408, 409]));
	it('is unknown for 408', () => always(408, 408, 'unknown'));
	it('is already sent for 409', () => always(409, 409, 'alreadySent'));
	it('is unknown for every 5xx', () => always(500, 599, 'unknown'));
	it('is unknown for every 1xx', () => always(100, 199, 'unknown'));
	it('is unknown for a status that does not exist', () => always(600, 999, 'unknown'));

	it.each([
		[199, 'unknown'],
		[200, 'accepted'],
		[299, 'accepted'],
		[300, 'rejected'],
		[399, 'rejected'],
		[400, 'rejected'],
		[407, 'rejected'],
		[408, 'unknown'],
		[409, 'alreadySent'],
		[410, 'rejected'],
		[499, 'rejected'],
		[500, 'unknown'],
		[599, 'unknown'],
		[600, 'unknown'],
	])('is, at the edge of a range, %i: %s', (code, outcome) => {
		expect(outcomeOf({ status: code, body: {} })).toBe(outcome);
	});

	it('is accepted only with a status, however good the body looks', () => {
		expect(outcomeOf({ body: { status: 'SUCCESS' } })).toBe('unknown');
	});
});

describe('the outcome of a broken connection', () => {
	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])(
		'is rejected for %s, since nothing can have left',
		(code) => {
			expect(decideOutcome({ code })).toEqual({
				outcome: 'rejected',
				says: 'The service could not be reached',
			});
		},
	);

	it.each([
		'CERT_HAS_EXPIRED',
		'CERT_NOT_YET_VALID',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	])('is rejected for %s, since the request was not sent yet', (code) => {
		expect(decideOutcome({ code })).toEqual({
			outcome: 'rejected',
			says: 'The certificate of the service is not trusted',
		});
	});

	it.each(['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT'])('is unknown for %s', (code) => {
		expect(decideOutcome({ code })).toEqual({
			outcome: 'unknown',
			says: 'No complete answer arrived in time',
		});
	});

	it.each([
		'ECONNRESET',
		'EPIPE',
		'ERR_BAD_RESPONSE',
		'EHOSTUNREACH',
		'UND_ERR_SOCKET',
		'',
		undefined,
	])('is unknown for %p', (code) => {
		expect(decideOutcome({ code })).toEqual({
			outcome: 'unknown',
			says: 'The connection was lost before an answer arrived',
		});
	});

	it('is unknown for whatever else may come', () => {
		const named = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|.*CERT.*|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;
		fc.assert(
			fc.property(fc.string(), (code) => {
				fc.pre(!named.test(code));
				expect(outcomeOf({ code })).toBe('unknown');
			}),
		);
	});
});

describe('the sentence on an outcome', () => {
	it.each([
		[{ status: 200, body: {} }, 'The service accepted the request'],
		[{ status: 200 }, 'The service answered with something that cannot be read'],
		[{ status: 302 }, 'The service pointed to another address, which is never followed'],
		[{ status: 399 }, 'The service pointed to another address, which is never followed'],
		[{ status: 400 }, 'The service refused the request'],
		[{ status: 408 }, 'The service gave up waiting'],
		[{ status: 409 }, 'The service knows this order reference already'],
		[{ status: 422 }, 'The service refused the request'],
		[{ status: 500 }, 'The service failed while it handled the request'],
		[{ status: 599 }, 'The service failed while it handled the request'],
		[{ status: 600 }, 'The connection was lost before an answer arrived'],
	])('says what happened for %j', (reply, says) => {
		expect(decideOutcome(reply).says).toBe(says);
	});

	it('is in good words and without a full stop', () => {
		const replies: Reply[] = [
			...Array.from({ length: 500 }, (_, index) => ({ status: 100 + index })),
			{ status: 200, body: {} },
			...['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'ETIMEDOUT', 'ECONNRESET'].map((code) => ({ code })),
		];
		for (const { says } of replies.map(decideOutcome)) {
			expectGoodWording(says);
			expect(says).toMatch(/^[A-Z].*[^.]$/);
		}
	});
});

describe('sending an item once more', () => {
	const safe = (effect: (typeof effects)[number]) =>
		outcomes.filter((outcome) => isSafeToRetry(outcome, effect));

	it('is safe for a payout only when it was definitely not made', () => {
		expect(safe('payout')).toEqual(['rejected', 'notSent', 'invalid']);
	});

	it.each(cardEffects)('is also safe for an unknown request that moves no money (%s)', (effect) => {
		expect(safe(effect)).toEqual(['rejected', 'unknown', 'notSent', 'invalid']);
	});
});
