import { outcomeOfStatus } from '../../../../nodes/CardBankPayments/executor/proof/statuses';
import { expectGoodWording } from '../../support/wording';

const REFUSES_ITEM = [
	...[400, 410, 411, 412, 413, 414, 415, 417],
	...[421, 422, 423, 426, 428, 431, 451],
];
const REFUSALS = [...REFUSES_ITEM, 401, 402, 403, 404, 405, 407, 425, 429];
const without = [...REFUSALS, 301, 307, 308, 409];
const all = [...Array(1000).keys()].filter((status) => status < 200 || status > 299);
const others = all.filter((status) => !without.includes(status));
const isIn = (hundred: number) => (status: number) => Math.floor(status / 100) === hundred;
const isElse = (status: number) => !isIn(3)(status) && !isIn(5)(status);

const refused = 'The service refused the request';
const elsewhere = 'The service pointed to another address, which is never followed';

it.each([
	['rejected', 'item', refused, REFUSES_ITEM],
	['rejected', 'account', 'The access token has expired, or the service does not accept it', [401]],
	['rejected', 'account', refused, [402, 403]],
	// The proxy of n8n.
	['rejected', 'settings', refused, [407]],
	// Nothing is at this address.
	['rejected', 'settings', refused, [404, 405]],
	['rejected', 'service', refused, [425, 429]],
	['rejected', 'settings', elsewhere, [301, 307, 308]],
	['unknown', 'service', elsewhere, others.filter(isIn(3))],
	['alreadySent', 'reference', 'The service knows this order reference already', [409]],
	['unknown', 'service', 'The service failed while it handled the request', others.filter(isIn(5))],
	[
		...(['unknown', 'service'] as const),
		'status that does not say whether it did what was asked',
		others.filter(isElse),
	],
	// Nothing can have left; the last one speaks no TLS at all.
	[
		...(['rejected', 'service', 'The service could not be reached'] as const),
		['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'],
	],
	[
		...(['rejected', 'service', 'The certificate of the service is not trusted'] as const),
		[
			...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
			...['ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN'],
			...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
			...['CERT_REVOKED', 'CERT_UNTRUSTED', 'CERT_SIGNATURE_FAILURE', 'CRL_HAS_EXPIRED'],
			...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_CRL', 'ERROR_IN_CERT_NOT_AFTER_FIELD'],
			...['INVALID_PURPOSE', 'INVALID_CA', 'PATH_LENGTH_EXCEEDED'],
		],
	],
	[
		...(['unknown', 'service', 'No complete response arrived in time'] as const),
		['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT'],
	],
	[
		...(['unknown', 'service', 'The connection was lost before a response arrived'] as const),
		['ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'CERT', 'toString', '', undefined],
	],
])('is %s, a matter of the %s: %s', (outcome, cause, words, responses) => {
	for (const one of responses) {
		const response = typeof one === 'number' ? { status: one } : { code: one };
		const { says, ...verdict } = outcomeOfStatus(response);
		expect({ ...verdict, ...response }).toEqual({ outcome, cause, ...response });
		expect(says).toContain(words);
		expectGoodWording(says);
	}
});

it.each(['connect', 'getaddrinfo'])(
	'nothing has left where %s failed, whatever its code',
	(syscall) => {
		for (const code of ['ENETUNREACH', 'EHOSTUNREACH', 'ETIMEDOUT', 'EACCES']) {
			expect(outcomeOfStatus({ code, syscall }).outcome).toBe('rejected');
			expect(outcomeOfStatus({ code, syscall: 'read' }).outcome).toBe('unknown');
		}
	},
);

describe('the balance', () => {
	it.each([
		['account', 'Insufficient balance: available balance is 10.00 TZS'],
		['account', 'No balance account is linked to this merchant yet'],
		['account', ['Amount is fine', 'insufficient balance']],
		['item', 'No balance'],
		['item', 'Insufficient balances'],
		['item', 'Balanced insufficiently'],
	])('is a matter of the %s where the service says %j', (cause, message) => {
		for (const status of [400, 404, 422]) {
			const { says, ...verdict } = outcomeOfStatus({ status, body: { message } });
			expect(verdict).toEqual({ outcome: 'rejected', cause });
			expect(says).toBe(refused);
		}
	});

	it('changes nothing of what another status says', () => {
		const of = (status: number) =>
			outcomeOfStatus({ status, body: { message: 'Insufficient balance' } });
		expect([409, 407, 429, 500].map((status) => of(status).cause)).toEqual([
			...['reference', 'settings', 'service', 'service'],
		]);
	});
});

const ofChecksum = /^In the credential, set Checksum and Checksum Secret as they are/;
const inDashboard = / In the dashboard, allow /;

it.each([
	['The checksum of the payload is wrong', ofChecksum],
	['Invalid Checksum', ofChecksum],
	['Application has no access to PAYOUT API feature. Enable it on your application.', inDashboard],
	[
		'Application has no access to COLLECTION API feature. Enable it on your application.',
		inDashboard,
	],
	['Valid Client ID is required', inDashboard],
	['Account has no payment collection methods', inDashboard],
	['Account has no valid payment method', inDashboard],
])('is a matter of the account where the service says %j: %s', (message, advice) => {
	for (const status of [400, 404]) {
		const { cause, nextStep } = outcomeOfStatus({ status, body: { message } });
		expect([cause, nextStep]).toEqual(['account', expect.stringMatching(advice)]);
	}
});

it.each<[string, number, unknown]>([
	['item', 404, { message: 'The bank is not known' }],
	['item', 400, { message: 'The beneficiary account has no name' }],
	['item', 404, { message: 'Account not found or name lookup unavailable' }],
	['settings', 404, { message: 'Cannot POST /payouts/create-bank-payout', error: 'Not Found' }],
	['settings', 404, { message: 'There is nothing at /payouts' }],
	['settings', 404, { error: 'Not Found', path: '/payouts/create-bank-payout' }],
	['settings', 404, { message: 'Route POST:/payouts not found' }],
	['settings', 404, {}],
	['item', 404, { message: 'See https://docs.example.com/errors: no such bank' }],
	['settings', 404, '<title>404 page not found</title>'],
	['settings', 404, undefined],
	['settings', 405, { message: 'Method not allowed' }],
])('is a matter of the %s: %i %j', (cause, status, body) => {
	expect(outcomeOfStatus({ status, body })).toMatchObject({ outcome: 'rejected', cause });
});
