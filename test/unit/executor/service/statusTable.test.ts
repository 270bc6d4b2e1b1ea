import fc from 'fast-check';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/service/reply';
import {
	isSuccess,
	outcomeOfStatus,
} from '../../../../nodes/CardBankPayments/executor/service/statusTable';
import { expectGoodWording } from '../../support/wording';

const outcomeOf = (reply: Reply) => outcomeOfStatus(reply).outcome;

/** What the statuses from 100 to 599 say that are no success; those that are not here say nothing. */
const PROVEN: Record<string, number[]> = {
	rejected: [
		...[301, 307, 308],
		...[400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 417],
		...[421, 422, 423, 425, 426, 428, 429, 431, 451],
	],
	alreadySent: [409],
};
const statuses = Array.from({ length: 500 }, (_, index) => 100 + index);
const failures = statuses.filter((status) => !isSuccess({ status }));

describe('the outcome of a status', () => {
	it('is a success from 200 to 299 only', () => {
		expect(statuses.filter((status) => isSuccess({ status }))).toEqual(
			Array.from({ length: 100 }, (_, index) => 200 + index),
		);
		expect(isSuccess({ code: 'ECONNRESET' })).toBe(false);
	});

	it.each(['rejected', 'alreadySent'])('is %s for exactly these', (outcome) => {
		expect(failures.filter((status) => outcomeOf({ status }) === outcome)).toEqual(PROVEN[outcome]);
	});

	it('is unknown for every other one', () => {
		const proven = Object.values(PROVEN).flat();
		const others = failures.filter((status) => !proven.includes(status));
		expect(new Set(others.map((status) => outcomeOf({ status })))).toEqual(new Set(['unknown']));
	});

	it('is the same whatever the body says, and unknown for a status that does not exist', () => {
		fc.assert(
			fc.property(fc.constantFrom(...failures), fc.jsonValue(), (status, body) => {
				expect(outcomeOf({ status, body })).toBe(outcomeOf({ status }));
			}),
		);
		fc.assert(
			fc.property(fc.integer({ min: 600, max: 9999 }), (status) => {
				expect(outcomeOf({ status })).toBe('unknown');
			}),
		);
	});
});

describe('the outcome of a broken connection', () => {
	const unreachable = { outcome: 'rejected', says: 'The service could not be reached' };
	const untrusted = {
		outcome: 'rejected',
		says: 'The certificate of the service is not trusted',
	};
	const late = { outcome: 'unknown', says: 'No complete response arrived in time' };
	const lost = {
		outcome: 'unknown',
		says: 'The connection was lost before a response arrived',
	};

	it.each([
		// Nothing can have left.
		...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].map((code) => [code, unreachable] as const),
		// The request was not sent yet.
		...[
			...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
			...['ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN'],
			...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
		].map((code) => [code, untrusted] as const),
		...['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT'].map((code) => [code, late] as const),
		...[
			...['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'EHOSTUNREACH', 'UND_ERR_SOCKET', ''],
			undefined,
		].map((code) => [code, lost] as const),
	])('is for %p: %j', (code, outcome) => {
		expect(outcomeOfStatus({ code })).toEqual(outcome);
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
	const answered = 'The service answered with a status that';

	it.each([
		[{ status: 301 }, 'The service pointed to another address, which is never followed'],
		[{ status: 302 }, 'The service pointed to another address, which is never followed'],
		[{ status: 400 }, 'The service refused the request'],
		[{ status: 422 }, 'The service refused the request'],
		[{ status: 408 }, 'The service gave up waiting'],
		[{ status: 409 }, 'The service knows this order reference already'],
		[{ status: 499 }, `${answered} does not say whether it did what was asked`],
		[{ status: 500 }, 'The service failed while it handled the request'],
		[{ status: 599 }, 'The service failed while it handled the request'],
		[{ status: 100 }, 'The service answered with an unknown status'],
		[{ status: 600 }, 'The service answered with an unknown status'],
	])('says what happened for %j', (reply, says) => {
		expect(outcomeOfStatus(reply).says).toBe(says);
	});

	it('is in good words and without a full stop', () => {
		const replies: Reply[] = [
			...failures.map((status) => ({ status })),
			...['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'ETIMEDOUT', 'ECONNRESET'].map((code) => ({ code })),
		];
		for (const { says } of replies.map(outcomeOfStatus)) {
			expectGoodWording(says);
			expect(says).toMatch(/^[A-Z].*[^.]$/);
		}
	});
});
