import { execute } from '../../workbench/engine/engine';
import {
	fixedParameters,
	operationNamed as one,
	parametersFromItem,
	payoutItems,
} from '../../workbench/engine/operations';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { post } from '../../workbench/servers/sandboxClient';
import { useSandbox } from './useSandbox';

/* What is told by more than one part of the node; each part by itself: test/unit/executor/report. */

const sandbox = useSandbox();
const goOn = { onError: 'continueRegularOutput' } as const;

it.each([{ checkBalance: true }, { maximumPerDay: 1_000_000 }])(
	'a wrong address is told as one also with %j',
	async (options) => {
		const credential = sandbox.pastedToken({ baseUrl: sandbox.url });
		const { items } = await execute(sandbox.payouts(1, { ...goOn, credential, options }));
		const { cause, nextStep } = detailsOf(items[0]!);
		expect([cause, nextStep]).toEqual(['settings', expect.stringMatching(/Base URL/)]);
	},
);

it('a run above Maximum per Day is refused, with what was paid elsewhere today, and both sums are told', async () => {
	const free = { TZS: '0.00', USD: '0.00' };
	await sandbox.control.settings({ fees: { ACH: free, RTGS: free } });
	const item = { ...payoutItems(1)[0], orderReference: 'E1', amount: 1500 };
	await post(sandbox.baseUrl, one('payout.createBankPayout').request.url, item);
	const pay = async (maximumPerDay: number) =>
		(await execute(sandbox.payouts(2, { ...goOn, options: { maximumPerDay } }))).items;
	const refused = await pay(1700);
	expect(refused.map(detailsOf)).toMatchObject(
		Array(2).fill({ outcome: 'invalid', cause: 'settings' }),
	);
	expect(refused[0]?.json.message).toMatch(
		/TZS 1,500\.00 went out on \d{4}-\d\d-\d\d or are under way, and this run adds 201\.00: above the Maximum per Day of 1,700\.00/,
	);
	expect(outcomesOfItems(await pay(1701))).toEqual(['accepted', 'accepted']);
});

it('reading goes on behind three rows of one bank that is down, as they pay nobody', async () => {
	const accounts = Array.from({ length: 6 }, (_, index) => ({
		...{ accountNumber: `015038451270${index}`, bic: 'CORUTZTZ' },
	}));
	for (const { accountNumber } of accounts.slice(0, 3)) {
		await sandbox.control.addFault({ kind: 'statusBefore', status: 503, accountNumber });
	}
	const verify = one('payout.verifyBankAccount');
	const parameters = parametersFromItem(verify, { options: { concurrency: 1 } });
	const { items } = await execute(sandbox.scenario(verify, accounts, { parameters, ...goOn }));
	expect(outcomesOfItems(items).slice(3)).toEqual(['accepted', 'accepted', 'accepted']);
});

it('who has set When Already Sent is not told to set it', async () => {
	const options = { whenAlreadySent: 'returnPayout' };
	await execute(sandbox.payouts(1, { options }));
	await sandbox.control.setPayoutStatus('INV-0', 'REVERSED');
	const { error } = await execute(sandbox.payouts(2, { options }));
	const told = `${error?.message} ${error?.description}`;
	expect(told).toMatch(/reversed/);
	expect(told).not.toMatch(/set When Already Sent in Options/);
});

it('an AI agent, to which n8n hands the message of a tool that stopped and nothing else, is told in it when to send again', async () => {
	const options = { agentPayouts: 'anyBeneficiary', maximumAmount: 5000, maximumPerDay: 50_000 };
	const create = one('payout.createBankPayout');
	const parameters = fixedParameters(payoutItems(1)[0]!, { options });
	const operation = 'createBankPayout';
	await sandbox.control.addFault({ kind: 'dropBefore', operation });
	const { error } = await execute(sandbox.scenario(create, [{}], { parameters, asTool: true }));
	expect(error?.message).toMatch(/may or may not have been made/);
	expect(error?.message).toMatch(/in 10 minutes or later: this item is looked up first/);
});

it('a 409 that names a time is not told as a refusal where nothing is looked up', async () => {
	const body = { message: 'Order reference {orderReference} already used. Please retry after 1 s' };
	const fault = { kind: 'statusBefore', status: 409, operation: 'createBankPayout' } as const;
	await sandbox.control.addFault({ ...fault, body, times: 100 });
	const options = { maximumWait: 1 };
	const credential = sandbox.pastedToken({ payoutPath: '' });
	const { items } = await execute(sandbox.payouts(1, { ...goOn, credential, options }));
	expect(detailsOf(items[0]!)).toMatchObject({ outcome: 'alreadySent', safeToRetry: false });
});

it('a refusal whose JSON was cut off may speak of the order reference, and is looked up', async () => {
	// So a gzip stream without its end comes out of n8n's client.
	const text = '{"message":"Order refer';
	const operation = 'createBankPayout';
	await sandbox.control.addFault({ kind: 'statusBefore', status: 400, operation, text });
	const { items } = await execute(sandbox.payouts(1, goOn));
	expect(outcomesOfItems(items)).toEqual(['rejected']);
	const asked = (await sandbox.requests()).map((one) => one.operation);
	expect(asked).toEqual(['getPayout', operation, 'getPayout']);
});
