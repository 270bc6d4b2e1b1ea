import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NextStep } from '../../nodes/CardBankPayments/executor/common/payment';
import { lookUps } from '../../nodes/CardBankPayments/sentences/lookUps';
import { nextSteps } from '../../nodes/CardBankPayments/sentences/nextSteps';
import { outcomes } from '../../nodes/CardBankPayments/sentences/outcomes';
import type { Fault, SettingsChange } from '../../sandbox';
import {
	execute,
	retryExecution,
	type EngineExecution,
	type EngineScenario,
} from '../../workbench/engine/engine';
import { initiate, operationNamed as one, payoutItems } from '../../workbench/engine/operations';
import { detailsOf } from '../../workbench/executions/outcomes';
import { EVERY_TIME } from '../faults/faultCases';
import { expectBuildersWording } from '../unit/support/wording';
import { useSandbox } from './useSandbox';

/* Whole messages, as a builder reads them. Which advice follows from what: test/unit/executor/report/advice.test.ts. */

const sandbox = useSandbox();
const operation = 'createBankPayout';
const goOn = { onError: 'continueRegularOutput' } as const;

type Changes = Partial<EngineScenario> & { options?: INodeParameters };

const pay = async (changes: Changes = {}, items = payoutItems(1)) =>
	await execute(sandbox.payouts(items.length, { ...goOn, items, ...changes }));

/** Runs something after this was ordered from the sandbox. */
const after =
	(faults: Fault[], settings: SettingsChange = {}, run: () => Promise<EngineExecution> = pay) =>
	async () => {
		await sandbox.control.settings(settings);
		for (const fault of faults) await sandbox.control.addFault({ times: EVERY_TIME, ...fault });
		return await run();
	};

/** One item of another operation. */
const other = (name: string, item: IDataObject) => async () =>
	await execute(sandbox.scenario(one(name), [item], goOn));

const link = { orderReference: 'ORDER7', amount: '25.00', currency: 'USD', customerId: 'CUST1' };
const [payout] = payoutItems(1);

/** By what a builder would call it: what goes wrong, and which next step its last item ends with. */
const failures: Array<[name: string, fail: () => Promise<EngineExecution>, NextStep]> = [
	[
		'refused: a field',
		after([
			{ kind: 'statusBefore', operation, status: 422, body: { errors: { bic: ['is unknown'] } } },
		]),
		nextSteps.correctWhatIsNamed,
	],
	[
		'unclear: connection lost',
		after([{ kind: 'dropBefore', operation }]),
		nextSteps.runAgain({ minutes: '10 minutes' }),
	],
	[
		'reversed: the money came back',
		after([{ kind: 'dropAfter', operation }, { kind: 'payoutStatus' }]),
		nextSteps.cameBack,
	],
	[
		'already sent: paid',
		async () => {
			await pay();
			await sandbox.control.setPayoutStatus('INV-0', 'SUCCESS');
			return await pay();
		},
		nextSteps.toSkip,
	],
	[
		'invalid: empty field',
		async () => await pay({}, [{ ...payout, accountName: '' }]),
		nextSteps.correctItem,
	],
	[
		'invalid: other details in a retry',
		after([{ kind: 'dropAfter', operation }], {}, async () => {
			const scenario = sandbox.payouts(1, { credential: sandbox.pastedToken({ payoutPath: '' }) });
			const stopped = await execute(scenario);
			const parameters = { ...scenario.parameters, amount: 7 };
			return await retryExecution(stopped, { ...scenario, ...goOn, parameters });
		}),
		nextSteps.conflict,
	],
	[
		'not sent: service is down',
		after(
			[{ kind: 'statusBefore' }],
			{},
			async () => await pay({ options: { concurrency: 1 } }, payoutItems(4)),
		),
		nextSteps.waitForService,
	],
	[
		'not found: payout',
		other('payout.get', { orderReference: 'INV404' }),
		lookUps.noPayout.nextStep,
	],
	[
		'link: no answer',
		after([{ kind: 'dropAfter' }], {}, other(initiate.name, link)),
		nextSteps.newLink,
	],
];

/** What became of the money comes first, behind the name of the item. */
const { conflict, ...ofOperations } = outcomes.money;
const money = [conflict, ...Object.values(ofOperations).flatMap((one) => Object.values(one))];
const BEGINS = new RegExp(`^(?:\\S+ \\(item \\d\\)|Item \\d): (?:${money.join('|')})\\. \\S`);

/** It begins with what to do. */
const CLICK =
	/^(?:Ask|Check|Clear|Copy|Correct|Delete|Find out|Give|In|Look|Make|Nothing to do|Paste|Remove|Run|Top up|Wait)\b/;

/** Only the service's own SUCCESS is a payment. */
const PAID = /(?<!not )\bpaid\b(?!.*status SUCCESS)/i;

it.each(failures)('%s: what happened to the money, and what to click', async (_, fail, step) => {
	const item = (await fail()).items.at(-1);
	const details = detailsOf(item!);
	const message = String(item?.json.message);
	expect(message).toMatch(BEGINS);
	expect(message).not.toMatch(PAID);
	const of = { reference: String(details.orderReference), place: 'Payout → Get' };
	const nextStep = typeof step === 'string' ? step : step(of);
	expect(details.nextStep).toBe(`${nextStep}.`);
	expect(nextStep).toMatch(CLICK);
	expectBuildersWording(message, nextStep);
});

// n8n shows a run as canceled, and offers no retry, if the error has this word in its message.
it('is a run that failed, also where the service says that something was canceled', async () => {
	const body = { message: 'The transfer was canceled' };
	await sandbox.control.addFault({ kind: 'statusBefore', operation, status: 400, body });
	const { run, error } = await execute(sandbox.payouts(1));
	expect(run.status).toBe('error');
	expect(error?.message).toContain('The transfer was cancelled (HTTP 400)');
});
