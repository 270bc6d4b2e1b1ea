import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { execute, type EngineScenario } from '../../workbench/engine/engine';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';
import { operationNamed } from '../../workbench/engine/operations';

/* Lists that come whole, in one response: balance, statement, banks, exchange rates. */

const sandbox = useSandbox({ balances: { TZS: '10000.00', USD: '20.00' } });

const of = (resource: string, operation = 'getMany'): INodeParameters => ({ resource, operation });
const balance = of('account', 'getBalance');
const statement = (more: INodeParameters = {}) => ({
	...of('account', 'getStatement'),
	currency: 'TZS',
	...more,
});
const banks = of('bank');

const run = async (parameters: INodeParameters, changes: Partial<EngineScenario> = {}) =>
	await execute({ credential: sandbox.pastedToken(), parameters, items: [{}], ...changes });
const read = async (...how: Parameters<typeof run>) => {
	const { items, error } = await run(...how);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};
const paths = async () => (await sandbox.requests()).map(({ path }) => path);

it('an account that never had money is a matter of the account, and says what to do', async () => {
	await sandbox.control.settings({ hasBalance: false });
	const { items } = await run(balance, { onError: 'continueRegularOutput' });
	expect(detailsOf(items[0]!)).toMatchObject({
		...{ outcome: 'notFound', httpStatus: 404, cause: 'account' },
		nextStep: expect.stringMatching(/run it again/),
	});
	const says = 'No balance account yet: receive a first payment or deposit';
	expect(items[0]?.json.message).toContain(says);
});

it('a statement gives an item for each transaction, simplified with the account’s balance', async () => {
	const payouts = ['A', 'B'].map((orderReference) => ({ orderReference, amount: 100 }));
	await sandbox.know(operationNamed('payout.get'), payouts);
	const items = await read(statement({ options: { simplify: true } }));
	expect(items.map(({ type, orderReference }) => `${type} ${orderReference}`)).toEqual(
		['A', 'B'].flatMap((reference) => [`Payout ${reference}`, `Fee - Payout ${reference}`]),
	);
	expect(items[0]).toMatchObject({ amount: 100, openingBalance: 10000, closingBalance: 6800 });
	expect(Object.keys(items[0]!)).toHaveLength(10);
});

it('a statement that is too long for one response says that fewer days are to be asked for', async () => {
	const body = { accountDetails: { currency: 'TZS' }, transactions: [] };
	const fault = { kind: 'answer', operation: 'getStatement', body, bytes: 5_000_001 } as const;
	await sandbox.control.addFault(fault);
	const { items } = await run(statement(), { onError: 'continueRegularOutput' });
	expect(items[0]?.json.message).toContain('The response was cut off, or is longer than 5 MB');
	expect(detailsOf(items[0]!).nextStep).toContain('ask for fewer days');
});

it('banks come from the Banks Path of the credential', async () => {
	const items = await read(banks);
	expect(items).toContainEqual({ name: 'CRDB Bank', value: 'CRDB', bic: 'CORUTZTZ' });
	const credential = sandbox.pastedToken({ banksPath: 'elsewhere?country=TZ' });
	const { error } = await run(banks, { credential });
	expect(error?.message).toContain('HTTP 404');
	const [list, elsewhere] = await paths();
	expect([list, elsewhere]).toEqual([
		'/third-parties/list/banks',
		'/third-parties/elsewhere?country=TZ',
	]);
});

it('where all items ask for the same list, each ends with an outcome if it does not come, and it is asked for once', async () => {
	await sandbox.control.addFault({ kind: 'statusBefore', status: 500, times: 9 });
	const items: IDataObject[] = [{}, {}, {}];
	const { outputs } = await run(statement(), { items, onError: 'continueErrorOutput' });
	const [good, failed] = outputs;
	expect(good).toEqual([]);
	expect(outcomesOfItems(failed!)).toEqual(Array(3).fill('unknown'));
	expect(failed!.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	expect(failed!.map(({ json }) => String(json.message).slice(0, 6))).toEqual([
		'Item 1',
		'Item 2',
		'Item 3',
	]);
	expect(await sandbox.requests()).toHaveLength(1);
});
