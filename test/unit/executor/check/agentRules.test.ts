import { NodeOperationError } from 'n8n-workflow';
import { assertAgentMayRun } from '../../../../nodes/CardBankPayments/executor/check/agentRules';
import { readSettings } from '../../../../nodes/CardBankPayments/executor/read/settings';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { getMany } from '../../../../nodes/CardBankPayments/resources/payout/getMany';
import type { Operation } from '../../../../nodes/CardBankPayments/resources/operation';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { contextOf, type NodeUnderTest } from '../../support/context';
import { goodPayout } from '../../support/payments';
import { expectGoodWording, thrownBy } from '../../support/wording';

const allowed = { agentPayouts: 'fixedBeneficiary', maximumAmount: 100 };
const anyBeneficiary = { ...allowed, agentPayouts: 'anyBeneficiary' };
const byAgent = "={{ $fromAI('value') }}";
const toolType = 'n8n-nodes-card-bank-payments.cardBankPaymentsTool';

/** Runs the node as a tool, unless told otherwise. */
function run(
	options: unknown,
	parameters: Record<string, unknown> = {},
	{ operation = createBankPayout, ...how }: NodeUnderTest & { operation?: Operation } = {},
): void {
	const context = contextOf({
		parameters: { ...goodPayout, ...parameters, options },
		type: toolType,
		...how,
	});
	assertAgentMayRun(context, operation, readSettings(context, [0]));
}

/** The text of the refusal. */
function refusal(...call: Parameters<typeof run>): string {
	const error = thrownBy(() => run(...call));
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.description).toMatch(/\bbuilder\b/);
	expectGoodWording(`${error.message} ${error.description}`);
	return error.message;
}

describe('a payout that an AI agent asks for', () => {
	it.each([
		[{}, 'An AI agent may not make payouts with this node'],
		[{ ...allowed, agentPayouts: 'refuse' }, 'may not make payouts'],
		[{ agentPayouts: 'fixedBeneficiary' }, 'up to a Maximum Amount, and none is set'],
		[{ agentPayouts: 'anyBeneficiary', maximumTotal: 100 }, 'none is set'],
	])('is refused with the options %j', (options, says) => {
		expect(refusal(options)).toContain(says);
	});

	it.each([allowed, { ...allowed, maximumTotal: 500 }, anyBeneficiary])(
		'is made within what the builder has allowed: %j',
		(options) => expect(() => run(options)).not.toThrow(),
	);

	it.each([
		['maximumAmount', 'Maximum Amount', 1_000_000],
		['maximumTotal', 'Maximum Total', 1_000_000],
		['lookUpUnclear', 'Look Up Unclear Payouts', false],
		['proxy', 'Proxy', 'http://proxy.example.com'],
		['validateOnly', 'Validate Only', false],
	])('is refused with any expression as %s', (name, label, value) => {
		for (const expression of [byAgent, "={{ $('Limits').first().json.limit }}", '={{ 50 }}']) {
			for (const options of [allowed, anyBeneficiary]) {
				const expressions = { [expression]: () => value };
				expect(refusal({ ...options, [name]: expression }, {}, { expressions })).toContain(
					`The option ${label} must be a fixed value when an AI agent makes payouts`,
				);
			}
		}
	});
});

