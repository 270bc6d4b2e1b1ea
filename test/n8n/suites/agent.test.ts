import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { agentWorkflow, fromAgent } from '../harness/agentWorkflow';
import type { StoredCredential } from '../harness/api';
import { startChatModel, type ChatModel, type ToolArguments } from '../harness/chatModel';
import type { Execution } from '../harness/executions';
import { startFixture, type Fixture } from '../harness/fixture';
import { paidTwice, payoutRequests } from '../harness/outcomes';
import { nodeNames, samplePayouts } from '../harness/workflows';

const [invoice] = samplePayouts(1, 'INVOICE') as [Record<string, unknown>];

/** A payout of which the agent may only choose the amount; the rest comes from the workflow. */
const payout = {
	resource: 'payout',
	operation: 'createBankPayout',
	amount: fromAgent('amount', 'number'),
	currency: 'TZS',
	orderReference: "={{ $('Invoice').item.json.orderReference }}",
	accountNumber: "={{ $('Invoice').item.json.accountNumber }}",
	accountName: "={{ $('Invoice').item.json.accountName }}",
	bic: { __rl: true, mode: 'bic', value: 'CORUTZTZ' },
	transferType: 'ACH',
};
const fixedBeneficiary = { agentPayouts: 'fixedBeneficiary', maximumAmount: 5000 };
const anyBeneficiary = { agentPayouts: 'anyBeneficiary', maximumAmount: 5000 };

