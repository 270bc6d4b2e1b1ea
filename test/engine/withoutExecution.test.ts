import '../../workbench/engine/quiet';
import { ExecuteContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type INode,
	type INodeExecutionData,
	type IExecuteFunctions,
} from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node';
import { getPayout, goodItems, payoutParameters } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';
import {
	additionalData,
	NODE_NAME,
	workflowOf,
	type Scenario,
} from '../../workbench/engine/workflow';

const sandbox = useSandbox();

/** As n8n's own agents run a node: packages/cli, node-execution/ephemeral-node-executor. */
async function runAlone(scenario: Scenario): Promise<INodeExecutionData[]> {
	const workflow = workflowOf({ ...scenario, workflowId: null });
	const node = { ...workflow.getNode(NODE_NAME), onError: undefined } as INode;
	const items = scenario.items.map((json) => ({ json }));
	const context = new ExecuteContext(
		workflow,
		node,
		{ ...additionalData(workflow, scenario), executionId: undefined },
		'internal',
		createEmptyRunExecutionData(),
		0,
		items,
		{ main: [items] },
		{ node, data: { main: [items] }, source: null },
		[],
	);
	const [output] = await new CardBankPayments().execute.call(context as IExecuteFunctions);
	return output ?? [];
}

it('refuses a payout on purpose where nothing could remember it', async () => {
	const options = { agentPayouts: 'anyBeneficiary', maximumAmount: 500 };
	for (const asTool of [true, false]) {
		const scenario = sandbox.payouts(1, { parameters: payoutParameters(options), asTool });
		await expect(runAlone(scenario)).rejects.toThrow(
			/needs an execution of a workflow.* Nothing was sent\.$/,
		);
	}
	expect(await sandbox.requests()).toEqual([]);
});

it('answers a question', async () => {
	const items = goodItems(getPayout, 1);
	await sandbox.know(getPayout, items);
	const [item] = await runAlone(sandbox.scenario(getPayout, items, { asTool: true }));
	expect(item?.json).toMatchObject({ orderReference: 'INV-0' });
});
