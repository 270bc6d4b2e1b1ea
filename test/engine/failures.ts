import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault, ServiceOperation, SettingsChange } from '../../sandbox';
import {
	execute,
	retryExecution,
	type EngineExecution,
	type EngineScenario,
} from '../../workbench/engine/engine';
import { hurriedNode } from '../../workbench/engine/nodes';
import {
	initiate,
	parametersFromItem,
	operationNamed as one,
	payoutItems,
} from '../../workbench/engine/operations';
import type { TestSandbox } from '../../workbench/engine/sandbox';
import { EVERY_TIME } from '../faults/faultCases';

type ScenarioChanges = Partial<EngineScenario> & { options?: INodeParameters };

/** Makes one thing go wrong, and gives the execution. */
export type Failure = (sandbox: TestSandbox) => Promise<EngineExecution>;

const create: ServiceOperation = 'createBankPayout';
const goOn = { onError: 'continueRegularOutput' } as const;

const pay = async (sandbox: TestSandbox, changes: ScenarioChanges = {}, items = payoutItems(1)) =>
	await execute(sandbox.payouts(items.length, { ...goOn, items, ...changes }));

/** One payout, after something was ordered from the sandbox. */
const after =
	(faults: Fault[], settings: SettingsChange = {}, changes: ScenarioChanges = {}): Failure =>
	async (sandbox) => {
		await sandbox.control.settings(settings);
		for (const fault of faults) await sandbox.control.addFault({ times: EVERY_TIME, ...fault });
		return await pay(sandbox, changes);
	};

/** A refusal of the payout by this status, with this body. */
const refused = (status: number, body: unknown = {}, options: INodeParameters = {}): Failure =>
	after([{ kind: 'statusBefore', operation: create, status, body }], {}, { options });

/** What the service answers in place of what it was asked for. */
const answer = (body: object): Fault => ({ kind: 'answer', body });

/** One payout, whose token is asked for and does not come. */
const tokenFault =
	(fault: Fault): Failure =>
	async (sandbox) => {
		const operation = 'generateToken';
		await sandbox.control.addFault({ ...fault, operation, times: EVERY_TIME });
		return await pay(sandbox, { credential: sandbox.credential() });
	};
const tokenRefused = (status: number, body: unknown): Failure =>
	tokenFault({ kind: 'statusBefore', status, body });

/** With a credential in which something is wrong. */
const withCredential =
	(wrong: (sandbox: TestSandbox) => IDataObject, isGenerated = false): Failure =>
	async (sandbox) => {
		const values = wrong(sandbox) as Parameters<TestSandbox['credential']>[0];
		const credential = isGenerated ? sandbox.credential(values) : sandbox.pastedToken(values);
		return await pay(sandbox, { credential });
	};

/** An item with such a value, or with such an option. */
const wrongItem =
	(values: IDataObject, options: INodeParameters = {}): Failure =>
	async (sandbox) =>
		await pay(
			sandbox,
			{ options },
			payoutItems(1).map((item) => ({ ...item, ...values })),
		);

const wrongOptions = (options: INodeParameters): Failure => wrongItem({}, options);

/** The same payout a second time, in another execution, once the service says this of it. */
const again =
	(faults: Fault[], status = 'SUCCESS'): Failure =>
	async (sandbox) => {
		await pay(sandbox);
		await sandbox.control.setPayoutStatus('INV-0', status);
		return await after(faults)(sandbox);
	};

/** Lost, and then looked up with such faults. */
const lost = (...faults: Fault[]): Failure =>
	after([{ kind: 'dropAfter', operation: create }, ...faults]);

const ofAnother = { beneficiary: { accountNumber: '0999888877776' } };

/** One item of another operation. */
const other =
	(name: string, item: IDataObject, ...faults: Fault[]): Failure =>
	async (sandbox) => {
		for (const fault of faults) await sandbox.control.addFault({ times: EVERY_TIME, ...fault });
		return await execute(sandbox.scenario(one(name), [item], goOn));
	};

const link = { orderReference: 'ORDER7', amount: '25.00', currency: 'USD', customerId: 'CUST1' };

