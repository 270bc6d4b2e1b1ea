import { NodeOperationError } from 'n8n-workflow';
import { assertAgentMayRun } from '../../../nodes/CardBankPayments/executor/agent';
import { readSettings } from '../../../nodes/CardBankPayments/executor/settings';
import type { Effect } from '../../../nodes/CardBankPayments/shared/operation';
import { contextOf, type NodeUnderTest } from '../support/context';
import { cardEffects, goodPayout } from '../support/payments';
import { expectGoodWording, thrownBy } from '../support/wording';

const allowed = { agentPayouts: 'fixedBeneficiary', maximumAmount: 100 };
const anyBeneficiary = { ...allowed, agentPayouts: 'anyBeneficiary' };
const byAgent = "={{ $fromAI('value') }}";
const toolType = 'n8n-nodes-card-bank-payments.cardBankPaymentsTool';

/** Runs the node as a tool, unless told otherwise. */
function run(
	options: unknown,
	parameters: Record<string, unknown> = {},
	{ effect = 'payout' as Effect, ...how }: Partial<NodeUnderTest> & { effect?: Effect } = {},
): void {
	const context = contextOf({
		parameters: { ...goodPayout, ...parameters, options },
		type: toolType,
		...how,
	});
	assertAgentMayRun(context, effect, readSettings(context));
}

/** The text of the refusal. */
function refusal(...call: Parameters<typeof run>): string {
	const error = thrownBy(() => run(...call));
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toMatch(/ Nothing was sent\.$/);
	expect(error.description).toMatch(/\bbuilder\b/);
	expectGoodWording(`${error.message} ${error.description}`);
	return error.message;
}

describe('a payout that an AI agent asks for', () => {
	it('is refused by default', () => {
		expect(refusal({})).toContain('An AI agent may not make payouts with this node');
		expect(refusal({ maximumAmount: 100 })).toContain('may not make payouts');
		expect(refusal({ ...allowed, agentPayouts: 'refuse' })).toContain('may not make payouts');
	});

	it('is refused without a maximum amount, even with a maximum total', () => {
		for (const agentPayouts of ['fixedBeneficiary', 'anyBeneficiary']) {
			expect(refusal({ agentPayouts })).toContain('up to a Maximum Amount, and none is set');
			expect(refusal({ agentPayouts, maximumTotal: 100 })).toContain('none is set');
		}
	});

	it('is made within what the builder has allowed', () => {
		expect(() => run(allowed)).not.toThrow();
		expect(() => run({ ...allowed, maximumTotal: 500 })).not.toThrow();
		expect(() => run(anyBeneficiary)).not.toThrow();
	});

	it('is refused when an expression, of whatever kind, decides on the permission', () => {
		const expressions = { '={{ x }}': () => 'anyBeneficiary', [byAgent]: () => 'anyBeneficiary' };
		for (const agentPayouts of Object.keys(expressions)) {
			expect(refusal({ ...allowed, agentPayouts }, {}, { expressions })).toContain(
				'may not make payouts',
			);
		}
	});

	it('is refused when one expression makes all options', () => {
		const expressions = { '={{ x }}': () => anyBeneficiary };
		expect(refusal('={{ x }}', {}, { expressions })).toContain('The limits of a payout');
	});

	it.each(['maximumAmount', 'maximumTotal'])('is refused when the agent fills in %s', (name) => {
		const expressions = { [byAgent]: () => 1_000_000 };
		for (const options of [allowed, anyBeneficiary]) {
			const message = refusal({ ...options, [name]: byAgent }, {}, { expressions });
			expect(message).toContain('The limits of a payout may not be filled in by an AI agent');
		}
	});

	it('may have a limit that the workflow computes', () => {
		const limit = "={{ $('Limits').first().json.limit }}";
		const expressions = { [limit]: () => 50 };
		expect(() => run({ ...allowed, maximumAmount: limit }, {}, { expressions })).not.toThrow();
	});
});

