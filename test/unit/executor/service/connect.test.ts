import type { Account } from '../../../../nodes/CardBankPayments/executor/service/account';
import { connect } from '../../../../nodes/CardBankPayments/executor/service/connect';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { contextOf } from '../../support/context';
import { meansOf } from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';

/** What the runs with a credential share their pace by, and their limit of a day. */
function paceKeyOf(id: string, data: Account['data']): string {
	const context = { ...contextOf({}), getExecutionCancelSignal: () => undefined };
	const account = { id, name: id, type: 'cardBankPaymentsApi', data };
	const withUrl = { ...account, data: { baseUrl: 'https://api.example.com', ...data } };
	return connect(context, createBankPayout, withUrl, meansOf(), new VirtualClock()).paceKey;
}

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
