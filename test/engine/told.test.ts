import type { Fault } from '../../sandbox';
import { execute } from '../../workbench/engine/engine';
import {
	operationsUnderTest,
	parametersFromItem,
	payoutItems,
} from '../../workbench/engine/operations';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';

const sandbox = useSandbox();
const goOn = { onError: 'continueRegularOutput' } as const;
const one = (name: string) => operationsUnderTest.find((each) => each.name === name)!;
const ALWAYS = { times: 1000 };
const told = ({ message, description }: { message?: string; description?: string | null } = {}) =>
	`${message} ${description}`;
const accounts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		...{ accountNumber: `015038451270${index}`, bic: 'CORUTZTZ' },
	}));

describe('a stopped run that only reads', () => {
	it('does not call a payout accepted whose money came back', async () => {
		const items = [{ orderReference: 'INV-0' }, { orderReference: 'INV-404' }];
		await sandbox.know(one('payout.get'), items.slice(0, 1));
		await sandbox.control.setPayoutStatus('INV-0', 'REVERSED');
		const { error } = await execute(sandbox.scenario(one('payout.get'), items));
		expect(error?.message).toMatch(/^INV-404 \(item 2\): /);
		expect(told(error)).not.toMatch(/Accepted \(1\): INV-0/);
	});

	it('does not call a card payment accepted that was not paid', async () => {
		const items = [{ orderReference: 'INV-0' }, { orderReference: 'INV-404' }];
		await sandbox.know(one('cardPayment.get'), items.slice(0, 1));
		const { error } = await execute(sandbox.scenario(one('cardPayment.get'), items));
		expect(told(error)).not.toMatch(/Accepted \(1\): INV-0/);
	});

	it('does not call payouts accepted that were only previewed', async () => {
		const fault: Fault = { kind: 'statusBefore', status: 400, orderReference: 'INV-1' };
		await sandbox.control.addFault({ ...fault, body: { message: 'No' } });
		const { error } = await execute(
			sandbox.scenario(one('payout.previewBankPayout'), payoutItems(2)),
		);
		expect(await sandbox.paid()).toEqual({});
		expect(told(error)).not.toMatch(/Accepted \(1\): INV-0/);
	});

	it('does not ask to look up what is no payment', async () => {
		await sandbox.control.addFault({ kind: 'statusBefore', status: 500, ...ALWAYS });
		const { error } = await execute(sandbox.scenario(one('account.getBalance'), [{}]));
		expect(told(error)).not.toMatch(/look these up/);
	});
});

describe('a wrong address', () => {
	it.each([
		[404, { message: 'Cannot POST /payouts/create-bank-payout', error: 'Not Found' }],
		[404, '<title>404 page not found</title>'],
		[405, '<title>405 Not Allowed</title>'],
	])('is no matter of the row (%s %j)', async (status, body) => {
		const operation = 'createBankPayout';
		await sandbox.control.addFault({ kind: 'statusBefore', operation, status, body });
		const { items } = await execute(sandbox.payouts(1, goOn));
		const { cause, nextStep } = detailsOf(items[0]!);
		expect(nextStep).toMatch(/^Check Base URL in the credential/);
		expect(cause).toBe('settings');
	});

	it.each([{ checkBalance: true }, { maximumPerDay: 1_000_000 }])(
		'is told as one also with %j',
		async (options) => {
			const credential = sandbox.pastedToken({ baseUrl: sandbox.url });
			const { items } = await execute(sandbox.payouts(1, { ...goOn, credential, options }));
			const { cause, nextStep } = detailsOf(items[0]!);
			expect([cause, nextStep]).toEqual(['settings', expect.stringMatching(/Base URL/)]);
		},
	);

	it('of the banks is that of the Banks Path', async () => {
		const credential = sandbox.pastedToken({ banksPath: '/list/bankz' });
		const { items } = await execute(
			sandbox.scenario(one('bank.getMany'), [{}], { credential, ...goOn }),
		);
		expect(detailsOf(items[0]!).nextStep).toMatch(/Banks Path/);
	});
});