/** By what a builder would call it. */
export const failures: Record<string, Failure> = {
	'refused: a field': refused(422, { errors: { bic: ['is not a bank of this country'] } }),
	'refused: no reason': refused(422),
	'refused: BIC': wrongItem({ bic: 'CRDBTZTZ' }),
	'refused: balance': after([], { balances: { TZS: '50.00' } }),
	'refused: no deposit yet': refused(404, {
		message: 'No balance account is linked to this merchant yet',
	}),
	'refused: IP address': refused(403, { msg: 'IP address 192.0.2.7 is not whitelisted' }),
	'refused: feature': refused(403, { error: 'Application has no access to PAYOUT API feature' }),
	'refused: feature, as documented': refused(400, {
		message: 'Application has no access to PAYOUT API feature. Enable it on your application.',
	}),
	'refused: signs of the reference': after([], { plainReferences: true }),
	'refused: checksum': refused(400, { message: 'Invalid checksum' }),
	'refused: page of a proxy': refused(405, '<title>405 Not Allowed</title>'),
	'refused: proxy of n8n': refused(407),
	'refused: pace': after([{ kind: 'paceRefusal', operation: create, waitSeconds: 3600 }], {
		paceForm: 'message',
	}),
	'refused: quota': refused(429, { message: 'Try again tomorrow' }, { maximumWait: 2 }),
	'address: moved': after([{ kind: 'redirect', operation: create }]),
	'address: Base URL without third-parties': withCredential(({ url }) => ({ baseUrl: url })),
	'address: nobody there': withCredential(() => ({ baseUrl: 'http://127.0.0.1:9/third-parties' })),
	'address: https where there is none': withCredential(({ baseUrl }) => ({
		baseUrl: baseUrl.replace('http:', 'https:'),
	})),
	'address: not safe': withCredential(() => ({ baseUrl: 'http://api.example.com/third-parties' })),
	'access: pasted token expired': withCredential(() => ({ accessToken: 'expired' })),
	'access: wrong key': withCredential(() => ({ apiKey: 'a-wrong-key' }), true),
	'access: key expired': async (sandbox) => {
		await sandbox.control.addFault({ kind: 'expiredToken', operation: create });
		await sandbox.control.addFault({
			...{ kind: 'statusBefore', operation: 'generateToken', skip: 1, times: EVERY_TIME },
			...{ status: 401, body: { message: 'The API key has expired' } },
		});
		return await pay(sandbox, { credential: sandbox.credential() });
	},
	'access: wrong key, as documented': tokenRefused(403, { message: 'Invalid client details' }),
	'access: IP address': tokenRefused(403, { message: 'IP address not whitelisted' }),
	'access: wrong path': withCredential(() => ({ tokenPath: '/token' }), true),
	'access: down': tokenRefused(503, '<title>503 Service Unavailable</title>'),
	'access: no token in it': tokenFault(answer({ success: true })),
	'access: nobody there': withCredential(
		() => ({ baseUrl: 'http://127.0.0.1:9/third-parties' }),
		true,
	),
	'unclear: no response': after(
		[{ kind: 'hangBefore', operation: create }],
		{},
		{ options: { timeout: 300 } },
	),
	'unclear: connection lost': after([{ kind: 'dropBefore', operation: create }]),
	'unclear: no look-ups': async (sandbox) => {
		await sandbox.control.addFault({ kind: 'dropBefore', operation: create });
		return await pay(sandbox, { credential: sandbox.pastedToken({ payoutPath: '' }) });
	},
	'unclear: service failed': after([{ kind: 'statusBefore', operation: create, status: 500 }]),
	'unclear: answer proves nothing': after([
		{ kind: 'emptyBody', operation: create },
		// Clear where it was asked before it left.
		{ kind: 'statusBefore', operation: 'getPayout', status: 503, skip: 1 },
	]),
	'unclear: somebody else’s record': lost({ kind: 'recordAltered', body: ofAnother }),
	'unclear: status that nobody knows': lost({ kind: 'payoutStatus', payoutStatus: 'ON HOLD' }),
	'reversed: the money came back': lost({ kind: 'payoutStatus' }),
	'already sent: paid': again([]),
	'already sent: on its way': again([], 'PENDING'),
	'already sent: came back': again([], 'REVERSED'),
	'already sent: somebody else’s': again([{ kind: 'recordAltered', body: ofAnother }]),
	'already sent: no record': again([{ kind: 'recordLate' }]),
	'invalid: amount as text': wrongItem({ amount: '10,000' }),
	'invalid: empty field': wrongItem({ accountName: '' }),
	'invalid: invisible sign': wrongItem({ orderReference: 'INV\u200d7' }),
	'invalid: Maximum Amount': wrongItem({ amount: 150_000 }, { maximumAmount: 100_000 }),
	'invalid: Maximum Total': async (sandbox) => {
		const items = payoutItems(2).map((item) => ({ ...item, amount: 57_000_000 }));
		return await pay(sandbox, { options: { maximumTotal: 100_000_000 } }, items);
	},
	'invalid: Maximum per Day': wrongItem({ amount: 150_000 }, { maximumPerDay: 100_000 }),
	'invalid: empty row': async (sandbox) => {
		const [row] = payoutItems(1) as [IDataObject];
		const empty = Object.fromEntries(Object.keys(row).map((key) => [key, '']));
		const { items, ...execution } = await pay(sandbox, {}, [row, empty]);
		return { ...execution, items: items.slice(1) };
	},
	'invalid: two with one reference': async (sandbox) => {
		const items = payoutItems(2).map((item) => ({ ...item, orderReference: 'INV001' }));
		return await pay(sandbox, {}, items);
	},
	'invalid: equal payouts': async (sandbox) => {
		const [row] = payoutItems(1) as [IDataObject];
		return await pay(sandbox, {}, [row, { ...row, orderReference: 'INV-00' }]);
	},
	'invalid: another holder': wrongItem({ accountName: 'Juma Hassan' }, { checkAccountName: true }),
	'invalid: other details in a retry': async (sandbox) => {
		await sandbox.control.addFault({ kind: 'dropAfter', operation: create });
		const scenario = sandbox.payouts(1, { credential: sandbox.pastedToken({ payoutPath: '' }) });
		const stopped = await execute(scenario);
		const parameters = { ...scenario.parameters, amount: 7 };
		return await retryExecution(stopped, { ...scenario, ...goOn, parameters });
	},
	'not sent: option': wrongOptions({ concurrency: 0 }),
	'not sent: option as an expression': wrongOptions({ timeout: '={{ undefined }}' }),
	'not sent: reference that changes': async (sandbox) => {
		const { parameters, ...scenario } = sandbox.payouts(1, goOn);
		const orderReference = '=INV-{{ $itemIndex }}';
		return await execute({ ...scenario, parameters: { ...parameters, orderReference } });
	},
	'not sent: bank does not tell the name': after(
		[{ kind: 'statusBefore', operation: 'verifyBankAccount', status: 503 }],
		{},
		{ options: { checkAccountName: true } },
	),
	'not sent: credential': async (sandbox) => {
		const getCredentials = async () => await Promise.reject(new Error('It cannot be decrypted'));
		return await pay(sandbox, { nodeType: hurriedNode(() => ({ getCredentials })) });
	},
	'not sent: balance': after(
		[],
		{ balances: { TZS: '50.00' } },
		{ options: { checkBalance: true } },
	),
	'not sent: AI agent': async (sandbox) => await pay(sandbox, { asTool: true }),
	'not sent: service is down': async (sandbox) => {
		await sandbox.control.addFault({ kind: 'statusBefore', times: EVERY_TIME });
		const items = payoutItems(4);
		const { outputs, ...execution } = await pay(sandbox, { options: { concurrency: 1 } }, items);
		return { ...execution, outputs, items: execution.items.slice(3) };
	},
	'not sent: service does not answer what only reads': async (sandbox) => {
		await sandbox.control.addFault({ kind: 'dropBefore', times: EVERY_TIME });
		const verify = one('payout.verifyBankAccount');
		const { items, ...execution } = await execute(sandbox.scenario(verify, payoutItems(9), goOn));
		return { ...execution, items: items.slice(8) };
	},
	'not found: payout': other('payout.get', { orderReference: 'INV404' }),
	'not found: card payment': other('cardPayment.get', { orderReference: 'ORDER404' }),
	'not found: account': other('payout.verifyBankAccount', {
		accountNumber: '0150123456789',
		bic: 'CORUTZTZ',
	}),
	'list: pasted token expired': async (sandbox) => {
		const credential = sandbox.pastedToken({ accessToken: 'expired' });
		const list = one('payout.getMany (true)');
		return await execute(
			sandbox.scenario(list, [{ orderReference: 'INV7' }], { credential, ...goOn }),
		);
	},
	'list: without an end': other(
		'payout.getMany (true)',
		{ orderReference: 'INV7' },
		answer({ data: [{ id: '1' }, { id: '2' }], totalCount: 1e9 }),
	),
	'list: pace': other(
		'payout.getMany (true)',
		{ orderReference: 'INV7' },
		{ kind: 'statusBefore', status: 400, body: { message: 'Please retry after 3600 seconds' } },
	),
	'list: days reversed': async (sandbox) => {
		const parameters = parametersFromItem(one('account.getStatement'), {
			startDate: '2026-11-30',
			endDate: '2026-11-01',
		});
		const items = [{ currency: 'TZS' }];
		return await execute(
			sandbox.scenario(one('account.getStatement'), items, { parameters, ...goOn }),
		);
	},
	'list: filter not kept': other(
		'payout.getMany (true)',
		{ orderReference: 'INV7' },
		answer({ data: [{ orderReference: 'INV8' }], totalCount: 1 }),
	),
	'list: too long for an AI agent': async (sandbox) => {
		const entries = Array.from({ length: 1001 }, (_, index) => ({ name: `Bank ${index}` }));
		await sandbox.control.addFault(answer(entries));
		return await execute(sandbox.scenario(one('bank.getMany'), [{}], { ...goOn, asTool: true }));
	},
	'link: no answer': other(initiate.name, link, { kind: 'dropAfter' }),
	'link: refused': other(initiate.name, link, {
		kind: 'statusBefore',
		status: 400,
		body: { detail: 'Unknown customer' },
	}),
	'link: another currency': other(initiate.name, { ...link, currency: 'TZS' }),
	'preview: service failed': other(
		'cardPayment.preview',
		{ orderReference: 'ORDER7', amount: '25.00', currency: 'USD' },
		{ kind: 'statusBefore', status: 500 },
	),
	'balance: another request under way': other(
		'account.getBalance',
		{},
		{ kind: 'statusBefore', status: 409, body: { message: 'Another request is being handled' } },
	),
	'preview: used reference': async (sandbox) => {
		const message = 'Order reference INV-0 already used: Create a different reference';
		const used: Fault = { kind: 'statusBefore', status: 409, body: { message } };
		return await other('payout.previewBankPayout', payoutItems(1)[0]!, used)(sandbox);
	},
};
