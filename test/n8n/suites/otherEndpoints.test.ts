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
			const [item] = outputOf(found, nodeNames.payments);
			assert.equal(item?.json.orderReference, payout!.orderReference, failureTextOf(found));
			assert.equal(typeof item?.json.status, 'string');
			assert.equal((await fixture.control.ledger()).tokensIssued, expectedTokens);
			await fixture.control.expireTokens();
		}
	});

	it('says on the error output that nobody has paid a reference', async () => {
		const execution = await lookUp(await fixture.createCredential(), 'NEVER-PAID');
		assert.deepEqual(outputOf(execution, nodeNames.payments), []);
		const [item] = outputOf(execution, nodeNames.payments, 1);
		assert.match(JSON.stringify(item?.json), /404/);
	});

	it('asks no address outside of the Base URL', async () => {
		const credential = await fixture.createCredential();
		await fixture.control.reset();
		const elsewhere = fixture.sandbox.baseUrl.replace('127.0.0.1', 'localhost');
		const execution = await lookUp(credential, payout!.orderReference, elsewhere);
		const told = JSON.stringify(outputOf(execution, nodeNames.payments, 1));
		assert.match(told, /may only be used with addresses at/);
		// The token was fetched from where it belongs; both hosts are the same sandbox.
		const { requests } = await fixture.control.ledger();
		assert.deepEqual([...new Set(requests.map(({ operation }) => operation))], ['generateToken']);
	});
});

function failureTextOf(execution: Execution): string {
	return execution.status === 'success' ? 'another payout was found' : failureText(execution);
}
