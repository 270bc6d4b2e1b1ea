import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { Stranger } from '../../../workbench/servers/stranger';

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
});
