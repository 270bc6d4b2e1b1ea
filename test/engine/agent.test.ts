import type { INodeParameters } from 'n8n-workflow';
import { execute, type Scenario } from '../../workbench/engine/engine';
import {
	createBankPayout,
	fromItem,
	goodItems,
	operationsUnderTest,
	payoutItems,
	type OperationUnderTest,
} from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const [payout] = payoutItems(1);
const { orderReference, accountNumber, accountName, bic } = payout as Record<string, string>;

/** The builder has fixed whom to pay and under which reference; the agent only says how much. */
const beneficiary = {
	orderReference,
	accountNumber,
	accountName,
	currency: 'TZS',
	bic: { __rl: true, mode: 'bic', value: bic },
};

const allowed = { agentPayouts: 'fixedBeneficiary', maximumAmount: 500 };

const call = async (
	options: INodeParameters | string,
	fields: INodeParameters = {},
	changes: Partial<Scenario> = {},
) => {
	const parameters = fromItem(createBankPayout, { options, ...beneficiary, ...fields });
	return await execute(sandbox.payouts(1, { parameters, asTool: true, ...changes }));
};

it.each([
	['by default', {}, /may not make payouts with this node/],
	[
		'when the permission is an expression',
		{ agentPayouts: "={{ 'anyBeneficiary' }}", maximumAmount: 500 },
		/Agent Payouts must be one of/,
	],
	[
		'when all options are an expression',
		"={{ ({ agentPayouts: 'anyBeneficiary', maximumAmount: 500 }) }}",
		/Options cannot be one expression/,
	],
	[
		'when the agent fills in the maximum',
		{ ...allowed, maximumAmount: '={{ $json.amount }}' },
		/Maximum Amount must be a fixed value/,
	],
	[
		'when the account is not that of one certain item',
		allowed,
		/; \{\{ \$\('Node'\)\.first\(\)\.json\.accountNumber \}\}\./,
		{ accountNumber: "={{ $('Source').item.json.accountNumber }}" },
	],
	[
		'when the order reference can be another one in the next try',
		{ ...allowed, agentPayouts: 'anyBeneficiary' },
		/; \{\{ \$fromAI\('orderReference'\) \}\};/,
		{ orderReference: '={{ $json.orderReference }}' },
	],
])('refuses payouts of an agent %s', async (_, options, reason, fields: INodeParameters = {}) => {
	const { error } = await call(options, fields);
	expect(error?.message).toMatch(reason);
	expect(await sandbox.requests()).toEqual([]);
});

it.each([
	['orderReference', 'Order Reference'],
	['accountNumber', 'Account Number'],
	['accountName', 'Account Name'],
	['bic', 'Bank'],
	['currency', 'Currency'],
])(
	'refuses an agent that fills in %s, unless the builder allows any beneficiary',
	async (name, label) => {
		const given = `={{ $fromAI('${name}') }}`;
		const value = name === 'bic' ? { ...beneficiary.bic, value: given } : given;
		const { error } = await call(allowed, { [name]: value });
		expect(error?.message).toContain(`For an AI agent, ${label} must be one of`);
		expect(await sandbox.requests()).toEqual([]);

		const open = await call({ ...allowed, agentPayouts: 'anyBeneficiary' }, { [name]: value });
		expect(open.error).toBeUndefined();
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
	},
);

it.each(['first', 'last'])(
	'pays the account that the %s item of another node names',
	async (which) => {
		const named = `={{ $('Source').${which}().json.accountNumber }}`;
		const { error } = await call(allowed, { accountNumber: named });
		expect(error).toBeUndefined();
		expect((await sandbox.ledger()).payouts).toMatchObject([{ beneficiary: { accountNumber } }]);
	},
);

it('pays what the builder has allowed', async () => {
	const { error, items } = await call(allowed);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ orderReference, status: 'AUTHORIZED' });
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

it('pays once when the agent calls again with the same payment', async () => {
	const { turns, error } = await call(allowed, {}, { laterItems: [[payout!], [payout!]] });
	expect(error).toBeUndefined();
	expect(turns).toHaveLength(3);
	// As items: of a thrown error, n8n hands an agent the message only.
	for (const [item] of turns.slice(1)) {
		expect(item?.json).toMatchObject({
			error: 'Payout already sent',
			message: expect.stringMatching(/^Already made: 100\.00 TZS to …\d{4}, status AUTHORIZED /),
			details: { outcome: 'alreadySent', safeToRetry: false, payout: turns[0]?.[0]?.json },
		});
	}
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

it('pays once when the agent calls again with another amount', async () => {
	const laterItems = [[{ ...payout, amount: 101 }]];
	const { error, turns } = await call(allowed, {}, { laterItems });
	expect(error).toBeUndefined();
	expect(turns[1]?.[0]?.json).toMatchObject({
		message: expect.stringContaining('already used in this execution with other details'),
		details: { outcome: 'invalid', safeToRetry: false },
	});
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

it('tells an agent in the error modes that go on as well', async () => {
	const { items } = await call({}, {}, { onError: 'continueRegularOutput' });
	expect(items.map(({ json }) => json.message)).toEqual([
		expect.stringContaining('An AI agent may not make payouts with this node'),
	]);
	expect(await sandbox.requests()).toEqual([]);
});

/** A list without a limit is refused to an agent, which would read all of it. */
const isForAgents = ({ operation, chosen }: OperationUnderTest) =>
	operation.effect !== 'payout' && chosen.returnAll !== true;

it.each(operationsUnderTest.filter(isForAgents))(
	'lets an agent use $name, which moves no money, as often as it wants',
	async (operation) => {
		const given = goodItems(operation, 1);
		await sandbox.know(operation, given);
		const calls = sandbox.scenario(operation, given, { asTool: true, laterItems: [given] });
		const { error, turns } = await execute(calls);
		expect(error).toBeUndefined();
		const [first, second] = turns.map((items) => items.map(({ json }) => json));
		expect(first).toHaveLength(1);
		expect(second).toEqual(first);
	},
);
