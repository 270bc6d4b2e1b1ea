import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { Stranger } from '../../../workbench/servers/stranger';
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

	it('does not succeed with a wrong key, although the token of before still lives', async () => {
		const credential = await fixture.createCredential();
		await fixture.api.testCredential(credential);
		await fixture.api.editCredential(credential, { apiKey: 'a-wrong-key' });
		const { status, message } = await fixture.api.testCredential(credential);
		assert.equal(status, 'Error');
		assert.match(message, /Token refused: .*client ID or the API key \(HTTP 401\)/);
	});

	it('succeeds with a token that has expired, and sends none to a host that was entered anew', async () => {
		const credential = await fixture.createCredential();
		await fixture.api.testCredential(credential);
		await fixture.control.expireTokens();
		assert.equal((await fixture.api.testCredential(credential)).status, 'OK');
		const stranger = new Stranger();
		await stranger.start();
		const baseUrl = `http://127.0.0.1:${stranger.port}/third-parties`;
		await fixture.api.editCredential(credential, { baseUrl });
		await fixture.api.testCredential(credential);
		await stranger.stop();
		assert.ok(stranger.arrived.length > 0, 'nothing arrived');
		// The only tokens that the host reads are its own.
		const seen = stranger.arrived.join().matchAll(/Bearer ([^"]*)/g);
		assert.deepEqual([...new Set([...seen].map(([, token]) => token))], ['stranger']);
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
