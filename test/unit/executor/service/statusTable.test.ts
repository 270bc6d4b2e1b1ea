import fc from 'fast-check';
import { isSuccess } from '../../../../nodes/CardBankPayments/executor/service/reply';
import { outcomeOfStatus } from '../../../../nodes/CardBankPayments/executor/service/statusTable';
import { expectGoodWording } from '../../support/wording';

const statuses = Array.from({ length: 500 }, (_, index) => 100 + index);
const failures = statuses.filter((status) => !isSuccess({ status }));
const pointed = 'The service pointed to another address, which is never followed';

const silent = 'The service answered with a status that does not say whether it did what was asked';

/** All that proves anything; every other status, and every other code, says nothing. */
const REFUSED = [
	...[400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 417],
	...[421, 422, 423, 425, 426, 428, 429, 431, 451],
];
const proven: Record<number, [outcome: string, says: string]> = {
	...Object.fromEntries([301, 307, 308].map((status) => [status, ['rejected', pointed]])),
	...Object.fromEntries(
		REFUSED.map((status) => [status, ['rejected', 'The service refused the request']]),
	),
	409: ['alreadySent', 'The service knows this order reference already'],
};

it('is a success from 200 to 299 only', () => {
	expect(statuses.filter((status) => isSuccess({ status }))).toEqual(
		Array.from({ length: 100 }, (_, index) => 200 + index),
	);
	expect(isSuccess({ code: 'ECONNRESET' })).toBe(false);
});

it('proves something by exactly these statuses', () => {
	const said = failures.map((status) => ({ status, ...outcomeOfStatus({ status }) }));
	expect(said.filter(({ outcome }) => outcome !== 'unknown')).toEqual(
		Object.entries(proven).map(([status, [outcome, says]]) => ({
			status: Number(status),
			outcome,
			says,
		})),
	);
});

it.each([
	[302, pointed],
	[399, pointed],
	...[100, 406, 408, 416, 424, 499, 600].map((status): [number, string] => [status, silent]),
	[500, 'The service failed while it handled the request'],
	[599, 'The service failed while it handled the request'],
])('says of %i what happened', (status, says) => {
	expect(outcomeOfStatus({ status })).toEqual({ outcome: 'unknown', says });
});

it.each([
	// Nothing can have left.
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].map((code) => [
		code,
		['rejected', 'The service could not be reached'],
	]),
	// The request was not sent yet.
	...[
		...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
		...['ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN'],
		...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
	].map((code) => [code, ['rejected', 'The certificate of the service is not trusted']]),
	...['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT'].map((code) => [
		code,
		['unknown', 'No complete response arrived in time'],
	]),
	...['ECONNRESET', 'EPIPE', 'EHOSTUNREACH', '', undefined].map((code) => [
		code,
		['unknown', 'The connection was lost before a response arrived'],
	]),
] as Array<[string | undefined, [string, string]]>)(
	'says of a connection that ended with %p: %j',
	(code, [outcome, says]) => expect(outcomeOfStatus({ code })).toEqual({ outcome, says }),
);

it('is unknown for whatever else may come', () => {
	const named = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|.*CERT.*|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;
	fc.assert(
		fc.property(fc.string(), fc.integer({ min: 600, max: 9999 }), (code, status) => {
			fc.pre(!named.test(code));
			expect(outcomeOfStatus({ code }).outcome).toBe('unknown');
			expect(outcomeOfStatus({ status }).outcome).toBe('unknown');
		}),
	);
});

it('says everything in good words', () => {
	const codes = ['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'ETIMEDOUT', 'ECONNRESET'];
	const replies = [...failures.map((status) => ({ status })), ...codes.map((code) => ({ code }))];
	for (const { says } of replies.map(outcomeOfStatus)) {
		expectGoodWording(says);
		expect(says).toMatch(/^[A-Z].*[^.]$/);
	}
});