describe('the beneficiary of an agent’s payout', () => {
	const bic = { __rl: true, mode: 'bic', value: 'CORUTZTZ' };
	const fixed = "={{ $('Invoice').first().json.bic }}";

	it.each([
		['Order Reference', { orderReference: byAgent }],
		['Account Number', { accountNumber: byAgent }],
		['Account Name', { accountName: byAgent }],
		['Bank', { bic: byAgent }],
		['Bank', { bic: { ...bic, value: byAgent } }],
		['Bank', { bic: { ...bic, value: fixed, mode: byAgent } }],
		['Currency', { currency: byAgent }],
		['Account Currency', { additionalFields: { accountCurrency: byAgent } }],
		['Additional Fields', { additionalFields: '={{ x }}' }],
	])('may not come from the agent: %s in %j', (label, parameters) => {
		expect(refusal(allowed, parameters)).toContain(`For an AI agent, ${label} must be one of`);
	});

	it.each([
		{ bic: { ...bic, value: fixed } },
		{ additionalFields: { checksum: byAgent } },
		{ amount: byAgent, transferType: byAgent },
	])('leaves to the agent, up to the maximum, what else there is: %j', (parameters) => {
		expect(() => run(allowed, parameters)).not.toThrow();
	});

	// Allowed is a form; these are some of the ways around it.
	it.each([
		...["={{ $('Payments').first().json.beneficiary.accountNumber }}", '={{ $vars.account }}'],
		...['={{ 1 }}', '= 0150123456789', "={{ $fromAI('x') }}", "=ACC-{{ 1 + $fromAI('x') }}"],
		...["={{ \\u0024fromAI('x') }}", '={{ $json.account }}', '={{ $input.item.json.account }}'],
		...["={{ $self['account'] }}", '={{ $parameter.accountName }}', '={{ $data.a }}'],
		// The item that the tool is called with.
		...['={{ $thisItem.json.account }}', '={{ $item(0).$json.account }}'],
		...["={{ $('A').item.json.a }}", "={{ $('A').all()[0].json.a }}", "={{ $('A').first().json }}"],
		...["={{ $('A').first(0, $runIndex).json.a }}", "={{ $('A').first().binary.a }}"],
		...["={{ $('A').first().json.a.toString() }}", "={{ $('A').first().json[$json.name] }}"],
		...["={{ $('A').first().json['a' + 'b'] }}", "={{ $('A').first()?.json.a }}"],
		...["={{ $('A' + $json.name).first().json.a }}", '={{ $(`A`).first().json.a }}'],
		...['={{ $($json.name).first().json.a }}', "={{ $('').first().json.a }}"],
		...["={{ $('\\u0041').first().json.a }}", "={{ $('A').first().json['a\\'b'] }}"],
		...["={{ $('a }} {{ b').first().json.a }}", "={{ $('A').first().json.a }} "],
		...["=ACC-{{ $('A').first().json.a }}", "= {{ $('A').first().json.a }}"],
		...["={{ $('A').first().json.a || $json.a }}", "={{ $('A').first().json.a }}{{ $json.a }}"],
	])('comes from the agent in %s', (accountNumber) => {
		expect(refusal(allowed, { accountNumber })).toContain(
			"{{ $('Node').first().json.accountNumber }}",
		);
	});

	it.each([
		"={{ $('Invoices').first().json.account }}",
		"={{$('Form').last().json['Account Number']}}",
		'={{ $("Client\'s form").first().json.account["Account Number"] }}',
		"={{ $('Get row(s) 2').first().json.body['Account Number'].$ref }}",
		'0150123456789',
	])('comes from the workflow in %s', (accountNumber) => {
		expect(() => run(allowed, { accountNumber })).not.toThrow();
	});
});

describe('the order reference of an agent’s payout to anybody', () => {
	it.each([
		'INV-1',
		"={{ $('Invoice').first().json.reference }}",
		"={{ $fromAI('reference') }}",
		'={{$fromAI("reference","what the invoice says","string")}}',
		"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Order_Reference', ``, 'string') }}",
		"={{ $fromAI('Order_Reference', `the client\\`s reference (with \\\\)`, 'string') }}",
		"={{ $fromai('reference', 'a, b', 'number', 7) }}",
	])('may be %s', (orderReference) => {
		expect(() => run(anyBeneficiary, { orderReference })).not.toThrow();
	});

	it.each([
		'={{ $now.toMillis() }}',
		"={{ $fromAI('reference') + $now.toMillis() }}",
		"={{ $fromAI('reference') }}-{{ $now }}",
		"=INV-{{ $fromAI('reference') }}",
		"={{ $fromAI('reference', `${$now}`) }}",
		"={{ $fromAI('reference', '', 'string', $now) }}",
		"={{ $fromAI('a }} {{ $now }} {{ b') }}",
		'={{ $fromAI($json.name) }}',
		'={{ $fromAI() }}',
		"={{ $('Invoice').item.json.reference }}",
		'={{ $json.reference }}',
		'={{ $runIndex }}',
	])('may not be %s, which can be another one in the next retry', (orderReference) => {
		const message = refusal(anyBeneficiary, { orderReference });
		expect(message).toContain("{{ $fromAI('orderReference') }}");
		expect(message).toContain("{{ $('Node').first().json.orderReference }}");
	});
});

describe('the rules for agents', () => {
	it('do not hold for requests that move no money, but a list is not read as a whole', () => {
		expect(() => run({}, { orderReference: byAgent }, { operation: get })).not.toThrow();
		expect(() => run({}, { returnAll: false }, { operation: getMany })).not.toThrow();
		expect(refusal({}, { returnAll: true }, { operation: getMany })).toContain('a whole list');
	});

	const type = 'n8n-nodes-card-bank-payments.cardBankPayments';

	it('do not hold for a workflow’s own run', () => {
		expect(() => run({}, { orderReference: '={{ $json.x }}' }, { type })).not.toThrow();
		expect(() => run({}, {}, { type, isToolExecution: () => false })).not.toThrow();
		expect(() => run({}, {}, { type: `${toolType}kit` })).not.toThrow();
	});

	it.each([type, toolType])('refuse a payout where nothing could remember it, as %s', (as) => {
		const nowhere = { type: as, workflowId: null, executionId: null };
		expect(refusal(allowed, {}, nowhere)).toContain('is remembered in the execution of a workflow');
		expect(() => run({}, {}, { ...nowhere, operation: get })).not.toThrow();
	});

	it('let a payout out of a workflow that was never saved', () => {
		expect(() => run({}, {}, { type, workflowId: null })).not.toThrow();
	});

	it('hold wherever n8n says that it runs a tool', () => {
		expect(refusal({}, {}, { type, isToolExecution: () => true })).toContain('may not');
		expect(refusal({}, {}, { type: toolType, isToolExecution: () => false })).toContain('may not');
	});
});
