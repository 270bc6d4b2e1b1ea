import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import {
	agentLoopWorkflow,
	agentWorkflow,
	fromAgent,
} from '../../../workbench/workflows/agentWorkflow';
import type { StoredCredential } from '../../../workbench/instance/api';
import { startChatModel, type ToolArguments } from '../../../workbench/servers/chatModel';
import type { Execution } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { forSuite } from '../../../workbench/servers/forSuite';
import { nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';

const invoices = samplePayouts(3, 'INVOICE');
const [invoice] = invoices as [Record<string, unknown>];

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
const fixedBeneficiary = { agentPayouts: 'fixedBeneficiary', maximumAmount: 5000 };
const fixed = { ...payout, options: fixedBeneficiary };
const anyBeneficiary = { agentPayouts: 'anyBeneficiary', maximumAmount: 5000 };

const payment = { amount: 1500 };
const invoicePaidOnce = { [invoice.orderReference as string]: 1 };

describe('an AI agent that has the node as a tool, in a real n8n', () => {
	const fixture = useFixture();
	const model = forSuite(startChatModel);
	let credentials: { model: StoredCredential; payments: StoredCredential };
	before(async () => {
		credentials = {
			model: await fixture.api.createCredential('Scripted model', 'openAiApi', {
				apiKey: 'scripted',
				url: model.url,
			}),
			payments: await fixture.createCredential(),
		};
	});
	beforeEach(async () => await fixture.control.reset({ uniqueOrderReferences: false }));

	/** Lets the agent call the tool, turn by turn, and waits until it is done. */
	async function runAgent(
		parameters: Record<string, unknown>,
		...turns: ToolArguments[][]
	): Promise<Execution> {
		model.follow(...turns);
		const workflow = await fixture.api.createWorkflow(
			agentWorkflow(parameters, invoice, credentials),
		);
		return await fixture.api.execute(workflow.id, nodeNames.trigger);
	}

	async function assertRefused(parameters: Record<string, unknown>, ...patterns: RegExp[]) {
		const call = { ...payment, orderReference: 'AGENT-1', accountNumber: '0152000099' };
		await runAgent(parameters, [call]);
		const [answer = ''] = model.toolAnswers();
		for (const pattern of patterns) assert.match(answer, pattern);
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	}

	it('is told that it may not make payouts, by default', async () => {
		await assertRefused(payout, /may not make payouts/, /Nothing was sent/);
	});

	it('makes one payout to a fixed beneficiary when the builder allows it', async () => {
		const execution = await runAgent(fixed, [payment]);

		assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
		assert.deepEqual(model.toolParameters(), ['amount']);
		const { payouts } = await fixture.control.ledger();
		assert.equal(payouts.length, 1);
		const [{ id, order, orderReference, beneficiary }] = payouts as [(typeof payouts)[number]];
		assert.equal(orderReference, invoice.orderReference);
		assert.equal(beneficiary.accountNumber, invoice.accountNumber);
		assert.equal(Number(order.amount), 1500);
		assert.ok(model.toolAnswers()[0]?.includes(id), model.toolAnswers()[0]);
	});

	/** What the agent read of each call of the tool, as items. */
	const toldItems = () => model.toolAnswers().map((answer) => itemOf(answer));

	it('reads that it has already paid when it repeats a call, with the payout, and pays once', async () => {
		const execution = await runAgent(fixed, [payment], [payment]);

		assert.equal(execution.status, 'success');
		const [first, second, ...others] = toldItems();
		assert.deepEqual(others, []);
		const { paid, payouts } = await fixture.control.ledger();
		assert.deepEqual(paid, invoicePaidOnce);
		assert.equal(first?.id, payouts[0]?.id);
		assert.equal(second?.details?.outcome, 'alreadySent');
		assert.equal(second?.details?.payout?.id, payouts[0]?.id);
	});

	it('pays once when it calls the tool twice in one turn', async () => {
		await runAgent(fixed, [payment, payment]);

		assert.equal(model.toolAnswers().length, 2);
		assert.deepEqual((await fixture.control.ledger()).paid, invoicePaidOnce);
	});

	// What is refused besides: test/engine/agent.test.ts. Here stands what only n8n itself can hand over.
	it('is refused what it would fill in of a beneficiary that is fixed', async () => {
		const parameters = { ...fixed, accountNumber: fromAgent('accountNumber') };
		await assertRefused(parameters, /accountNumber/, /must be one of/);
	});

	it('may not slip in an order reference beside the arguments that it was offered', async () => {
		const parameters = { ...payout, orderReference: '={{ $json.orderReference }}' };
		await assertRefused({ ...parameters, options: anyBeneficiary }, /\$fromAI\('orderReference'\)/);
	});

	it('pays each of three invoices to its own payee when it is given one at a time', async () => {
		const calls = invoices.map(({ amount }) => [{ amount }] as ToolArguments[]);
		model.follow(...calls.flatMap((call) => [call, () => 'Paid.']));
		const workflow = await fixture.api.createWorkflow(
			agentLoopWorkflow(fixed, invoices, credentials),
		);
		const execution = await fixture.api.execute(workflow.id, nodeNames.trigger);

		assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
		await assertEachPayeePaid();
	});

	it('pays three payees that it names in one turn, where the builder allows any', async () => {
		const parameters = {
			...payout,
			orderReference: fromAgent('orderReference'),
			accountNumber: fromAgent('accountNumber'),
			accountName: fromAgent('accountName'),
			options: anyBeneficiary,
		};
		await runAgent(parameters, invoices, [invoice]);

		await assertEachPayeePaid();
		assert.equal(toldItems()[3]?.details?.outcome, 'alreadySent');
	});

	async function assertEachPayeePaid(): Promise<void> {
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
});

/** The part of the node's items that these tests look at. */
interface ToldItem {
	id?: string;
	details?: { outcome: string; payout?: { id: string } };
}

/** @param answer what n8n hands the model: the items of the call, as JSON */
function itemOf(answer: string): ToldItem {
	const told = JSON.parse(answer) as ToldItem | ToldItem[];
	return (Array.isArray(told) ? told[0] : told) ?? {};
}
