import { NodeOperationError } from 'n8n-workflow';
import { assertAgentMayRun } from '../../../../nodes/CardBankPayments/executor/check/agentRules';
import { readSettings } from '../../../../nodes/CardBankPayments/executor/read/settings';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { getMany } from '../../../../nodes/CardBankPayments/resources/payout/getMany';
import type { Operation } from '../../../../nodes/CardBankPayments/resources/operation';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { agentRules } from '../../../../nodes/CardBankPayments/sentences/agentRules';
import { contextOf, type NodeUnderTest } from '../../support/context';
import { goodPayout } from '../../support/payments';
import { thrownBy } from '../../support/wording';

const amount = { maximumAmount: 100 };
const allowed = { agentPayouts: 'fixedBeneficiary', ...amount, maximumPerDay: 500 };
const anyBeneficiary = { ...allowed, agentPayouts: 'anyBeneficiary' };
const byAgent = "={{ $fromAI('value') }}";
const type = 'n8n-nodes-card-bank-payments.cardBankPayments';
const toolType = `${type}Tool`;

interface How extends NodeUnderTest {
	operation?: Operation;
	/** How many records each item asks for. */
	limits?: number[];
}

/** Runs the node as a tool, unless told otherwise. */
function run(
	options: unknown,
	parameters: object = {},
	{ operation = createBankPayout, limits = [], ...how }: How = {},
): void {
	const given = { ...goodPayout, ...parameters, options };
	const context = contextOf({ parameters: given, type: toolType, ...how });
	const items = limits.map((limit, index) => ({
		...{ index, says: [], payment: { index, orderReference: '', limit } },
	}));
	const unreadable = { index: limits.length, says: ['Limit is 0'] };
	assertAgentMayRun(context, operation, readSettings(context, [0]), [...items, unreadable]);
}

function expectRefused(
	{ says, nextStep }: { says: string; nextStep: string },
	...call: Parameters<typeof run>
): void {
	const error = thrownBy(() => run(...call));
	expect(error).toBeInstanceOf(NodeOperationError);
	expect([error.message, error.description]).toEqual([says, nextStep]);
}

const { noPayouts, noMaximumAmount, noMaximumPerDay, wholeList, noExecution } = agentRules;
const tooMany = agentRules.tooManyRecords({ most: '1,000' });
const byBuilder = (field: string, name: string) => agentRules.chosenByBuilder({ field, name });

const bic = { __rl: true, mode: 'bic', value: 'CORUTZTZ' };
const fixed = "={{ $('Invoice').first().json.bic }}";
const nowhere = { workflowId: null, executionId: null };

it.each<[{ says: string; nextStep: string }, object, object?, How?]>([
	[noPayouts, {}],
	[noMaximumAmount, { agentPayouts: 'anyBeneficiary', maximumTotal: 100, maximumPerDay: 500 }],
	[noMaximumPerDay, { ...amount, agentPayouts: 'anyBeneficiary', maximumTotal: 100 }],
	[noPayouts, {}, {}, { type, isToolExecution: () => true }],
	[wholeList, {}, { returnAll: true }, { operation: getMany }],
	[tooMany, {}, { limit: byAgent }, { operation: getMany, limits: [50, 1001] }],
	[noExecution, allowed, {}, { type, ...nowhere }],
	[byBuilder('Order Reference', 'orderReference'), allowed, { orderReference: byAgent }],
	[byBuilder('Account Name', 'accountName'), allowed, { accountName: byAgent }],
	[byBuilder('Bank', 'bic'), allowed, { bic: { ...bic, value: byAgent } }],
	[byBuilder('Bank', 'bic'), allowed, { bic: { ...bic, value: fixed, mode: byAgent } }],
	[byBuilder('Pay From', 'currency'), allowed, { currency: byAgent }],
	[
		byBuilder('Beneficiary Receives', 'accountCurrency'),
		allowed,
		{ additionalFields: { accountCurrency: byAgent } },
	],
	[byBuilder('Additional Fields', 'additionalFields'), allowed, { additionalFields: '={{ x }}' }],
	[byBuilder('other', 'other'), allowed, { additionalFields: { other: byAgent } }],
])('an AI agent is refused, %j, with %j and %j', expectRefused);

