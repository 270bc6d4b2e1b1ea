import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { payoutItems } from '../../../workbench/engine/operations';
import { useFixture } from '../forSuite';
import { requestNode } from '../../../workbench/workflows/requestNode';
import { allWith, outcomesByReference } from '../../../workbench/executions/outcomes';
import {
	fromItem,
	nodeNames,
	samplePayouts,
	withSubWorkflow,
} from '../../../workbench/workflows/workflows';
import { scenarioCounts, scenariosInN8n, serviceOfScenarios } from '../../scenarios/all';
import { playInN8n } from '../../scenarios/n8nDriver';
import { assertSentAndPaid } from '../../scenarios/payouts';

describe('payments in a real n8n', () => {
	const fixture = useFixture();
	const items = payoutItems(3);

	// Played, not only named: each is a test of its own.
	const played = playInN8n(scenariosInN8n, fixture, serviceOfScenarios);

	it('are all those scenarios that say so themselves', () => {
		assert.equal(played, scenarioCounts.inN8n);
	});

	it('are remembered by a sub-workflow that is written into the node which calls it', async () => {
		await fixture.control.reset({ uniqueOrderReferences: false });
		const caller = withSubWorkflow(items, await fixture.createCredential());
		const { id } = await fixture.api.createWorkflow(caller);
		const call = async () => await fixture.api.execute(id, nodeNames.trigger);
		assert.deepEqual(outcomesByReference(await call()), allWith('accepted', items));
		const { status, data } = await call();
		assert.deepEqual([status, data.resultData.lastNodeExecuted], ['error', nodeNames.payments]);
		await assertSentAndPaid(fixture.control, items);
	});

	it("are made from the items' account after n8n's HTTP Request node has used another", async () => {
		await fixture.control.reset();
		const byExpression = { clientId: '={{ $json.client }}', apiKey: '={{ $json.key }}' };
		const credential = await fixture.createCredential(byExpression);
		const list = requestNode(`${fixture.sandbox.baseUrl}/list/banks`);
		const mine = { client: 'sandbox-client', key: 'sandbox-key' };
		assert.equal((await fixture.pay([mine], list, credential)).status, 'success');
		await fixture.control.settings({ clientId: 'client-2', apiKey: 'key-2' });
		const other = { ...samplePayouts(1)[0], client: 'client-2', key: 'key-2' };
		await fixture.pay([other], { parameters: fromItem.createBankPayout }, credential);
		const { payouts, tokensIssued } = await fixture.control.ledger();
		assert.deepEqual([payouts.map(({ clientId }) => clientId), tokensIssued], [['client-2'], 2]);
		// n8n before 2.34 writes back what it has resolved.
		assert.equal((await fixture.api.shownData(credential)).clientId, byExpression.clientId);
	});
});
