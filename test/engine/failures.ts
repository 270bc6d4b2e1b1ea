import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NextStep } from '../../nodes/CardBankPayments/executor/common/payment';
import { access } from '../../nodes/CardBankPayments/sentences/access';
import { lookUps } from '../../nodes/CardBankPayments/sentences/lookUps';
import { nextSteps } from '../../nodes/CardBankPayments/sentences/nextSteps';
import { responses } from '../../nodes/CardBankPayments/sentences/responses';
import type { Fault, ServiceOperation, SettingsChange } from '../../sandbox';
import {
	execute,
	retryExecution,
	type EngineExecution,
	type EngineScenario,
} from '../../workbench/engine/engine';
import { hurriedNode } from '../../workbench/engine/nodes';
import { initiate, operationNamed as one, payoutItems } from '../../workbench/engine/operations';
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

/** With a credential in which something is wrong. */
const withCredential =
	(wrong: (sandbox: TestSandbox) => IDataObject, isGenerated = false): Failure =>
	async (sandbox) => {
		const values = wrong(sandbox) as Parameters<TestSandbox['credential']>[0];
		const credential = isGenerated ? sandbox.credential(values) : sandbox.pastedToken(values);
		return await pay(sandbox, { credential });
	};

/** An item with such a value. */
const wrongItem =
	(values: IDataObject): Failure =>
	async (sandbox) =>
		await pay(
			sandbox,
			{},
			payoutItems(1).map((item) => ({ ...item, ...values })),
		);

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

const keys = access.refusal.keys({ why: '' }).nextStep;
const runAgain = nextSteps.runAgain({ minutes: '10 minutes' });

