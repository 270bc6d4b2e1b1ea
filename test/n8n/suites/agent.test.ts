import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { nodeType } from '../../../workbench/install/paths';
import type { StoredCredential, WorkflowDefinition } from '../../../workbench/workflows/definition';
import { useFixture, forSuite } from '../forSuite';
import { startChatModel, type ToolCall } from '../../../workbench/servers/chatModel';
import {
	chain,
	connectionTo,
	nodeNames,
	nodeOf,
	paymentWorkflow,
	rawJson,
	samplePayouts,
	selected,
	workflowOf,
} from '../../../workbench/workflows/workflows';

const invoices = samplePayouts(3, 'INVOICE');

/**
 * The value of a field that the agent fills in, as the editor writes it when one lets the model
 * define a parameter.
 */
function fromAgent(name: string, type: 'string' | 'number' = 'string'): string {
	return `={{ $fromAI('${name}', '', '${type}') }}`;
}

/** A payout of which the agent may only choose the amount; the rest comes from the workflow. */
const payout = {
	resource: 'payout',
	operation: 'createBankPayout',
	amount: fromAgent('amount', 'number'),
	currency: 'TZS',
	orderReference: "={{ $('Invoice').first().json.orderReference }}",
	accountNumber: "={{ $('Invoice').first().json.accountNumber }}",
	accountName: "={{ $('Invoice').first().json.accountName }}",
	bic: { __rl: true, mode: 'bic', value: 'CORUTZTZ' },
	transferType: 'ACH',
};
const limits = { maximumAmount: 5000, maximumPerDay: 50_000 };
const fixedBeneficiary = { agentPayouts: 'fixedBeneficiary', ...limits };
const named = ['orderReference', 'accountNumber', 'accountName'];
const filledIn = Object.fromEntries(named.map((name) => [name, fromAgent(name)]));
const anyBeneficiary = { agentPayouts: 'anyBeneficiary', ...limits };

/**
 * A workflow in which an AI agent has the node under test as its only tool, under the name of the
 * node under test. It is given one invoice at a time: Loop Over Items, then an Edit Fields node named
 * Invoice, then the agent, as docs/ai-agents.md advises.
 *
 * @param parameters of the node under test
 * @param invoices the items that the agent is given
 */
function agentWorkflow(
	parameters: Record<string, unknown>,
	invoices: object[],
	{ model, payments }: Record<'model' | 'payments', StoredCredential>,
): WorkflowDefinition {
	const tool = { type: `${nodeType}Tool`, parameters };
	const nodes = [
		...paymentWorkflow('', invoices, tool, payments).nodes,
		nodeOf('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 1, options: {} }),
		nodeOf('Invoice', 'n8n-nodes-base.set', 3.4, rawJson('={{ $json }}')),
		nodeOf('Agent', '@n8n/n8n-nodes-langchain.agent', 3.1, {
			promptType: 'define',
			text: 'Pay the invoice.',
			options: { maxIterations: 500 },
		}),
		{
			...nodeOf('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
				model: { __rl: true, mode: 'id', value: 'scripted' },
				options: {},
			}),
			credentials: selected(model),
		},
	];
	return workflowOf('Agent', nodes, {
		...chain([nodeNames.trigger, 'List', 'Items', 'Loop']),
		// Its first output is for when all is done.
		Loop: { main: [[], [{ node: 'Invoice', type: 'main', index: 0 }]] },
		...chain(['Invoice', 'Agent', 'Loop']),
		Model: connectionTo('Agent', 'ai_languageModel'),
		[nodeNames.payments]: connectionTo('Agent', 'ai_tool'),
	});
}

// What an agent is refused besides: test/unit/executor/check/agentRules.test.ts. Here stands what n8n itself hands over.
describe('an AI agent that has the node as a tool, in a real n8n', () => {
	const fixture = useFixture();
	const model = forSuite(startChatModel);
	let credentials: Record<'model' | 'payments', StoredCredential>;
	before(async () => {
		const scripted = { apiKey: 'scripted', url: model.url };
		credentials = {
			model: await fixture.api.createCredential('Scripted model', 'openAiApi', scripted),
			payments: await fixture.createCredential(),
		};
	});
	beforeEach(async () => await fixture.control.reset({ uniqueOrderReferences: false }));

	/** Lets the agent call the tool, turn by turn; it answers where a turn has no call. */
	async function runAgent(parameters: object, given: object[], ...turns: object[][]) {
		const callsOf = (turn: object[]) => turn.map((each): ToolCall => [nodeNames.payments, each]);
		model.follow(...turns.map((turn) => (turn.length === 0 ? () => 'Paid.' : callsOf(turn))));
		const workflow = agentWorkflow({ ...payout, ...parameters }, given, credentials);
		const { id } = await fixture.api.createWorkflow(workflow);
		const { status, data } = await fixture.api.execute(id, nodeNames.trigger);
		assert.equal(status, 'success', data.resultData.error?.message);
	}

	async function assertEachPaidOnce(): Promise<void> {
		const { payouts } = await fixture.control.ledger();
		const paid = payouts.map(({ orderReference, order, beneficiary }) =>
			[orderReference, Number(order.amount), beneficiary.accountNumber].join(' '),
		);
		const owed = invoices.map((each) =>
			[each.orderReference, each.amount, each.accountNumber].join(' '),
		);
		assert.deepEqual(paid.sort(), owed);
	}

	it('pays the beneficiary of each invoice once, although it calls the tool twice', async () => {
		const turns = invoices.flatMap(({ amount }) => [[{ amount }, { amount }], []]);
		await runAgent({ options: fixedBeneficiary }, invoices, ...turns);
		assert.deepEqual(model.tools(), { [nodeNames.payments]: ['amount'] });
		await assertEachPaidOnce();
	});

	it('pays three beneficiaries that it names in one turn, and reads that it did when it repeats one', async () => {
		await runAgent({ ...filledIn, options: anyBeneficiary }, [{}], invoices, [invoices[0]!]);
		await assertEachPaidOnce();
		const { payouts } = await fixture.control.ledger();
		const first = payouts.find(({ orderReference }) => orderReference === 'INVOICE-001');
		const [made, , , repeated] = model.toolAnswers();
		assert.ok(made?.includes(first!.id) && repeated?.includes(first!.id));
		assert.match(repeated ?? '', /"outcome":"alreadySent"/);
	});

	it('is refused what the builder has not allowed, since n8n runs the node as a tool', async () => {
		await runAgent({}, [{}], [{ amount: 1500 }]);
		assert.match(model.toolAnswers()[0] ?? '', /may not make payouts/);
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	});
});
