import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { execute, retryExecution, type EngineScenario } from '../../workbench/engine/engine';
import { hurriedNode } from '../../workbench/engine/nodes';
import {
	initiate,
	operationNamed as one,
	parametersFromItem,
	payoutItems,
	payoutParameters,
} from '../../workbench/engine/operations';
import { errorModes } from '../../workbench/workflows/workflows';
import { useSandbox } from './useSandbox';

const sandbox = useSandbox();

const create = 'createBankPayout' as const;
const [PAYOUT] = payoutItems(1) as [IDataObject];
/** A row as it comes from a sheet, with columns that the node does not know. */
const ROW = { ...PAYOUT, row_number: 2, remark: 'rent', status: '', note: 'old' };
const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);

interface Given {
	row?: IDataObject;
	options?: INodeParameters;
	/** What was done before, e.g. an earlier run. */
	before?: () => Promise<unknown>;
}

/** What is paid when this is called has the status SUCCESS then. */
const payBefore = async () => {
	await execute(sandbox.payouts(1));
	await sandbox.control.setPayoutStatus('INV-0', 'SUCCESS');
};

type Case = [what: string, given: Given, status: string, note: RegExp, more?: IDataObject];

const ours = { payoutId: expect.any(String), fee: 1500, paidOn: today() };

