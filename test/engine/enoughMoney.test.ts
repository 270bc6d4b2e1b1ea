import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ServiceOperation } from '../../sandbox';
import { execute, type EngineScenario } from '../../workbench/engine/engine';
import { createBankPayout, fixedParameters, payoutItems } from '../../workbench/engine/operations';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';
import { post } from '../../workbench/servers/sandboxClient';

/* The options Check Balance First and Maximum per Day: whether the money is there, and a limit for the day. */

const free = { TZS: '0.00', USD: '0.00' };
const sandbox = useSandbox({ fees: { ACH: free, RTGS: free } });

const DAY_MS = 86_400_000;
const onError = 'continueRegularOutput' as const;

/** Payouts of 100.00, 101.00, … TZS, but for what is changed in single ones. */
const pay = async (
	count: number,
	options: INodeParameters,
	{ changed = [], ...changes }: Partial<EngineScenario> & { changed?: IDataObject[] } = {},
) => {
	const items = payoutItems(count).map((item, index) => ({ ...item, ...changed[index] }));
	return await execute(sandbox.payouts(count, { options, items, onError, ...changes }));
};

/** Somebody else pays, with the dashboard, say. */
const payElsewhere = async (orderReference: string, amount: number) => {
	const item = { ...payoutItems(1)[0], orderReference, amount };
	await post(sandbox.baseUrl, createBankPayout.request.url, item);
};

const asked = async (operation: ServiceOperation) => (await sandbox.requests(operation)).length;
const requests = async () => {
	const all = (await sandbox.requests()).map(({ operation }) => operation);
	return all.filter((one) => !['createBankPayout', 'getPayout'].includes(String(one))).join();
};
const causesOf = (items: Parameters<typeof outcomesOfItems>[0]) =>
	items.map((item) => `${outcomesOfItems([item])[0]} ${detailsOf(item).cause ?? ''}`.trim());
const repeated = (count: number, what: string) => Array<string>(count).fill(what);

describe('Check Balance First', () => {
	it('sends none of 60 payouts where the money is missing, and says how much', async () => {
		await sandbox.control.settings({ balances: { TZS: '5000.00' } });
		const { items } = await pay(60, { checkBalance: true });
		expect(causesOf(items)).toEqual(repeated(60, 'notSent account'));
		const says = 'Short by TZS 2,770.00: 60 payouts of 7,770.00 without fees, balance 5,000.00';
		for (const { json } of items) expect(json.message).toContain(says);
		expect(detailsOf(items[0]!)).toMatchObject({ safeToRetry: true });
		expect([await requests(), await asked('createBankPayout')]).toEqual(['getBalance', 0]);
		await sandbox.control.settings({ balances: { TZS: '8000.00' } });
		expect(outcomesOfItems((await pay(60, { checkBalance: true })).items)).toEqual(
			repeated(60, 'accepted'),
		);
	});

	it('stops the workflow with what is missing, and sends nothing of another currency either', async () => {
		await sandbox.control.settings({ balances: { USD: '50.00' } });
		const changed = [{}, { currency: 'USD' }];
		const { error } = await pay(2, { checkBalance: true }, { onError: 'stopWorkflow', changed });
		expect(error?.message).toMatch(
			/^Nothing was sent\. .*Short by USD 51\.00: 1 payout of 101\.00/,
		);
		expect(error?.description).toContain('Top up the account');
		expect(await asked('createBankPayout')).toBe(0);
	});

	it('counts no payout that an execution has made before', async () => {
		await pay(2, {});
		await sandbox.control.settings({ balances: { TZS: '102.00' } });
		const { items } = await pay(3, { checkBalance: true });
		expect(outcomesOfItems(items)).toEqual(['alreadySent', 'alreadySent', 'accepted']);
	});
});