it('an account without a balance is a matter of the account', async () => {
	await sandbox.control.settings({ hasBalance: false });
	const { items } = await execute(sandbox.scenario(one('account.getBalance'), [{}], goOn));
	const { outcome, cause, nextStep } = detailsOf(items[0]!);
	expect(nextStep).toMatch(/run it again/);
	expect([outcome, cause]).toEqual(['notFound', 'account']);
});

it('a link that never came back gets the same advice after a retry', async () => {
	const link = { orderReference: 'ORDER7', amount: '25.00', currency: 'USD', customerId: 'CUST1' };
	const initiate = one('cardPayment.initiate');
	await sandbox.control.addFault({ kind: 'dropAfter', operation: 'initiateCardPayment' });
	const first = await execute(sandbox.scenario(initiate, [link], goOn));
	expect(detailsOf(first.items[0]!)).toMatchObject({
		safeToRetry: true,
		nextStep: 'Make a new link under a new order reference.',
	});
	await sandbox.reset();
	await sandbox.control.addFault({ kind: 'dropAfter', operation: 'initiateCardPayment' });
	const { error } = await execute(sandbox.scenario(initiate, [link], { retryOnFail: true }));
	expect(told(error)).not.toMatch(/Only a new payment gets a new order reference/);
});

it('a checksum that is refused may be that of the item', async () => {
	await sandbox.control.settings({ checksum: 'hmacSha256Json' });
	const create = one('payout.createBankPayout');
	const additionalFields = { checksum: 'abc' };
	const credential = sandbox.pastedToken({
		checksum: 'hmacSha256Json',
		checksumSecret: 'sandbox-checksum-secret',
	});
	const parameters = parametersFromItem(create, { additionalFields });
	const { items } = await execute({ credential, parameters, items: payoutItems(1), ...goOn });
	expect(items[0]?.json.message).toMatch(/checksum/);
	expect(detailsOf(items[0]!).nextStep).toMatch(/Additional Fields/);
});

describe('reading rows', () => {
	it('goes on behind three rows of one bank that is down, as they pay nobody', async () => {
		for (const { accountNumber } of accounts(3)) {
			await sandbox.control.addFault({ kind: 'statusBefore', status: 503, accountNumber });
		}
		const verify = one('payout.verifyBankAccount');
		const parameters = parametersFromItem(verify, { options: { concurrency: 1 } });
		const { items } = await execute(sandbox.scenario(verify, accounts(6), { parameters, ...goOn }));
		expect(outcomesOfItems(items).slice(3)).toEqual(['accepted', 'accepted', 'accepted']);
	});

	it('does not speak of payments', async () => {
		await sandbox.control.addFault({ kind: 'statusBefore', status: 503, ...ALWAYS });
		const verify = one('payout.verifyBankAccount');
		const parameters = parametersFromItem(verify, { options: { concurrency: 1 } });
		const { items } = await execute(sandbox.scenario(verify, accounts(4), { parameters, ...goOn }));
		expect(items[3]?.json.message).not.toMatch(/3 payments in a row/);
	});
});

it('a simplified statement in its documented form keeps its currency', async () => {
	const transaction = { date: '2026-11-25', description: 'Deposit', entry: 'Credit', amount: 5 };
	const accountDetails = { currency: 'USD', openingBalance: 0, closingBalance: 5 };
	const body = {
		accountDetails,
		transactions: [{ ...transaction, balance: 5, id: 'T1', type: 'Deposit' }],
	};
	const statement = one('account.getStatement');
	const parameters = parametersFromItem(statement, { options: { simplify: true } });
	const run = async () =>
		await execute(sandbox.scenario(statement, [{ currency: 'USD' }], { parameters, ...goOn }));
	await sandbox.control.addFault({ kind: 'answer', body });
	expect((await run()).items[0]?.json).toMatchObject({ amount: 5, currency: 'USD' });
	await sandbox.control.addFault({ kind: 'answer', body: { accountDetails, transactions: [] } });
	expect((await run()).items[0]?.json).toMatchObject({ currency: 'USD' });
});