/** Ways to a row that more than its result decides; the others are in test/unit/executor/report/rows.test.ts. */
it.each<Case>([
	['accepted', {}, 'accepted', /^On its way: \S+, AUTHORIZED, 100\.00 TZS\.$/, ours],
	// Written checked, as other held rows are, it would be held in every run.
	[
		'above Maximum Amount, in a row that was looked at',
		{ row: { ...ROW, status: 'checked' }, options: { maximumAmount: 5 } },
		'held',
		/^Check the amount\. Is it right\? .* raise Maximum Amount, then write pending\. Nothing was sent: /,
	],
	[
		'held up by Check Balance First, in a row that was unknown',
		{
			...{ row: { ...ROW, status: 'unknown' }, options: { checkBalance: true } },
			before: async () => await sandbox.control.settings({ balances: { TZS: '5.00' } }),
		},
		'unknown',
		/still not known\. Nothing was sent now: Short by/,
	],
	[
		'made by a run that was killed, and paid',
		{ before: payBefore },
		'paid',
		/^Nothing to do: another run has paid/,
		ours,
	],
	[
		'not sent by Validate Only',
		{ options: { validateOnly: true } },
		'pending',
		/It would send 100\.00 TZS to …0001 as INV-0\.$/,
	],
])('a row whose payout is %s', async (_, given, status, note, more = {}) => {
	const { row = ROW, options, before } = given;
	await before?.();
	const parameters = payoutParameters({ output: 'row', ...options });
	const { outputs } = await execute(sandbox.payouts(1, { items: [row], parameters }));
	expect(outputs[0]).toHaveLength(1);
	const { json, pairedItem } = outputs[0]![0]!;
	const needsYou = !['paid', 'accepted'].includes(status);
	// The columns of the row, those that the node fills in, and no other.
	expect(json).toEqual({ ...row, ...more, status, needsYou, note: expect.stringMatching(note) });
	expect(pairedItem).toEqual({ item: 0 });
	expect(json.note).not.toMatch(/\bitem \d|\{\{|\.\w+\(\)|\$json|Order Reference|Run this item/);
});

/** Rows in one run of Create Bank Payout. */
async function payAll(rows: IDataObject[], changes: Partial<EngineScenario> = {}) {
	const parameters = payoutParameters({ output: 'row' });
	return await execute(sandbox.payouts(rows.length, { items: rows, parameters, ...changes }));
}

const statusesOf = (items: INodeExecutionData[]) => items.map(({ json }) => json.status);

it.each(errorModes)(
	'each row comes out once, in its order, and a blank one as it came: %s',
	async (onError) => {
		const [first, second, third] = payoutItems(3) as [IDataObject, IDataObject, IDataObject];
		const blank = Object.fromEntries(Object.keys(first).map((key) => [key, '']));
		const rows = [
			{ ...first, row_number: 2, error: 'a column of theirs' },
			{ ...blank, row_number: 3 },
			{ ...second, row_number: 4, bic: 'NONE' },
			{ ...third, row_number: 5 },
			{ ...third, row_number: 6, amount: 7 },
		];
		await sandbox.control.addFault({
			...{ kind: 'statusBefore', operation: create, status: 422 },
			...{ orderReference: 'INV-1', body: { message: 'Unknown bank' } },
		});
		const { outputs, hints, run } = await payAll(rows, { onError });
		const [items = [], failed = []] = outputs;
		expect(failed).toEqual([]);
		expect(run.status).toBe('success');
		expect(items.map(({ json }) => json.row_number)).toEqual([2, 3, 4, 5, 6]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
		expect(statusesOf(items)).toEqual(['accepted', undefined, 'rejected', 'rejected', 'rejected']);
		expect(items[0]!.json).toMatchObject({ errorColumn: 'a column of theirs' });
		expect(items[0]!.json).not.toHaveProperty('error');
		expect(items[1]!.json).toEqual(rows[1]);
		expect(items[3]!.json.note).toMatch(/Another row has the order reference INV-2, too\.$/);
		expect(hints).toEqual(['3 of 5 rows need you: 3 rejected. The note of each says what to do.']);
	},
);

describe('what keeps the run from beginning', () => {
	const unreadable = (): Partial<EngineScenario> => {
		const getCredentials = async () => await Promise.reject(new Error('It cannot be decrypted'));
		return { nodeType: hurriedNode(() => ({ getCredentials })) };
	};
	const option = { parameters: payoutParameters({ output: 'row', concurrency: 0 }) };
	const rows = [
		{ ...ROW, status: 'unknown' },
		...payoutItems(2).slice(1),
		{ row_number: 4, orderReference: '', amount: '' },
	];

	it.each([
		['a credential', unreadable, 'It cannot be decrypted'],
		['an option', () => option, 'Concurrency'],
	])('stops it, and gives rows where the node goes on: %s', async (_, changes, says) => {
		for (const onError of errorModes) {
			const { error, items } = await payAll(rows, { onError, ...changes() });
			if (onError === 'stopWorkflow') {
				expect(error?.message).toMatch(says);
				continue;
			}
			expect(statusesOf(items)).toEqual(['unknown', 'pending', undefined]);
			expect(items[1]!.json.note).toMatch(`Nothing was sent now: `);
			expect(items[1]!.json.note).toMatch(says);
		}
		expect(await sandbox.requests()).toEqual([]);
	});

	it('does not lose what an earlier attempt of the execution has paid', async () => {
		const rowsToPay = payoutItems(2);
		const scenario = sandbox.payouts(2, { items: rowsToPay });
		await sandbox.control.addFault({
			...{ kind: 'statusBefore', operation: create, status: 422, orderReference: 'INV-1' },
		});
		const stopped = await execute(scenario);
		const { items } = await retryExecution(stopped, {
			...{ ...scenario, parameters: payoutParameters({ output: 'row' }) },
			...unreadable(),
		});
		expect(statusesOf(items)).toEqual(['accepted', 'pending']);
	});
});

/** Looks one row up. */
async function lookUp(name: string, row: IDataObject, options: INodeParameters = {}) {
	const operation = one(name);
	const parameters = parametersFromItem(operation, { options: { output: 'row', ...options } });
	const { items } = await execute(sandbox.scenario(operation, [row], { parameters }));
	expect(items).toHaveLength(1);
	return items[0]!.json;
}

describe('Payout Get', () => {
	const row = { orderReference: 'INV-0', accountNumber: PAYOUT.accountNumber, amount: 100 };
	const expecting = {
		expectedAccountNumber: '={{ $json.accountNumber }}',
		expectedAmount: '={{ $json.amount }}',
	};

	it.each<[what: string, values: IDataObject, status: string]>([
		['its own', {}, 'paid'],
		['another account’s', { accountNumber: '0999888877776' }, 'reference used'],
		['its own, after it was thought another’s', { status: 'reference used' }, 'paid'],
	])('compares it with the row: %s', async (_, values, status) => {
		await payBefore();
		const json = await lookUp('payout.get', { ...row, ...values }, expecting);
		expect(json.status).toBe(status);
		expect('payoutId' in json).toBe(status === 'paid');
	});

	it('changes no status of what is not listed', async () => {
		const note = expect.stringMatching(/^Was it sent from another account/);
		for (const status of ['paid', '']) {
			const given = { ...row, status };
			const json = await lookUp('payout.get', given, expecting);
			expect(json).toEqual({ ...given, needsYou: true, note });
		}
	});
});

it('Card Payment Initiate puts the link into the row', async () => {
	const row = { orderReference: 'ORDER-0', amount: '25.50', currency: 'USD', customerId: 'CUST1' };
	const told = { status: 'link made', needsYou: false, link: expect.stringMatching(/^http/) };
	expect(await lookUp(initiate.name, row)).toMatchObject(told);
});

it('Preview Bank Payout keeps the status, and says whether it can be paid', async () => {
	const row = { ...PAYOUT, status: 'checked' };
	const amounts = { fee: 1500, total: 1600, receives: 100 };
	expect(await lookUp('payout.previewBankPayout', row)).toMatchObject({
		...{ ...amounts, payable: true, needsYou: false, status: 'checked' },
	});
});
