import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/workflows/definition';
import { useFixture, forSuite } from '../forSuite';
import { startChatModel, type ToolCall } from '../../../workbench/servers/chatModel';
import { agentWorkflow, fromAgent } from '../../../workbench/workflows/agentWorkflow';
import { nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';

const invoices = samplePayouts(3, 'INVOICE');

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

	it('is told to pay 200 times just below Maximum Amount, and stops at Maximum per Day', async () => {
		const calls = samplePayouts(200, 'MORE').map((each) => ({ ...each, amount: 4_999 }));
		// Ten in a turn, which n8n runs one after the other.
		const turns = Array.from({ length: 20 }, (_, turn) => calls.slice(turn * 10, turn * 10 + 10));
		// The list shows no order, so that a fee would count.
		await fixture.control.settings({ fees: { ACH: { TZS: '0.00' } } });
		// What the tests before have paid counts on this day, too, whatever the sandbox has forgotten.
		const owed = invoices.reduce((sum, { amount }) => sum + Number(amount), 0);
		const options = { ...anyBeneficiary, maximumPerDay: 50_000 + owed };
		await runAgent({ ...filledIn, options }, [{}], ...turns);
		const { payouts, requests } = await fixture.control.ledger();
		const paid = payouts.reduce((sum, { order }) => sum + Number(order.amount), 0);
		assert.equal(paid, 10 * 4_999);
		const sent = requests.filter(({ operation }) => operation === 'createBankPayout');
		assert.equal(sent.length, 10);
		const answers = model.toolAnswers();
		assert.equal(answers.length, 200);
		for (const answer of answers.slice(10)) {
			assert.match(answer, /adds 4,999\.00: above the Maximum per Day of 5\d,\d{3}\.\d\d/);
		}
	});

	it('is refused what the builder has not allowed, since n8n runs the node as a tool', async () => {
		await runAgent({}, [{}], [{ amount: 1500 }]);
		assert.match(model.toolAnswers()[0] ?? '', /may not make payouts/);
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	});
});
