import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { CredentialTestResult } from '../../../workbench/instance/api';
import { useFixture } from '../../../workbench/instance/fixture';
import { credentialType } from '../../../workbench/instance/paths';
import { freePort } from '../../../workbench/servers/ports';

const pasted = (accessToken: string) => ({ authentication: 'accessToken', accessToken });

describe('the credential test of a real n8n', () => {
	const fixture = useFixture();
	beforeEach(async () => await fixture.control.reset());

	async function test(changes: object): Promise<CredentialTestResult> {
		return await fixture.api.testCredential(await fixture.createCredential(changes));
	}

	it('succeeds with a client ID and an API key', async () => {
		assert.deepEqual(await test({}), { status: 'OK', message: 'Connection successful!' });
		assert.equal((await fixture.control.ledger()).tokensIssued, 1);
	});

	it('succeeds with no more than the required values, as a script may store them', async () => {
		const { baseUrl } = fixture.sandbox;
		for (const data of [
			{
				baseUrl,
				clientId: 'sandbox-client',
				apiKey: 'sandbox-key',
				authentication: 'generateToken',
			},
			{ baseUrl, ...pasted('sandbox-access-token') },
		]) {
			const credential = await fixture.api.createCredential('Minimal', credentialType, data);
			assert.equal((await fixture.api.testCredential(credential)).status, 'OK');
		}
	});

	it('succeeds with a pasted token, with and without the word Bearer', async () => {
		for (const token of ['sandbox-access-token', 'Bearer sandbox-access-token']) {
			assert.equal((await test(pasted(token))).status, 'OK', token);
		}
	});

	it('succeeds when the base URL ends in a slash', async () => {
		assert.equal((await test({ baseUrl: `${fixture.sandbox.baseUrl}/` })).status, 'OK');
	});

	it('moves no money and makes no payment link', async () => {
		await test({});
		const { payouts, cardPayments } = await fixture.control.ledger();
		assert.deepEqual([payouts, cardPayments], [[], []]);
	});

	it('says that the API key is refused, and does not repeat the key', async () => {
		const { status, message } = await test({ apiKey: 'wrong-secret-key' });
		assert.equal(status, 'Error');
		assert.match(message, /refused|not accept|unauthori[sz]ed|401/i);
		assert.doesNotMatch(message, /wrong-secret-key/);
	});

	it('says that a pasted token is refused', async () => {
		const { status, message } = await test(pasted('long-expired'));
		assert.equal(status, 'Error');
		assert.match(message, /token|authori[sz]|401/i);
		assert.doesNotMatch(message, /long-expired/);
	});

	it('says that the host cannot be reached', async () => {
		const baseUrl = `http://127.0.0.1:${await freePort()}/third-parties`;
		for (const changes of [{ baseUrl }, { baseUrl, ...pasted('sandbox-access-token') }]) {
			const { status, message } = await test(changes);
			assert.equal(status, 'Error');
			assert.match(message, /reach|refused|connect/i);
		}
	});

	it('says that the token path is wrong', async () => {
		const { status, message } = await test({ tokenPath: '/no-such-path' });
		assert.equal(status, 'Error');
		assert.match(message, /token/i);
		assert.match(message, /404|Token Path/i);
	});

	it('hints at third-parties when the base URL does not end in it', async () => {
		for (const changes of [{}, pasted('sandbox-access-token')]) {
			const { status, message } = await test({ baseUrl: fixture.sandbox.url, ...changes });
			assert.equal(status, 'Error');
			assert.match(message, /third-parties/);
		}
	});

	it('sends nothing over plain http to another machine', async () => {
		const { status, message } = await test({
			baseUrl: 'http://payments.example.com/third-parties',
		});
		assert.equal(status, 'Error');
		assert.match(message, /https:\/\//);
	});
});
