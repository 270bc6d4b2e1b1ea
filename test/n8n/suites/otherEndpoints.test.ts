import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/instance/api';
import { failureText, outputOf, type Execution } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { requestNode } from '../../../workbench/servers/otherRequests';
import { fromItem, nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';

describe("n8n's HTTP Request node with our credential, as the README shows it", () => {
	const fixture = useFixture();
	const [payout] = samplePayouts(1);
	const operation = 'createBankPayout';

	async function lookUp(
		credential: StoredCredential,
		orderReference: unknown,
		base = fixture.sandbox.baseUrl,
	): Promise<Execution> {
		const node = requestNode(`=${base}/payouts/{{ $json.orderReference }}`);
		const goingOn = { ...node, onError: 'continueErrorOutput' } as const;
		return await fixture.pay([{ orderReference }], goingOn, credential);
	}

	it('looks up a payout by its order reference, with a token that it fetches and renews', async () => {
		await fixture.control.reset();
		const credential = await fixture.createCredential();
		await fixture.pay([payout!], { parameters: fromItem.createBankPayout }, credential);
		for (const expectedTokens of [1, 2]) {
			const found = await lookUp(credential, payout!.orderReference);
			assert.equal(
				outputOf(found, nodeNames.payments)[0]?.json.orderReference,
				payout!.orderReference,
			);
			assert.equal((await fixture.control.ledger()).tokensIssued, expectedTokens);
			await fixture.control.expireTokens();
		}
		const [unknown] = outputOf(await lookUp(credential, 'NEVER-PAID'), nodeNames.payments, 1);
		// n8n 1 puts words in the place of the status.
		assert.match(JSON.stringify(unknown?.json), /404|could not be found/);
	});

	async function post(credential: StoredCredential, options: object = {}): Promise<Execution> {
		const url = `${fixture.sandbox.baseUrl}/payouts/create-bank-payout`;
		const jsonBody = '={{ JSON.stringify($json) }}';
		const body = { method: 'POST', sendBody: true, specifyBody: 'json', jsonBody };
		const node = requestNode(url, { timeout: 2_000, ...options }, body);
		return await fixture.pay([payout!], node, credential);
	}

	/** Begins with a token that is at hand, and with a service that would pay a repeat. */
	async function warm(): Promise<StoredCredential> {
		await fixture.control.reset({ uniqueOrderReferences: false });
		const credential = await fixture.createCredential();
		await fixture.api.testCredential(credential);
		return credential;
	}
	const sent = async () => {
		const { requests } = await fixture.control.ledger();
		return requests.filter((one) => one.operation === operation).map(({ status }) => status);
	};

	for (const [what, fault, told, paid] of [
		['refuses it', { kind: 'statusBefore', status: 400 }, /400/, 0],
		['fails after the money moved', { kind: 'statusAfter', status: 500 }, /500/, 1],
		['closes the connection then', { kind: 'dropAfter' }, /closed|reset|hang up|aborted/i, 1],
		['does not answer then', { kind: 'hangAfter' }, /timeout|aborted|closed/i, 1],
	] as const) {
		it(`sends a payout once where the service ${what}, and says so`, async () => {
			const credential = await warm();
			await fixture.control.addFault({ ...fault, operation, times: 9 });
			assert.match(failureText(await post(credential)), told);
			assert.equal((await sent()).length, 1);
			const ledger = await fixture.control.ledger();
			assert.equal(ledger.paid[String(payout!.orderReference)] ?? 0, paid);
		});
	}

	it('pays once with a token that has expired, and from the account that the credential names', async () => {
		const credential = await warm();
		await fixture.control.expireTokens();
		assert.equal((await post(credential)).status, 'success');
		assert.deepEqual(await sent(), [200]);
		const other = { clientId: 'client-2', apiKey: 'key-2' };
		await fixture.control.settings(other);
		await fixture.api.editCredential(credential, other);
		await post(credential);
		const { payouts } = await fixture.control.ledger();
		assert.deepEqual(
			payouts.map(({ clientId }) => clientId),
			['sandbox-client', other.clientId],
		);
	});

	it('sends each page once, with a token that has expired and a connection that breaks', async () => {
		const credential = await warm();
		await fixture.control.expireTokens();
		await fixture.control.addFault({ kind: 'dropAfter', operation, skip: 1 });
		const parameter = { type: 'body', name: 'orderReference', value: '=PAGE-{{ $pageCount }}' };
		const pagination = {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: { parameters: [parameter] },
			limitPagesFetched: true,
			maxRequests: 3,
		};
		const { status } = await post(credential, { pagination: { pagination } });
		const { paid } = await fixture.control.ledger();
		assert.deepEqual([status, paid], ['error', { 'PAGE-0': 1, 'PAGE-1': 1 }]);
	});

	it('asks no address outside of the Base URL', async () => {
		await fixture.control.reset();
		const elsewhere = fixture.sandbox.baseUrl.replace('127.0.0.1', 'localhost');
		const execution = await lookUp(await fixture.createCredential(), 'PAYOUT-001', elsewhere);
		const told = JSON.stringify(outputOf(execution, nodeNames.payments, 1));
		assert.match(told, /may only be used with addresses at/);
		// The token was fetched from where it belongs; both hosts are the same sandbox.
		const { requests } = await fixture.control.ledger();
		assert.deepEqual([...new Set(requests.map((one) => one.operation))], ['generateToken']);
	});
});