it('a list that a service refused without a reason has none to correct', async () => {
	const list = operationsUnderTest.find(({ name }) => name.startsWith('payout.getMany'))!;
	await sandbox.know(
		list,
		Array.from({ length: 3 }, (_, at) => ({ orderReference: `INV-${at}` })),
	);
	await sandbox.control.addFault({ kind: 'pageCapped', records: 2, ...ALWAYS });
	const operation = 'getManyPayouts';
	await sandbox.control.addFault({
		kind: 'statusBefore',
		operation,
		status: 400,
		body: {},
		skip: 1,
	});
	const parameters = { ...list.chosen, options: {} };
	const { items } = await execute(sandbox.scenario(list, [{}], { parameters, ...goOn }));
	expect(items[0]?.json.message).toMatch(/The service refused the request \(HTTP 400\)\. 2 of 3 /);
	expect(detailsOf(items[0]!).nextStep).not.toMatch(/what the service names/);
});

it('Validate Only does not speak of requests where no item shows one', async () => {
	const items = payoutItems(1).map((item) => ({ ...item, amount: '10,000' }));
	const { hints } = await execute(
		sandbox.payouts(1, { ...goOn, items, options: { validateOnly: true } }),
	);
	expect(hints.join(' ')).not.toMatch(/Its items show the requests/);
});

it('a link whose address is wrong says so', async () => {
	const link = { orderReference: 'ORDER7', amount: '25.00', currency: 'USD', customerId: 'CUST1' };
	await sandbox.control.addFault({ kind: 'redirect', status: 302, ...ALWAYS });
	const { items } = await execute(sandbox.scenario(one('cardPayment.initiate'), [link], goOn));
	expect(detailsOf(items[0]!).nextStep).toMatch(/Base URL/);
});

it('a token that the service cannot give at present is a matter of the service', async () => {
	const operation = 'generateToken';
	await sandbox.control.addFault({ kind: 'statusBefore', operation, status: 408, ...ALWAYS });
	const credential = sandbox.credential();
	const { items } = await execute(sandbox.payouts(1, { ...goOn, credential }));
	const { cause, nextStep } = detailsOf(items[0]!);
	expect([cause, nextStep]).toEqual(['service', 'Run it again in some minutes.']);
});

it('who has set When Already Sent is not told to set it', async () => {
	const options = { whenAlreadySent: 'returnPayout' };
	await execute(sandbox.payouts(1, { options }));
	await sandbox.control.setPayoutStatus('INV-0', 'REVERSED');
	const { error } = await execute(sandbox.payouts(2, { options }));
	expect(told(error)).toMatch(/reversed/);
	expect(told(error)).not.toMatch(/set When Already Sent in Options/);
});

describe('an AI agent, to which n8n hands the message of a tool that stopped and nothing else', () => {
	const [payout] = payoutItems(1);
	const options = { agentPayouts: 'anyBeneficiary', maximumAmount: 5000, maximumPerDay: 50_000 };
	const create = one('payout.createBankPayout');
	const scenario = () => {
		const bic = { __rl: true, mode: 'bic', value: 'CORUTZTZ' };
		const parameters = { ...create.chosen, ...payout, bic, options } as never;
		return sandbox.scenario(create, [{}], { parameters, asTool: true });
	};

	it('is told not to send an unknown payout again', async () => {
		const operation = 'createBankPayout';
		await sandbox.control.addFault({ kind: 'dropBefore', operation });
		const { error } = await execute(scenario());
		expect(error?.message).toMatch(/may or may not have been made/);
		expect(error?.message).toMatch(/Do not send it again before that/);
	});
});
