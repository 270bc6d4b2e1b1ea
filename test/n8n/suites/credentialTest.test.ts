import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { credentialType } from '../../../workbench/instance/paths';

/** What a builder reads of it: test/n8n/editor/credential.ts. */
describe('the credential test of a real n8n', () => {
	const fixture = useFixture();
	beforeEach(async () => await fixture.control.reset());

	it('asks for one token, moves no money and makes no payment link', async () => {
		const result = await fixture.api.testCredential(await fixture.createCredential());
		assert.deepEqual(result, { status: 'OK', message: 'Connection successful!' });
		const { tokensIssued, payouts, cardPayments } = await fixture.control.ledger();
		assert.deepEqual([tokensIssued, payouts, cardPayments], [1, [], []]);
	});

	it('succeeds with no more than the required values, as a script may store them', async () => {
		const { baseUrl } = fixture.sandbox;
		const keys = { clientId: 'sandbox-client', apiKey: 'sandbox-key' };
		for (const data of [
			{ baseUrl, authentication: 'generateToken', ...keys },
			{ baseUrl, authentication: 'accessToken', accessToken: 'sandbox-access-token' },
		]) {
			const credential = await fixture.api.createCredential('Minimal', credentialType, data);
			assert.equal((await fixture.api.testCredential(credential)).status, 'OK');
		}
	});
});
