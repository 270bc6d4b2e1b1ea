import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/instance/api';
import { useFixture } from '../../../workbench/instance/fixture';
import {
	startChatModel,
	type ToolArguments,
	type Turn,
} from '../../../workbench/servers/chatModel';
import { forSuite } from '../../../workbench/servers/forSuite';
import { agentWorkflow, fromAgent } from '../../../workbench/workflows/agentWorkflow';
import { nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';

const invoices = samplePayouts(3, 'INVOICE') as [ToolArguments, ToolArguments, ToolArguments];

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
const fixed = { ...payout, options: { agentPayouts: 'fixedBeneficiary', maximumAmount: 5000 } };
const anyBeneficiary = { agentPayouts: 'anyBeneficiary', maximumAmount: 5000 };

// What an agent is refused besides: test/unit/executor/check/agentRules.test.ts. Here stands what n8n itself hands over.
describe('an AI agent that has the node as a tool, in a real n8n', () => {
	const fixture = useFixture();
	const model = forSuite(startChatModel);
	let credentials: { model: StoredCredential; payments: StoredCredential };
	before(async () => {
		const scripted = { apiKey: 'scripted', url: model.url };
		credentials = {
			model: await fixture.api.createCredential('Scripted model', 'openAiApi', scripted),
			payments: await fixture.createCredential(),
		};
	});
	beforeEach(async () => await fixture.control.reset({ uniqueOrderReferences: false }));

	/** Lets the agent call the tool, turn by turn, for one invoice after the other. */
	async function runAgent(
		parameters: Record<string, unknown>,
		given: object[],
		...turns: Turn[]
	): Promise<void> {
		model.follow(...turns);
		const workflow = agentWorkflow(parameters, given, credentials);
		const { id } = await fixture.api.createWorkflow(workflow);
		const { status, data } = await fixture.api.execute(id, nodeNames.trigger);
		assert.equal(status, 'success', data.resultData.error?.message);
	}

	async function assertEachPayeePaidOnce(): Promise<void> {
		const { payouts } = await fixture.control.ledger();
		const paid = payouts.map(({ orderReference, order, beneficiary }) => {
			const { accountNumber, accountName } = beneficiary;
			return [orderReference, Number(order.amount), accountNumber, accountName];
		});
		const owed = invoices.map(({ orderReference, amount, accountNumber, accountName }) => {
			return [orderReference, amount, accountNumber, accountName];
		});
		assert.deepEqual(paid.sort(), owed);
	}

	it('pays the beneficiary of each invoice once, although it calls the tool twice', async () => {
		const turns = invoices.flatMap(({ amount }): Turn[] => [
			[{ amount }, { amount }],
			() => 'Paid.',
		]);
		await runAgent(fixed, invoices, ...turns);
		assert.deepEqual(model.toolParameters(), ['amount']);
		await assertEachPayeePaidOnce();
	});

	it('pays three beneficiaries that it names in one turn, and reads that it did when it repeats one', async () => {
		const named = ['orderReference', 'accountNumber', 'accountName'];
		const filledIn = Object.fromEntries(named.map((name) => [name, fromAgent(name)]));
		const parameters = { ...payout, ...filledIn, options: anyBeneficiary };
		await runAgent(parameters, [{}], invoices, [invoices[0]]);
		await assertEachPayeePaidOnce();
		const { payouts } = await fixture.control.ledger();
		const first = payouts.find(({ orderReference }) => orderReference === 'INVOICE-001');
		const [made, , , repeated] = model.toolAnswers();
		assert.ok(made?.includes(first!.id) && repeated?.includes(first!.id));
		assert.match(repeated ?? '', /"outcome":"alreadySent"/);
	});

	it('is refused what the builder has not allowed, however it hands it over', async () => {
		const slippedIn = { ...payout, orderReference: '={{ $json.orderReference }}' };
		for (const [parameters, told] of [
			[payout, /may not make payouts/],
			[{ ...fixed, accountNumber: fromAgent('accountNumber') }, /must be one of/],
			[{ ...slippedIn, options: anyBeneficiary }, /\$fromAI\('orderReference'\)/],
		] as const) {
			const call = { amount: 1500, orderReference: 'AGENT-1', accountNumber: '0152000099' };
			await runAgent(parameters, [invoices[0]], [call]);
			assert.match(model.toolAnswers()[0] ?? '', told);
		}
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	});
});
