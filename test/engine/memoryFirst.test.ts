import type { INodeParameters, OnError } from 'n8n-workflow';
import { nodeIn, parameter, type Alter } from '../../workbench/engine/alteredContext';
import { execute, retryExecution, type Scenario } from '../../workbench/engine/engine';
import {
	fromItem,
	goodItems,
	initiate,
	payoutItems,
	payoutParameters,
} from '../../workbench/engine/operations';
import { detailsOf, outcomesOf } from '../../workbench/engine/outcomes';
import { processedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from '../../workbench/engine/sandbox';

// A service that pays whatever it is sent: only the node itself can prevent a second payment.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const operation = 'createBankPayout';
const onError: OnError = 'continueRegularOutput';
const oneByOne = { concurrency: 1 };

const scenario = (count: number, changes: Parameters<typeof sandbox.payouts>[1] = {}): Scenario =>
	sandbox.payouts(count, { options: oneByOne, ...changes });

const run = async (...how: Parameters<typeof scenario>) => await execute(scenario(...how));

/** Refuses the payouts that come from this one on, counted from 0. */
const refuse = async (skip: number, times = 1) =>
	await sandbox.control.addFault({ kind: 'statusBefore', status: 422, operation, skip, times });

/** The node, whose context is another one from its second run on. */
const laterIn = (alter: Alter) => {
	let runs = 0;
	return nodeIn((context) => (runs++ === 0 ? {} : alter(context)));
};

describe('a later try that cannot read its credential', () => {
	const getCredentials = async () => await Promise.reject(new Error('It cannot be decrypted'));
	/** The node whose credential can be read in its first try only, and what else is other then. */
	const forgetful = (others: Alter = () => ({})) =>
		laterIn((context) => ({ getCredentials, ...others(context) }));
	const validating = parameter('options', () => ({ ...oneByOne, validateOnly: true }));

	it('says in stop mode what was sent before', async () => {
		await refuse(1);
		const { error } = await run(3, { retryOnFail: true, nodeType: forgetful() });
		const said = `${error?.message} ${error?.description}`;
		expect(said).toContain('It cannot be decrypted');
		expect(said).toContain('Accepted (1): INV-0.');
		expect(said).toContain('Not sent (2): INV-1, INV-2.');
		expect(said).not.toContain('Nothing was sent');
	});

	it('gives back in continue mode what was sent before', async () => {
		await refuse(0);
		const { items } = await run(3, { retryOnFail: true, onError, nodeType: forgetful() });
		expect(outcomesOf(items)).toEqual(['notSent', 'accepted', 'accepted']);
		expect(items[0]?.json.message).not.toContain('Nothing was sent');
		expect(items[1]?.json).toMatchObject({ orderReference: 'INV-1', status: 'AUTHORIZED' });
		expect(await sandbox.paid()).toEqual({ 'INV-1': 1, 'INV-2': 1 });
	});

	it.each([
		['where everything was sent before', undefined],
		['also where it is only to validate', validating],
	])('gives back everything, %s', async (_, others) => {
		const nodeType = forgetful(others);
		const { turns, error } = await run(2, { laterItems: [payoutItems(2)], nodeType });
		expect(error).toBeUndefined();
		expect(turns[1]).toEqual(turns[0]);
	});
});

it('a limit that was added before the execution is retried does not concern what was paid before', async () => {
	await refuse(1);
	const failed = await run(2);
	const limited = scenario(2, { options: { ...oneByOne, maximumAmount: 50 } });
	const { error } = await retryExecution(failed, limited);
	const said = `${error?.message} ${error?.description}`;
	expect(said).toMatch(/^Item 2, order reference INV-1: Amount is 101.*Maximum Amount of 50/);
	expect(said).toContain('Accepted (1): INV-0.');
	expect(said).not.toContain('Nothing was sent');
});

describe('a choice that became an expression before the execution is retried', () => {
	// Whatever it gives: the fields of a run are the same for all items.
	const customer = "={{ 'id' }}";
	const links = (count: number, changes: Partial<Scenario> = {}) =>
		sandbox.scenario(initiate, goodItems(initiate, count), changes);

	it('lets nothing be sent any more, and says what was', async () => {
		await sandbox.control.addFault({ kind: 'statusBefore', status: 422, skip: 1 });
		const failed = await execute(links(2));
		const parameters = fromItem(initiate, { customer });
		const { error } = await retryExecution(failed, links(2, { parameters }));
		expect(error?.message).toContain('choose one of Customer ID, Customer Details');
		expect(error?.description).toContain('Invalid (1): INV-0.');
		expect(error?.description).toContain('Not sent (1): INV-1.');
		expect(await sandbox.requests('initiateCardPayment')).toHaveLength(2);
	});
});

it('calls no request accepted that Validate Only has built, where it stops at what is open', async () => {
	await sandbox.control.addFault({ kind: 'dropAfter', operation });
	const unasked = { ...oneByOne, lookUpUnclear: false };
	const failed = await run(2, { options: unasked });
	const validating = scenario(2, { options: { ...unasked, validateOnly: true } });
	const { error } = await retryExecution(failed, validating);
	expect(error?.message).toContain('order reference INV-0');
	expect(error?.description).toContain('Not sent (1): INV-1.');
	expect(error?.description).not.toContain('Accepted');
	expect(await sandbox.requests(operation)).toHaveLength(1);
});

describe('a reference that is another one in each try', () => {
	const changing = (changes: INodeParameters = {}): INodeParameters => ({
		...payoutParameters(oneByOne),
		orderReference: "={{ $json.orderReference + 'T' + $now.toMillis() }}",
		...changes,
	});
	const paidAccounts = async () =>
		(await sandbox.ledger()).payouts.map(({ beneficiary }) => beneficiary.accountNumber).sort();
	const accounts = (count: number) => payoutItems(count).map((item) => item.accountNumber);

	it('pays every item once, and names the reference that stands', async () => {
		await refuse(2);
		const order = scenario(3, { parameters: changing(), retryOnFail: true });
		const { items, hints, error } = await execute(order);
		expect(error).toBeUndefined();
		expect(await paidAccounts()).toEqual(accounts(3));
		const [sent, , , again] = (await sandbox.requests(operation)).map((one) => one.orderReference);
		expect(items[0]?.json.orderReference).toBe(sent);
		const hint = hints.find((one) => one.includes('changed between two attempts'));
		expect(hint).toContain(`item 1 as ${sent} instead of INV-0T`);
		expect(again).toMatch(/^INV-2T/);
	});

	it.each([
		['of one run', { items: [payoutItems(1)[0]!, payoutItems(1)[0]!] }],
		['of two turns of a loop', { laterItems: [payoutItems(1)] }],
	])('pays two equal items %s twice', async (_, changes) => {
		const parameters = changing({
			orderReference: "={{ 'R' + $itemIndex + 'T' + $now.toMillis() + 'N' + $runIndex }}",
		});
		const { error } = await run(1, { parameters, ...changes });
		expect(error).toBeUndefined();
		expect(await sandbox.requests(operation)).toHaveLength(2);
	});
});

describe('when the store fails while a reservation is checked', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each<OnError>([onError, 'stopWorkflow'])(
		'sends nothing, keeps the references reserved and names them (%s)',
		async (mode) => {
			const store = await processedStore();
			const check = store.checkProcessedAndRecord.bind(store);
			jest
				.spyOn(store, 'checkProcessedAndRecord')
				.mockImplementationOnce(check)
				.mockRejectedValueOnce(new Error('database is locked'));
			const { items, hints, error } = await run(2, { onError: mode });
			const told = error === undefined ? hints : String(error.description).split('<br/>');
			expect(told).toContainEqual(expect.stringMatching(/could not be released: INV-0, INV-1\./));
			const nextStep = 'Its order reference could not be released: look it up with Payout → Get';
			if (error !== undefined) expect(error.description).toContain(nextStep);
			else {
				const details = { outcome: 'notSent', nextStep: expect.stringContaining(nextStep) };
				expect(items.map(detailsOf)).toMatchObject([details, details]);
			}
			expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
			expect(await sandbox.requests()).toEqual([]);
		},
	);
});
