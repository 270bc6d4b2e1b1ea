import type { Account } from '../../../../nodes/CardBankPayments/executor/service/account';
import { connect } from '../../../../nodes/CardBankPayments/executor/service/connect';
import { getBalance } from '../../../../nodes/CardBankPayments/resources/account/getBalance';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { credential as sentences } from '../../../../nodes/CardBankPayments/sentences/credential';
import { contextOf } from '../../support/context';
import { payment } from '../../support/payments';
import { meansOf } from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';

const payoutPath = '/payouts/{orderReference}';

/** How the service answers, one request after the other, and then with 200. */
let statuses: number[] = [];
let headers: object = {};
const answer = async (body: unknown) =>
	await Promise.resolve({ statusCode: statuses.shift() ?? 200, headers, body });

function connected(id: string, data: Account['data'], cancelSignal?: AbortSignal) {
	const helpers = {
		httpRequest: async () => await answer({ token: 'Bearer abc' }),
		httpRequestWithAuthentication: async () => await answer([]),
	};
	const context = { ...contextOf({ helpers }), getExecutionCancelSignal: () => cancelSignal };
	const account = { id, name: id, type: 'cardBankPaymentsApi', data };
	const withUrl = { ...account, data: { baseUrl: 'https://api.example.com', ...data } };
	return connect(context, createBankPayout, withUrl, meansOf(), new VirtualClock());
}

/** What the runs with a credential share their pace by, and their limit of a day. */
const paceKeyOf = (id: string, data: Account['data']): string => connected(id, data).paceKey;

it('looks payouts up also where the execution was canceled', async () => {
	const data = { authentication: 'accessToken', accessToken: 'abc', payoutPath };
	const response = await connected('1', data, AbortSignal.abort()).lookUp?.(payment(0));
	expect(response).toMatchObject({ status: 200 });
});

it('a missing secret of the checksum is refused before the first payout leaves', () => {
	expect(() => connected('1', { checksum: 'hmacSha256Json' })).toThrow(sentences.noChecksumSecret);
});

it('reads once more where the token was refused', async () => {
	const data = { authentication: 'generateToken', tokenPath: '/t', clientId: 'c', apiKey: 'k' };
	const service = connected('1', { ...data, payoutPath });
	statuses = [200, 401];
	const { outcome } = await service.read(getBalance, {});
	expect([outcome, statuses]).toEqual(['accepted', []]);
	statuses = [401];
	expect(await service.lookUp?.(payment(0))).toMatchObject({ status: 200 });
});

it('reckons with the time of the service, once it has read something there', async () => {
	headers = { date: 'Fri, 20 Nov 2026 11:00:00 GMT' };
	const service = connected('1', { authentication: 'accessToken', accessToken: 'abc' });
	await service.read(getBalance);
	expect(new Date(service.wallTime()).toISOString()).toBe('2026-11-20T11:00:00.000Z');
});

it('two credentials for one client share a pace', () => {
	const keys = { authentication: 'generateToken', clientId: 'client-1' };
	// Pasted with a blank behind it, it is still the same client.
	expect(paceKeyOf('1', keys)).toBe(paceKeyOf('2', { ...keys, clientId: 'client-1 ' }));
	expect(paceKeyOf('3', { ...keys, clientId: 'client-2' })).not.toBe(paceKeyOf('1', keys));
});

it('two credentials with a pasted token share none: nobody knows whose tokens they are', () => {
	const pasted = { authentication: 'accessToken', accessToken: 'token-of-1' };
	expect(paceKeyOf('1', pasted)).not.toBe(paceKeyOf('2', pasted));
});
