import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { execute, type EngineScenario } from '../../workbench/engine/engine';
import {
	createBankPayout,
	fixedParameters,
	goodItems,
	initiate,
	parametersFromItem,
	payoutItems,
} from '../../workbench/engine/operations';
import { hurriedNode, parameters } from '../../workbench/engine/nodes';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';

// A service that pays whatever it is sent: only the node itself can hold a payout.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const onError = 'continueRegularOutput';

const run = async (
	items: IDataObject[],
	options: INodeParameters,
	changes: Partial<EngineScenario> = {},
) => await execute(sandbox.payouts(items.length, { items, options, onError, ...changes }));

const [bill, other] = payoutItems(2) as [IDataObject, IDataObject];
/** Three spellings of one bill, and another bill. */
const spellings = [
	...['S001INV1', 'S001INV01', 's001inv1'].map((orderReference) => ({ ...bill, orderReference })),
	other,
];

describe('equal payouts', () => {
	it('are held before anything is asked, and the others leave', async () => {
		const { items } = await run(spellings, {});
		expect(outcomesOfItems(items)).toEqual(['invalid', 'invalid', 'invalid', 'accepted']);
		expect(items[1]?.json.message).toContain(
			'S001INV01 (item 2): This item was not sent. It has the same account and the same amount as S001INV1.',
		);
		expect(detailsOf(items[1]!)).toMatchObject({ cause: 'item', safeToRetry: true });
		expect(await sandbox.paid()).toEqual({ 'INV-1': 1 });
		const asked = (await sandbox.requests()).map(({ path }) => path);
		expect(asked.filter((path) => /S001/i.test(path))).toEqual([]);
	});

	it('leave where the option says so, for what a person has checked', async () => {
		const rows = spellings.map((row, at) => ({ ...row, status: at === 0 ? 'checked' : 'pending' }));
		const equalPayouts = "={{ $json.status === 'checked' ? 'pay' : 'hold' }}";
		const { items } = await run(rows, { equalPayouts });
		expect(outcomesOfItems(items)).toEqual(['accepted', 'invalid', 'invalid', 'accepted']);
	});

	it('are held in the calls of an agent', async () => {
		const limits = { agentPayouts: 'anyBeneficiary', maximumAmount: 500, maximumPerDay: 5000 };
		const orderReference = "={{ $fromAI('orderReference') }}";
		const own = fixedParameters(bill, { options: limits, orderReference });
		const given = spellings.map((row) => row.orderReference);
		// In the engine there is no agent: what it would give in each call stands here.
		const nodeType = hurriedNode(
			parameters((name, typed, _, isRaw) =>
				name === 'orderReference' && !isRaw ? given.shift() : typed(),
			),
		);
		const asTool = { parameters: own, asTool: true, nodeType, laterItems: [[{}], [{}]] };
		const { turns } = await run([{}], {}, asTool);
		expect(turns.map(outcomesOfItems).flat()).toEqual(['accepted', 'invalid', 'invalid']);
		for (const [item] of turns.slice(1)) {
			expect(item?.json.message).toContain('S001INV1, which this execution has sent');
		}
	});
});

it('the name on the account is asked for before a payout leaves, and holds one to another holder', async () => {
	// The bank of the sandbox tells by the last digit: 0 is Asha Mushi, 4 is Juma Hassan, 9 is not told.
	const rows = ['0150000', '0150004', '0150009'].map((accountNumber, index) => ({
		...{ ...bill, accountNumber, orderReference: `A${index + 1}` },
	}));
	const { items } = await run(rows, { checkAccountName: true });
	expect(outcomesOfItems(items)).toEqual(['accepted', 'invalid', 'accepted']);
	expect(items[1]?.json.message).toContain(
		'The bank has this account in the name of "Juma Hassan", and Account Name is "Asha Mushi".',
	);
	expect(detailsOf(items[1]!)).toMatchObject({ cause: 'item', orderReference: 'A2' });
	expect(await sandbox.requests('verifyBankAccount')).toHaveLength(3);
	expect(await sandbox.paid()).toEqual({ A1: 1, A3: 1 });
});

it('an order reference that changes from run to run is refused', async () => {
	const orderReference = '={{ $now.toMillis() }}';
	const parameters = parametersFromItem(createBankPayout, { orderReference });
	const { items } = await run(payoutItems(2), {}, { parameters });
	expect(outcomesOfItems(items)).toEqual(['notSent', 'notSent']);
	expect(detailsOf(items[0]!)).toMatchObject({ cause: 'settings', safeToRetry: true });
	expect(items[0]?.json.message).toContain('a later run would pay the same row again');
	expect(await sandbox.requests()).toEqual([]);
});

it.each<[string, INodeParameters, RegExp]>([
	['a reference that changes', { orderReference: '=L-{{ $now.toMillis() }}' }, /another link for/],
	['Validate Only', { options: { validateOnly: true } }, /sent\. Its items show the requests\.$/],
	['it, of rows', { options: { validateOnly: true, output: 'row' } }, /nothing was sent\.$/],
])('a run for links says what it is set to: %s', async (_, changes, hint) => {
	const [parameters, items] = [parametersFromItem(initiate, changes), goodItems(initiate, 1)];
	const { hints } = await execute(sandbox.scenario(initiate, items, { parameters }));
	expect(hints.at(-1)).toMatch(hint);
});

it('says where Execute Once has kept all but the first item out', async () => {
	const { items, hints } = await run(payoutItems(3), {}, { executeOnce: true });
	expect(outcomesOfItems(items)).toEqual(['accepted']);
	expect(hints).toEqual([expect.stringContaining('only the first item was looked at, of 3')]);
});
