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

const fail = () => {
	throw new Error('Not today');
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

it('gives back what was sent before, also where an option cannot be read any more', async () => {
	const nodeType = laterIn(parameter('options', fail));
	const { turns, error } = await run(2, { laterItems: [payoutItems(2)], nodeType, onError });
	expect(error).toBeUndefined();
	expect(turns[1]).toEqual(turns[0]);
	expect(outcomesOf(turns[0]!)).toEqual(['accepted', 'accepted']);
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1 });
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

	it.each([onError, 'stopWorkflow'] as const)('does not hide what was sent (%s)', async (mode) => {
		const nodeType = laterIn(parameter('customer', () => customer));
		const laterItems = [goodItems(initiate, 1)];
		const { turns, error } = await execute(links(1, { laterItems, nodeType, onError: mode }));
		const said = error?.message ?? turns[1]?.[0]?.json.message;
		expect(said).toContain('The new details were not sent');
	});
});

it('shows with Validate Only what was sent before, and the requests of the rest', async () => {
	await refuse(1);
	const failed = await run(2);
	const validating = scenario(2, { options: { ...oneByOne, validateOnly: true } });
	const { items, error } = await retryExecution(failed, validating);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual([
		expect.objectContaining({ orderReference: 'INV-0', status: 'AUTHORIZED' }),
		{ request: expect.objectContaining({ method: 'POST' }) },
	]);
	expect(await sandbox.requests(operation)).toHaveLength(2);
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

it('knows by its reference what was sent in a turn that n8n does not tell', async () => {
	await refuse(1);
	const nodeType = nodeIn(() => ({ getWorkflowDataProxy: fail }));
	const { error } = await run(2, { retryOnFail: true, nodeType });
	expect(error).toBeUndefined();
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1 });
});

it('asks about what an earlier try left open, also where another item holds the rest back', async () => {
	await sandbox.control.addFault({ kind: 'dropAfter', operation });
	const first = await run(2, { options: { ...oneByOne, lookUpUnclear: false } });
	expect(first.error?.description).toContain('Unknown, look these up (1): INV-0.');
	const limited = scenario(2, { options: { ...oneByOne, maximumAmount: 100 } });
	const { error } = await retryExecution(first, limited);
	expect(error?.description).toContain('Accepted (1): INV-0.');
	expect(error?.description).toContain('Invalid (1): INV-1.');
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

it('gives back a paid item once to a later turn that repeats its reference', async () => {
	const [item] = payoutItems(1);
	const { turns } = await run(1, { laterItems: [[item!, item!]], onError });
	expect(outcomesOf(turns[1]!)).toEqual(['accepted', 'invalid']);
	expect(turns[1]?.[1]?.json).toMatchObject({
		message: expect.stringContaining('the same as that of item 1'),
		details: { safeToRetry: false },
	});
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
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
		const hint = hints.find((one) => one.includes('changed between two tries'));
		expect(hint).toContain(`item 1 as ${sent} instead of INV-0T`);
		expect(again).toMatch(/^INV-2T/);
	});

	it('names it in the error of a run that stops at another item', async () => {
		await refuse(1, 9);
		const { error } = await run(2, { parameters: changing(), retryOnFail: true });
		expect(error?.description).toMatch(/changed between two tries.*item 1 as INV-0T\d+ instead of/);
	});

	it('does not send an unclear payout again', async () => {
		await sandbox.control.addFault({ kind: 'dropAfter', operation });
		const parameters = { ...changing(), options: { ...oneByOne, lookUpUnclear: false } };
		const { error } = await run(1, { parameters, retryOnFail: true });
		expect(error?.message).toContain('may or may not have been made');
		expect(await paidAccounts()).toEqual(accounts(1));
	});

	it('lets stand what was sent first, where other details change as well', async () => {
		await refuse(1);
		const failed = await run(2, { parameters: changing() });
		const { items } = await retryExecution(
			failed,
			scenario(2, { parameters: changing({ amount: 999 }), onError }),
		);
		expect(items[0]?.json).toMatchObject({
			message: expect.stringContaining('sent this item with other details'),
			details: { outcome: 'invalid', safeToRetry: false },
		});
		expect(outcomesOf(items)).toEqual(['invalid', 'accepted']);
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

it('keeps all outcomes where n8n takes no hint', async () => {
	await refuse(1);
	const nodeType = nodeIn(() => ({ addExecutionHints: fail }));
	const { items, error } = await run(3, { onError, nodeType });
	expect(error).toBeUndefined();
	expect(outcomesOf(items)).toEqual(['accepted', 'rejected', 'accepted']);
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