it.each<[object, object?, How?]>([
	[allowed, { bic: { ...bic, value: fixed } }],
	[allowed, { additionalFields: { checksum: byAgent } }],
	[allowed, { amount: byAgent, transferType: byAgent }],
	...[
		"={{ $('Invoices').first().json.account }}",
		"={{$('Form').last().json['Account Number']}}",
		'={{ $("Client\'s form").first().json.account["Account Number"] }}',
		"={{ $('Get row(s) 2').first().json.body['Account Number'].$ref }}",
	].map((accountNumber): [object, object] => [allowed, { accountNumber }]),
	...[
		"={{ $fromAI('reference') }}",
		"={{ $('Invoice').first().json.reference }}",
		'={{$fromAI("reference","what the invoice says","string")}}',
		"={{ $fromAI('reference', '', 'boolean', true) }}",
		"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Order_Reference', ``, 'string') }}",
		"={{ $fromAI('Order_Reference', `the client\\`s reference (with \\\\)`, 'string') }}",
		"={{ $fromai('reference', 'a, b', 'number', 7) }}",
	].map((orderReference): [object, object] => [anyBeneficiary, { orderReference }]),
	[anyBeneficiary, { additionalFields: { accountCurrency: '={{ $json.currency }}' } }],
	// Options of an earlier version are ignored.
	[{ ...anyBeneficiary, lookUpUnclear: byAgent, proxy: byAgent }, {}],
	// They move no money.
	[{}, { orderReference: byAgent }, { operation: get, ...nowhere }],
	[{}, { limit: byAgent }, { operation: getMany, limits: [1000] }],
	[{}, {}, { type, operation: getMany, limits: [50_000] }],
	// A workflow's own run, also of one that was never saved.
	[{}, { orderReference: '={{ $json.x }}' }, { type }],
	[{}, {}, { type: `${toolType}kit` }],
	[{}, {}, { type, workflowId: null }],
])('is let through with %j, %j and %j', (...call) => {
	expect(() => run(...call)).not.toThrow();
});

it.each([
	['maximumAmount', 'Maximum Amount', 1_000_000],
	['checkBalance', 'Check Balance First', true],
])('a payout of an agent is refused with any expression as %s', (name, label, value) => {
	for (const expression of [byAgent, "={{ $('Limits').first().json.limit }}", '={{ 50 }}']) {
		const options = { ...anyBeneficiary, [name]: expression };
		const says = agentRules.fixedOption({ option: label });
		expectRefused(says, options, {}, { expressions: { [expression]: () => value } });
	}
});

// Allowed is a form; these are some of the ways around it.
it.each([
	...["={{ $('Payments').first().json.beneficiary.accountNumber }}", '={{ $vars.account }}'],
	...['={{ 1 }}', '= 0150123456789', "={{ \\u0024fromAI('x') }}", '={{ $json.account }}'],
	...["={{ $('A').item.json.a }}", "={{ $('A').all()[0].json.a }}", "={{ $('A').first().json }}"],
	...["={{ $('A').first(0, $runIndex).json.a }}", "={{ $('A').first().binary.a }}"],
	...["={{ $('A').first().json.a.toString() }}", "={{ $('A').first().json[$json.name] }}"],
	...["={{ $('A').first().json['a' + 'b'] }}", "={{ $('A').first()?.json.a }}"],
	...["={{ $('A' + $json.name).first().json.a }}", '={{ $(`A`).first().json.a }}'],
	...['={{ $($json.name).first().json.a }}', "={{ $('').first().json.a }}"],
	...["={{ $('\\u0041').first().json.a }}", "={{ $('A').first().json['a\\'b'] }}"],
	...["={{ $('a }} {{ b').first().json.a }}", "={{ $('A').first().json.a }} "],
	...["={{ $json.a }}={{ $('A').first().json.a }}"],
	...["=ACC-{{ $('A').first().json.a }}", "= {{ $('A').first().json.a }}"],
	...["={{ $('A').first().json.a || $json.a }}", "={{ $('A').first().json.a }}{{ $json.a }}"],
])('an account number comes from the agent in %s', (accountNumber) => {
	expectRefused(byBuilder('Account Number', 'accountNumber'), allowed, { accountNumber });
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
])(
	'an order reference may not be %s, which can be another one in the next retry',
	(orderReference) => {
		const reference = { field: 'Order Reference', name: 'orderReference' };
		expectRefused(agentRules.sameInEachRetry(reference), anyBeneficiary, { orderReference });
	},
);
