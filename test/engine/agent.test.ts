import type { INodeParameters } from 'n8n-workflow';
import { execute, type Scenario } from './harness/engine';
import {
	createBankPayout,
	fromItem,
	goodItems,
	operationsUnderTest,
	payoutItems,
} from './harness/operations';
import { useSandbox } from './harness/sandbox';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const [payout] = payoutItems(1);
const { orderReference, accountNumber, accountName, bic } = payout as Record<string, string>;

/** The builder has fixed whom to pay and under which reference; the agent only says how much. */
const beneficiary = {
	orderReference,
	accountNumber,
	accountName,
	bic: { __rl: true, mode: 'bic', value: bic },
} as INodeParameters;

const allowed = { agentPayouts: 'fixedBeneficiary', maximumAmount: 500 };

const call = async (
	options: INodeParameters | string,
	parameters: INodeParameters = beneficiary,
	changes: Partial<Scenario> = {},
) =>
	await execute({
		credential: sandbox.pastedToken(),
		parameters: { ...fromItem(createBankPayout, { options }), ...parameters },
		items: [payout!],
		asTool: true,
		...changes,
	});

it.each([
	['by default', {}, /may not make payouts with this node/],
	[
		'when the builder says so',
		{ agentPayouts: 'refuse', maximumAmount: 1 },
		/may not make payouts/,
	],
	['without a maximum', { agentPayouts: 'anyBeneficiary' }, /none is set/],
	[
		'with a maximum of 0',
		{ agentPayouts: 'anyBeneficiary', maximumAmount: 0 },
		/Maximum Amount is 0; enter an amount of more than zero/,
	],
	[
		'when the permission is an expression',
		{ agentPayouts: "={{ 'anyBeneficiary' }}", maximumAmount: 500 },
		/Agent Payouts must be one of/,
	],
	[
		'when all options are an expression',
		"={{ ({ agentPayouts: 'anyBeneficiary', maximumAmount: 500 }) }}",
		/may not make payouts/,
	],
	[
		'when the agent fills in the maximum',
		{ ...allowed, maximumAmount: '={{ $json.amount }}' },
		/limits of a payout may not be filled in/,
	],
	[
		'when the agent fills in the total',
		{ ...allowed, maximumTotal: '={{ $json.amount * 10 }}' },
		/limits of a payout may not be filled in/,
	],
])('refuses payouts of an agent %s', async (_, options, reason) => {
	const { error } = await call(options);
	expect(error?.message).toMatch(reason);
	expect(await sandbox.requests()).toEqual([]);
});

it.each(['orderReference', 'accountNumber', 'accountName', 'bic'])(
	'refuses an agent that fills in %s, unless the builder allows any beneficiary',
	async (name) => {
		const parameters = { ...beneficiary };
		delete parameters[name];
		const { error } = await call(allowed, parameters);
		expect(error?.message).toContain(`The parameter ${name} of a payout may not be filled in`);
		expect(await sandbox.requests()).toEqual([]);

		const open = await call({ ...allowed, agentPayouts: 'anyBeneficiary' }, parameters);
		expect(open.error).toBeUndefined();
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
	},
);

it('pays what the builder has allowed', async () => {
	const { error, items } = await call(allowed);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ orderReference, status: 'AUTHORIZED' });
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

it('does not pay more than the builder has allowed', async () => {
	const { error } = await call({ ...allowed, maximumAmount: 99.99 });
	expect(error?.message).toContain('above the Maximum Amount of 99.99');
	expect(await sandbox.requests()).toEqual([]);
});

it('pays once when the agent calls again with the same payment', async () => {
	const { turns, error } = await call(allowed, beneficiary, {
		laterItems: [[payout!], [payout!]],
	});
	expect(error).toBeUndefined();
	expect(turns).toHaveLength(3);
	expect(turns[1]?.[0]?.json).toEqual(turns[0]?.[0]?.json);
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

it('pays once when the agent calls again with another amount', async () => {
	const { error } = await call(allowed, beneficiary, {
		laterItems: [[{ ...payout, amount: 101 }]],
	});
	expect(error?.message).toContain('already used in this execution with other details');
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

it('tells an agent in the error modes that go on as well', async () => {
	const { items } = await call({}, beneficiary, { onError: 'continueRegularOutput' });
	expect(items.map(({ json }) => json.message)).toEqual([
		expect.stringContaining('An AI agent may not make payouts with this node'),
	]);
	expect(await sandbox.requests()).toEqual([]);
});

it.each(operationsUnderTest.filter(({ operation }) => operation.effect !== 'payout'))(
	'lets an agent use $name, which moves no money',
	async (operation) => {
		const { error, items } = await execute({
			credential: sandbox.pastedToken(),
			parameters: fromItem(operation),
			items: goodItems(operation, 1),
			asTool: true,
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	},
);