/** By what a builder would call it: what goes wrong, and which next step it ends with. */
export const failures: Array<[name: string, Failure, NextStep]> = [
	[
		'refused: a field',
		refused(422, { errors: { bic: ['is not a bank of this country'] } }),
		nextSteps.correctWhatIsNamed,
	],
	['refused: no reason', refused(422), nextSteps.checkValues],
	['refused: balance', after([], { balances: { TZS: '50.00' } }), nextSteps.topUp],
	[
		'refused: feature, as documented',
		refused(400, {
			message: 'Application has no access to PAYOUT API feature. Enable it on your application.',
		}),
		access.nextSteps.checkAccess,
	],
	[
		'refused: signs of the reference',
		after([], { plainReferences: true }),
		nextSteps.plainReference,
	],
	['refused: checksum', refused(400, { message: 'Invalid checksum' }), nextSteps.correctChecksum],
	[
		'refused: pace',
		after([{ kind: 'paceRefusal', operation: create, waitSeconds: 3600 }], {
			paceForm: 'message',
		}),
		nextSteps.afterWait({ when: 'in 3600 seconds' }),
	],
	[
		'address: Base URL without third-parties',
		withCredential(({ url }) => ({ baseUrl: url })),
		nextSteps.checkPaths,
	],
	[
		'address: nobody there',
		withCredential(() => ({ baseUrl: 'http://127.0.0.1:9/third-parties' })),
		nextSteps.checkConnection,
	],
	[
		'address: https where there is none',
		withCredential(({ baseUrl }) => ({
			baseUrl: baseUrl.replace('http:', 'https:'),
		})),
		nextSteps.checkConnection,
	],
	[
		'address: not safe',
		withCredential(() => ({ baseUrl: 'http://api.example.com/third-parties' })),
		nextSteps.correctSettings,
	],
	[
		'access: pasted token expired',
		withCredential(() => ({ accessToken: 'expired' })),
		nextSteps.newToken,
	],
	['access: wrong key', withCredential(() => ({ apiKey: 'a-wrong-key' }), true), keys],
	[
		'access: key expired',
		async (sandbox) => {
			await sandbox.control.addFault({ kind: 'expiredToken', operation: create });
			await sandbox.control.addFault({
				...{ kind: 'statusBefore', operation: 'generateToken', skip: 1, times: EVERY_TIME },
				...{ status: 401, body: { message: 'The API key has expired' } },
			});
			return await pay(sandbox, { credential: sandbox.credential() });
		},
		keys,
	],
	[
		'unclear: no response',
		after([{ kind: 'hangBefore', operation: create }], {}, { options: { timeout: 300 } }),
		runAgain,
	],
	['unclear: connection lost', after([{ kind: 'dropBefore', operation: create }]), runAgain],
	[
		'unclear: no look-ups',
		async (sandbox) => {
			await sandbox.control.addFault({ kind: 'dropBefore', operation: create });
			return await pay(sandbox, { credential: sandbox.pastedToken({ payoutPath: '' }) });
		},
		nextSteps.askCompany,
	],
	[
		'unclear: answer proves nothing',
		after([
			{ kind: 'emptyBody', operation: create },
			// Clear where it was asked before it left.
			{ kind: 'statusBefore', operation: 'getPayout', status: 503, skip: 1 },
		]),
		runAgain,
	],
	[
		'unclear: somebody else’s record',
		lost({ kind: 'recordAltered', body: ofAnother }),
		nextSteps.anothers,
	],
	[
		'unclear: status that nobody knows',
		lost({ kind: 'payoutStatus', payoutStatus: 'ON HOLD' }),
		runAgain,
	],
	['reversed: the money came back', lost({ kind: 'payoutStatus' }), nextSteps.cameBack],
	['already sent: paid', again([]), nextSteps.toSkip],
	['already sent: on its way', again([], 'PENDING'), nextSteps.toSkip],
	['already sent: came back', again([], 'REVERSED'), nextSteps.cameBack],
	['already sent: no record', again([{ kind: 'recordLate' }]), runAgain],
	['invalid: empty field', wrongItem({ accountName: '' }), nextSteps.correctItem],
	[
		'invalid: other details in a retry',
		async (sandbox) => {
			await sandbox.control.addFault({ kind: 'dropAfter', operation: create });
			const scenario = sandbox.payouts(1, { credential: sandbox.pastedToken({ payoutPath: '' }) });
			const stopped = await execute(scenario);
			const parameters = { ...scenario.parameters, amount: 7 };
			return await retryExecution(stopped, { ...scenario, ...goOn, parameters });
		},
		nextSteps.conflict,
	],
	[
		'not sent: credential',
		async (sandbox) => {
			const getCredentials = async () => await Promise.reject(new Error('It cannot be decrypted'));
			return await pay(sandbox, { nodeType: hurriedNode(() => ({ getCredentials })) });
		},
		nextSteps.correctSettings,
	],
	[
		'not sent: AI agent',
		async (sandbox) => await pay(sandbox, { asTool: true }),
		nextSteps.correctSettings,
	],
	[
		'not sent: service is down',
		async (sandbox) => {
			await sandbox.control.addFault({ kind: 'statusBefore', times: EVERY_TIME });
			const items = payoutItems(4);
			const { outputs, ...execution } = await pay(sandbox, { options: { concurrency: 1 } }, items);
			return { ...execution, outputs, items: execution.items.slice(3) };
		},
		nextSteps.waitForService,
	],
	[
		'not sent: service does not answer what only reads',
		async (sandbox) => {
			await sandbox.control.addFault({ kind: 'dropBefore', times: EVERY_TIME });
			const verify = one('payout.verifyBankAccount');
			const { items, ...execution } = await execute(sandbox.scenario(verify, payoutItems(9), goOn));
			return { ...execution, items: items.slice(8) };
		},
		nextSteps.waitForService,
	],
	[
		'not found: payout',
		other('payout.get', { orderReference: 'INV404' }),
		lookUps.noPayout.nextStep,
	],
	[
		'not found: card payment',
		other('cardPayment.get', { orderReference: 'ORDER404' }),
		lookUps.noPayment({ reference: 'ORDER404' }).nextStep,
	],
	[
		'list: without an end',
		other('payout.getMany (true)', { orderReference: 'INV7' }, { kind: 'pageEndless' }),
		responses.list.changed.nextStep,
	],
	['link: no answer', other(initiate.name, link, { kind: 'dropAfter' }), nextSteps.newLink],
	[
		'balance: another request under way',
		other(
			'account.getBalance',
			{},
			{ kind: 'statusBefore', status: 409, body: { message: 'Another request is being handled' } },
		),
		nextSteps.later,
	],
	[
		'preview: used reference',
		async (sandbox) => {
			const message = 'Order reference INV-0 already used: Create a different reference';
			const used: Fault = { kind: 'statusBefore', status: 409, body: { message } };
			return await other('payout.previewBankPayout', payoutItems(1)[0]!, used)(sandbox);
		},
		nextSteps.lookInDashboard,
	],
];
