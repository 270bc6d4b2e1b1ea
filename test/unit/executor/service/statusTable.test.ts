import { outcomeOfStatus } from '../../../../nodes/CardBankPayments/executor/service/statusTable';
import { expectGoodWording } from '../../support/wording';

const failures = [...Array(1000).keys()].filter((status) => status < 200 || status > 299);
const POINTED = 'The service pointed to another address, which is never followed';
const FAILED = 'The service failed while it handled the request';

it('takes for a refusal these statuses, and no other', () => {
	const ended = (outcome: string) =>
		failures.filter((status) => outcomeOfStatus({ status }).outcome === outcome);
	expect(ended('rejected')).toEqual([
		...[301, 307, 308],
		...[400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 417],
		...[421, 422, 423, 425, 426, 428, 429, 431, 451],
	]);
	expect(ended('alreadySent')).toEqual([409]);
	expect(ended('unknown')).toHaveLength(failures.length - 27);
});

it.each([
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
])('is %s: %s', (outcome, says, codes) => {
	for (const code of codes) expect(outcomeOfStatus({ code })).toEqual({ outcome, says });
});

it.each([
	[308, POINTED],
	[302, POINTED],
	[409, 'The service knows this order reference already'],
	[422, 'The service refused the request'],
	[500, FAILED],
	[599, FAILED],
	[408, 'The service answered with a status that does not say whether it did what was asked'],
])('says of %i what happened', (status, says) => {
	expect(outcomeOfStatus({ status }).says).toBe(says);
	expectGoodWording(says);
});
