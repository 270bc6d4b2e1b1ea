import { outcomeOfStatus } from '../../../../nodes/CardBankPayments/executor/proof/statuses';
import { expectGoodWording } from '../../support/wording';

const REFUSALS = [
	...[400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 417],
	...[421, 422, 423, 425, 426, 428, 429, 431, 451],
];
const without = [...REFUSALS, 301, 307, 308, 409];
const all = [...Array(1000).keys()].filter((status) => status < 200 || status > 299);
const others = all.filter((status) => !without.includes(status));
const isIn = (hundred: number) => (status: number) => Math.floor(status / 100) === hundred;
const isElse = (status: number) => !isIn(3)(status) && !isIn(5)(status);

const elsewhere = 'The service pointed to another address, which is never followed';

it.each([
	['rejected', 'The service refused the request', REFUSALS],
	['rejected', elsewhere, [301, 307, 308]],
	['unknown', elsewhere, others.filter(isIn(3))],
	['alreadySent', 'The service knows this order reference already', [409]],
	['unknown', 'The service failed while it handled the request', others.filter(isIn(5))],
	['unknown', 'status that does not say whether it did what was asked', others.filter(isElse)],
	// Nothing can have left.
	['rejected', 'The service could not be reached', ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']],
	[
		'rejected',
		'The certificate of the service is not trusted',
		[
			...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
			...['ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN'],
			...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
		],
	],
	[
		'unknown',
		'No complete response arrived in time',
		['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT'],
	],
	[
		'unknown',
		'The connection was lost before a response arrived',
		['ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'CERT', 'toString', '', undefined],
	],
])('is %s: %s', (outcome, words, responses) => {
	for (const one of responses) {
		const response = typeof one === 'number' ? { status: one } : { code: one };
		const { says, ...verdict } = outcomeOfStatus(response);
		expect({ ...verdict, ...response }).toEqual({ outcome, ...response });
		expect(says).toContain(words);
		expectGoodWording(says);
	}
});