describe('an AI agent that has the node as a tool, in a real n8n', () => {
	let fixture: Fixture;
	let model: ChatModel;
	let credentials: { model: StoredCredential; payments: StoredCredential };
	before(async () => {
		model = await startChatModel();
		fixture = await startFixture();
		credentials = {
			model: await fixture.api.createCredential('Scripted model', 'openAiApi', {
				apiKey: 'scripted',
				url: model.url,
			}),
			payments: await fixture.createCredential(),
		};
	});
	after(async () => {
		await fixture?.close();
		await model?.close();
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
		const call = { amount: 1500, orderReference: 'AGENT-1', accountNumber: '0152000099' };
		await runAgent(parameters, [call]);
		const [answer = ''] = model.toolAnswers();
		for (const pattern of patterns) assert.match(answer, pattern);
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	}

	it('is told that it may not make payouts, by default', async () => {
		await assertRefused(payout, /may not make payouts/, /Nothing was sent/);
	});

	it('makes one payout to a fixed beneficiary when the builder allows it', async () => {
		const execution = await runAgent({ ...payout, options: fixedBeneficiary }, [{ amount: 1500 }]);

		assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
		assert.deepEqual(model.toolParameters(), ['amount']);
		const { payouts } = await fixture.control.ledger();
		assert.equal(payouts.length, 1);
		const [{ id, order, orderReference, beneficiary }] = payouts as [(typeof payouts)[number]];
		assert.deepEqual(
			[orderReference, beneficiary.accountNumber],
			[invoice.orderReference, invoice.accountNumber],
		);
		assert.equal(Number(order.amount), 1500);
		assert.ok(model.toolAnswers()[0]?.includes(id), model.toolAnswers()[0]);
	});

	it('gets its first answer again when it repeats a call, and pays once', async () => {
		const parameters = { ...payout, options: fixedBeneficiary };
		const execution = await runAgent(parameters, [{ amount: 1500 }], [{ amount: 1500 }]);

		assert.equal(execution.status, 'success');
		const [first, second, ...others] = model.toolAnswers();
		assert.equal(first, second);
		assert.deepEqual(others, []);
		const { paid, payouts } = await fixture.control.ledger();
		assert.deepEqual(paid, { [invoice.orderReference as string]: 1 });
		assert.ok(first?.includes(payouts[0]!.id));
	});

	it('pays once when it calls the tool twice in one turn', async () => {
		const parameters = { ...payout, options: fixedBeneficiary };
		await runAgent(parameters, [{ amount: 1500 }, { amount: 1500 }]);

		assert.equal(model.toolAnswers().length, 2);
		assert.deepEqual((await fixture.control.ledger()).paid, {
			[invoice.orderReference as string]: 1,
		});
	});

	it('is refused when it repeats a call with another amount', async () => {
		const parameters = { ...payout, options: fixedBeneficiary };
		await runAgent(parameters, [{ amount: 1500 }], [{ amount: 1600 }]);

		assert.match(model.toolAnswers()[1] ?? '', /already used in this execution/);
		const ledger = await fixture.control.ledger();
		assert.deepEqual([ledger.payouts.length, Number(ledger.payouts[0]?.order.amount)], [1, 1500]);
	});

	it('cannot send a payout again of which the answer was lost', async () => {
		await fixture.control.addFault({ kind: 'dropAfter', operation: 'createBankPayout' });
		const parameters = { ...payout, options: fixedBeneficiary };
		await runAgent(parameters, [{ amount: 1500 }], [{ amount: 1500 }]);

		assert.equal(model.toolAnswers().length, 2);
		for (const answer of model.toolAnswers()) assert.match(answer, /may or may not have been made/);
		const ledger = await fixture.control.ledger();
		assert.equal(payoutRequests(ledger).length, 1);
		assert.deepEqual(ledger.paid, { [invoice.orderReference as string]: 1 });
	});

	it('is refused when it pays an invoice again in another execution', async () => {
		const parameters = { ...payout, options: fixedBeneficiary };
		const execution = await runAgent(parameters, [{ amount: 1500 }]);
		model.follow([{ amount: 1500 }]);
		await fixture.api.execute(execution.workflowId, nodeNames.trigger);

		assert.match(model.toolAnswers()[0] ?? '', /earlier execution/);
		assert.deepEqual(paidTwice(await fixture.control.ledger()), []);
	});

	it('is refused an amount above Maximum Amount', async () => {
		await runAgent({ ...payout, options: fixedBeneficiary }, [{ amount: 5000.01 }]);

		assert.match(model.toolAnswers()[0] ?? '', /above the Maximum Amount/);
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	});

	it('is refused when the builder has set no Maximum Amount', async () => {
		const options = { agentPayouts: 'anyBeneficiary' };
		await assertRefused({ ...payout, options }, /Maximum Amount/, /Nothing was sent/);
	});

	it('is refused when it could fill in the limit itself', async () => {
		const options = { ...anyBeneficiary, maximumAmount: fromAgent('limit', 'number') };
		await runAgent({ ...payout, options }, [{ amount: 1500, limit: 1_000_000 }]);

		assert.match(model.toolAnswers()[0] ?? '', /may not be filled in by an AI agent/);
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	});

	for (const [field, value] of Object.entries({
		orderReference: fromAgent('orderReference'),
		accountNumber: fromAgent('accountNumber'),
		accountName: fromAgent('accountName'),
		bic: { __rl: true, mode: 'bic', value: fromAgent('bic') },
	})) {
		it(`may not fill in ${field} when the beneficiary is fixed`, async () => {
			const parameters = { ...payout, [field]: value, options: fixedBeneficiary };
			await assertRefused(parameters, new RegExp(field), /Nothing was sent/);
		});
	}

	it('may not slip in an order reference beside the arguments that it was offered', async () => {
		const parameters = {
			...payout,
			orderReference: '={{ $json.orderReference }}',
			options: fixedBeneficiary,
		};
		await assertRefused(parameters, /orderReference/, /Nothing was sent/);
	});

	it('may fill in reference and beneficiary when the builder allows any', async () => {
		const parameters = {
			...payout,
			orderReference: fromAgent('orderReference'),
			accountNumber: fromAgent('accountNumber'),
			options: anyBeneficiary,
		};
		const call = { amount: 1500, orderReference: 'AGENT-1', accountNumber: '0152000099' };
		await runAgent(parameters, [call], [call], [{ ...call, orderReference: 'AGENT-2' }]);

		const ledger = await fixture.control.ledger();
		assert.deepEqual(ledger.paid, { 'AGENT-1': 1, 'AGENT-2': 1 });
		assert.equal(ledger.payouts[0]?.beneficiary.accountNumber, '0152000099');
	});

	it('may preview and initiate card payments without any setting', async () => {
		const card = {
			resource: 'cardPayment',
			amount: fromAgent('amount'),
			currency: 'USD',
			orderReference: fromAgent('orderReference'),
		};
		const call = { amount: '10.50', orderReference: 'CARD-1' };
		await runAgent({ ...card, operation: 'preview' }, [call]);
		assert.match(model.toolAnswers()[0] ?? '', /activeMethods/);

		await runAgent({ ...card, operation: 'initiate', customerId: 'CUSTOMER-1' }, [call]);
		const { cardPayments } = await fixture.control.ledger();
		assert.equal(cardPayments.length, 1);
		assert.ok(model.toolAnswers()[0]?.includes(cardPayments[0]!.cardPaymentLink));
	});
});
