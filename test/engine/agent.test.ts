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

const call = async (options: INodeParameters, changes: Partial<Scenario> = {}) => {
	const parameters = fromItem(createBankPayout, { options, ...beneficiary });
	return await execute(sandbox.payouts(1, { parameters, asTool: true, ...changes }));
};

it('pays once when the agent calls again with the same payment', async () => {
	const { turns, error } = await call(allowed, { laterItems: [[payout!], [payout!]] });
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
