import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ServiceOperation } from '../../sandbox';
import { execute, type EngineScenario } from '../../workbench/engine/engine';
import { createBankPayout, fixedParameters, payoutItems } from '../../workbench/engine/operations';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';
import { post } from '../../workbench/servers/sandboxClient';

/*
 * The options Check Balance First and Maximum per Day, as a workflow meets them: runs beside and behind each other, and
 * the days of the service, are tried in test/unit/executor/deliver/limits.test.ts.
 */

const free = { TZS: '0.00', USD: '0.00' };
const sandbox = useSandbox({ fees: { ACH: free, RTGS: free } });

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
});

describe('neither option costs a request', () => {
	const both = { checkBalance: true, maximumPerDay: 1_000_000 };
	it.each<[string, INodeParameters, Parameters<typeof pay>[2]]>([
		['where only the requests are shown', { validateOnly: true }, {}],
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
