import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openNode, openWorkflow } from '../../../workbench/editor/browser';
import { useEditor } from '../../../workbench/editor/editor';
import { dragFromInput } from '../../../workbench/editor/nodeView';
import { linkTo, nodeNames, paymentWorkflow } from '../../../workbench/workflows/workflows';

const mail = {
	name: 'Mail',
	type: 'n8n-nodes-base.emailSend',
	typeVersion: 2.1,
	position: [880, 0],
	parameters: { emailFormat: 'text' },
};

describe('before anything was paid, a builder', () => {
	const editor = useEditor();

	it('sees what a payout will give back, and maps its fee and its status', async () => {
		const { page, fixture } = editor;
		const payout = { parameters: { resource: 'payout', operation: 'createBankPayout' } };
		const credential = await fixture.createCredential();
		const { nodes, connections, ...rest } = paymentWorkflow('Planned', [{}], payout, credential);
		const { id } = await fixture.api.createWorkflow({
			...rest,
			nodes: [...nodes, mail],
			connections: { ...connections, [nodeNames.payments]: linkTo(mail.name) },
		});
		await openWorkflow(page, id);
		await openNode(page, mail.name);
		await dragFromInput(page, 'status', 'subject');
		await dragFromInput(page, 'fee', 'text');
		assert.deepEqual(await fixture.api.listExecutions(id), []);
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	});
});
