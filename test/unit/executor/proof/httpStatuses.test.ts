import { outcomeOfStatus } from '../../../../nodes/CardBankPayments/executor/proof/httpStatuses';
import { access } from '../../../../nodes/CardBankPayments/sentences/access';
import { nextSteps } from '../../../../nodes/CardBankPayments/sentences/nextSteps';
import { responses } from '../../../../nodes/CardBankPayments/sentences/responses';

const REFUSES_ITEM = [400, 413, 415, 422];
const REFUSALS = [...REFUSES_ITEM, 401, 403, 404, 405, 407, 429];
const without = [...REFUSALS, 301, 307, 308, 409];
const all = [...Array(1000).keys()].filter((status) => status < 200 || status > 299);
const others = all.filter((status) => !without.includes(status));
const isBelow500 = (status: number) => status < 500;
const isFrom500 = (status: number) => status >= 500;

const { refused, elsewhere } = responses;

it.each([
	['rejected', 'item', refused, REFUSES_ITEM],
	['rejected', 'account', access.tokenRefused, [401]],
	['rejected', 'account', refused, [403]],
	// A proxy of n8n wants a password.
	['rejected', 'settings', refused, [407]],
	// Nothing is at this address.
	['rejected', 'settings', refused, [404, 405]],
	['rejected', 'service', refused, [429]],
	['rejected', 'settings', elsewhere, [301, 307, 308]],
	['alreadySent', 'reference', responses.usedReference, [409]],
	['unknown', 'service', responses.failed, others.filter(isFrom500)],
	[...(['unknown', 'service', responses.oddStatus] as const), others.filter(isBelow500)],
	// Nothing can have left; the last one speaks no TLS at all.
	[
		...(['rejected', 'service', responses.unreachable] as const),
		['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'],
	],
	[
		...(['rejected', 'service', responses.notTrusted] as const),
		[
			...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
			...['ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN'],
			...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
			...['CERT_REVOKED', 'CERT_UNTRUSTED', 'UNABLE_TO_GET_ISSUER_CERT'],
		],
	],
	[
		...(['unknown', 'service', responses.tooLate] as const),
		['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT'],
	],
	[
		...(['unknown', 'service', responses.lost] as const),
		['ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'toString', '', undefined],
	],
])('is %s, a matter of the %s: %s', (outcome, cause, words, responses) => {
	for (const one of responses) {
		const response = typeof one === 'number' ? { status: one } : { code: one };
		const verdict = { ...outcomeOfStatus(response), ...response };
		expect(verdict).toEqual({ outcome, cause, says: words, ...response });
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
		['item', 'The beneficiary account has no name'],
	])('is a matter of the %s where the service says %j', (cause, message) => {
		for (const status of cause === 'item' ? [400, 422] : [400, 404, 422]) {
			const verdict = outcomeOfStatus({ status, body: { message } });
			expect(verdict).toEqual({ outcome: 'rejected', cause, says: refused });
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

const ofChecksum = nextSteps.correctChecksum;
const inDashboard = access.nextSteps.checkAccess;

it.each([
	['Invalid Checksum', ofChecksum],
	['Application has no access to PAYOUT API feature. Enable it on your application.', inDashboard],
	['Valid Client ID is required', inDashboard],
	['Account has no payment collection methods', inDashboard],
	['Account has no valid payment method', inDashboard],
])('is a matter of the account where the service says %j: %s', (message, advice) => {
	for (const status of [400, 404]) {
		const { cause, nextStep } = outcomeOfStatus({ status, body: { message } });
		expect([cause, nextStep]).toEqual(['account', advice]);
	}
});