describe('neither option costs a request', () => {
	const both = { checkBalance: true, maximumPerDay: 1_000_000 };
	it.each<[string, INodeParameters, Parameters<typeof pay>[2]]>([
		['where only the requests are shown', { validateOnly: true }, {}],
		['where all was sent before', {}, {}],
		[
			'where all is above another limit',
			{ maximumAmount: 1 },
			{ changed: [{ orderReference: 'N' }] },
		],
		[
			'where an invalid item holds all back',
			{},
			{ onError: 'stopWorkflow', changed: [{ orderReference: 'N' }, { amount: 0 }] },
		],
	])('%s', async (_, options, changes) => {
		await pay(2, {});
		await pay(2, { ...both, ...options }, changes);
		expect([await asked('getBalance'), await asked('getManyPayouts')]).toEqual([0, 0]);
	});
});

describe('Maximum per Day', () => {
	it('refuses a run that would be above it, with what was paid elsewhere today, and says both sums', async () => {
		await payElsewhere('E1', 1500);
		const { items } = await pay(2, { maximumPerDay: 1700 });
		expect(causesOf(items)).toEqual(repeated(2, 'invalid settings'));
		expect(items[0]?.json.message).toMatch(
			/TZS 1,500\.00 went out on \d{4}-\d\d-\d\d or are under way, and this run adds 201\.00: above the Maximum per Day of 1,700\.00/,
		);
		expect(await asked('createBankPayout')).toBe(1);
		expect(outcomesOfItems((await pay(2, { maximumPerDay: 1701 })).items)).toEqual(
			repeated(2, 'accepted'),
		);
	});

	it.each([
		['ahead of ours', 2, 1],
		// From our day on, the list is empty: it is asked for again, from the service's own day on.
		['behind ours', -2, 2],
	])('goes by the day of the service, which is two days %s', async (_, days, readings) => {
		await sandbox.control.settings({ clockAheadMs: days * DAY_MS });
		await payElsewhere('E1', 1500);
		const { items } = await pay(1, { maximumPerDay: 1599 });
		expect(causesOf(items)).toEqual(['invalid settings']);
		const first = (await sandbox.requests('getManyPayouts')).filter(({ path }) =>
			/skip=0/.test(path),
		);
		expect(first).toHaveLength(readings);
		expect(await asked('createBankPayout')).toBe(1);
	});

	it('holds over five runs at once', async () => {
		const credential = sandbox.credential();
		const runs = payoutItems(5).map(async (item) => {
			const items = [{ ...item, amount: 100 }];
			return await pay(
				1,
				{ maximumPerDay: 300 },
				{ items, workflowId: String(item.orderReference), credential },
			);
		});
		const outcomes = (await Promise.all(runs)).flatMap(({ items }) => causesOf(items));
		expect(outcomes.sort()).toEqual([
			...repeated(3, 'accepted'),
			...repeated(2, 'invalid settings'),
		]);
	});

	it('holds over three runs one after the other, also where the list is late', async () => {
		const body = { data: [], totalCount: 0 };
		const operation = 'getManyPayouts';
		await sandbox.control.addFault({ kind: 'answer', operation, body, times: 100 });
		const credential = sandbox.credential();
		const outcomes: string[] = [];
		for (const item of payoutItems(3)) {
			const how = { items: [{ ...item, amount: 100 }], credential };
			outcomes.push(...causesOf((await pay(1, { maximumPerDay: 250 }, how)).items));
		}
		expect(outcomes).toEqual(['accepted', 'accepted', 'invalid settings']);
	});

	it('holds over the calls of an agent, each of which is below Maximum Amount', async () => {
		const options = { agentPayouts: 'fixedBeneficiary', maximumAmount: 110, maximumPerDay: 500 };
		const outcomes: string[] = [];
		for (const item of payoutItems(7)) {
			const parameters = fixedParameters(item, { amount: '={{ $json.amount }}', options });
			const how = { parameters, asTool: true, onError };
			const called = sandbox.scenario(createBankPayout, [{ amount: 99 }], how);
			outcomes.push(...causesOf((await execute(called)).items));
		}
		expect(outcomes).toEqual([...repeated(5, 'accepted'), ...repeated(2, 'invalid settings')]);
	});
});