describe('the beneficiary of an agent’s payout', () => {
	const fields = ['orderReference', 'accountNumber', 'accountName', 'bic'];

	it.each(fields)('is fixed: the agent may not fill in %s', (name) => {
		expect(refusal(allowed, { [name]: byAgent })).toContain(`The parameter ${name} of a payout`);
	});

	it.each(fields)('may be anybody when the builder says so: the agent fills in %s', (name) => {
		expect(() => run(anyBeneficiary, { [name]: byAgent })).not.toThrow();
	});

	it('is found inside a resource locator', () => {
		expect(refusal(allowed, { bic: { __rl: true, mode: 'bic', value: byAgent } })).toContain('bic');
	});

	it.each([
		"={{ $fromAI('x') }}",
		"={{ $fromai('x') }}",
		"={{ $FROMAI('x') }}",
		"={{ $fromAi('x') }}",
		"=ACC-{{ 1 + $fromAI('x') }}",
		'={{ $json.account }}',
		"={{ $JSON['account'] }}",
		'={{ $input.item.json.account }}',
		"={{ $input.first().json['account'] }}",
		'={{ $items()[0].json.account }}',
		"={{ $items('Agent')[0].json.account }}",
		'={{ $item(0).$json.account }}',
		'={{ $data.account }}',
		"={{ $data['account'] }}",
		'={{ $parameter.accountName }}',
		"={{ $parameter['accountName'] }}",
		'={{ $rawParameter.accountName }}',
		'={{ $evaluateExpression("{{ $" + "json.account }}") }}',
		"={{ $self['account'] }}",
	])('comes from the agent in %s', (accountNumber) => {
		expect(refusal(allowed, { accountNumber })).toContain('accountNumber');
	});

	// In n8n, $thisItem is the item that the tool is called with.
	it('comes from the agent in $thisItem', () => {
		expect(refusal(allowed, { accountNumber: '={{ $thisItem.json.account }}' })).toContain(
			'accountNumber',
		);
	});

	it.each([
		"={{ $('Invoices').first().json.account }}",
		"={{ $('Form').item.json.account }}",
		"={{ $('Form').all()[$itemIndex].json.items }}",
		'={{ $vars.account }}',
		'0150123456789',
	])('comes from the workflow in %s', (accountNumber) => {
		expect(() => run(allowed, { accountNumber })).not.toThrow();
	});

	it.each(['={{ $item(0).$json.limit }}', '={{ $parameter.amount }}', '={{ $data.limit }}'])(
		'does not decide on its limits in %s either',
		(limit) => {
			const expressions = { [limit]: () => 1_000_000 };
			const options = { ...anyBeneficiary, maximumAmount: limit };
			expect(refusal(options, {}, { expressions })).toContain('The limits of a payout');
		},
	);

	it('leaves to the agent the amount, up to the maximum', () => {
		expect(() => run(allowed, { amount: byAgent, currency: byAgent })).not.toThrow();
	});
});

describe('the rules for agents', () => {
	it.each(cardEffects)('do not hold for requests that move no money (%s)', (effect) => {
		expect(() => run({}, { orderReference: byAgent }, { effect })).not.toThrow();
	});

	it('do not hold for a workflow’s own run', () => {
		const type = 'n8n-nodes-card-bank-payments.cardBankPayments';
		expect(() => run({}, { orderReference: '={{ $json.x }}' }, { type })).not.toThrow();
		expect(() => run({}, {}, { type, isToolExecution: () => false })).not.toThrow();
		expect(() => run({}, {}, { type: `${toolType}kit` })).not.toThrow();
	});

	it('hold wherever n8n says that it runs a tool', () => {
		const type = 'n8n-nodes-card-bank-payments.cardBankPayments';
		expect(refusal({}, {}, { type, isToolExecution: () => true })).toContain('may not');
		expect(refusal({}, {}, { type: toolType, isToolExecution: () => false })).toContain('may not');
	});
});
