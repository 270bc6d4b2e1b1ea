import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { OnError } from 'n8n-workflow';
import { sandboxCredential } from '../../workbench/engine/credentials';
import { execute, type EngineScenario } from '../../workbench/engine/engine';
import { hurriedNode, parameters } from '../../workbench/engine/nodes';
import {
	fixedParameters,
	operationNamed as one,
	payoutItems,
} from '../../workbench/engine/operations';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { startForeignServer } from '../../workbench/servers/foreignServer';
import { useSandbox } from './useSandbox';

/* What is told by more than one part of the node; each part by itself: test/unit/executor/report. */

const sandbox = useSandbox();
const goOn = { onError: 'continueRegularOutput' } as const;

it('a wrong address is told as one also with Check Balance First', async () => {
	const credential = sandbox.pastedToken({ baseUrl: sandbox.url });
	const options = { checkBalance: true };
	const { items } = await execute(sandbox.payouts(1, { ...goOn, credential, options }));
	const { outcome, cause, nextStep } = detailsOf(items[0]!);
	expect([outcome, cause]).toEqual(['notSent', 'settings']);
	expect(nextStep).toMatch(/Base URL/);
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

// n8n shows a run as canceled, and offers no retry, if the error has this word in its message.
it('is a run that failed, also where the service says that something was canceled', async () => {
	const operation = 'createBankPayout';
	const body = { message: 'The transfer was canceled' };
	await sandbox.control.addFault({ kind: 'statusBefore', operation, status: 400, body });
	const { run, error } = await execute(sandbox.payouts(1));
	expect(run.status).toBe('error');
	expect(error?.message).toContain('The transfer was cancelled (HTTP 400)');
});

const NOWHERE = 'http://127.0.0.1:1/third-parties';
const NO_LOOK_UP =
	'No look-up is possible: the Payout Path of the credential is not a path below the Base URL with {orderReference} in it; enter one, e.g. /payouts/{orderReference}';

/** What is wrong before anything is sent, and what the node says of it. */
it.each<[mistake: string, made: Partial<EngineScenario>, says: string]>([
	[
		'there is no such resource',
		// n8n itself hides the parameters of a resource that the node does not have.
		{ nodeType: hurriedNode(parameters((name, own) => (name === 'resource' ? 'refund' : own()))) },
		'There is no operation "createBankPayout" of "refund"',
	],
	[
		// After a payout, nobody could look anything up.
		'the credential has no path for the look-up of what is paid',
		{ credential: sandboxCredential(NOWHERE, { payoutPath: '/payouts' }) },
		NO_LOOK_UP,
	],
])('says what to do, in each error mode, where %s', async (_, made, says) => {
	const { error } = await execute(sandbox.payouts(2, made));
	const message = `Nothing was sent. ${says}.`;
	expect(error).toMatchObject({ name: 'NodeOperationError', message });
	for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as OnError[]) {
		const { error, outputs, hints } = await execute(sandbox.payouts(2, { ...made, onError }));
		expect(error).toBeUndefined();
		expect(hints).toEqual([
			expect.stringMatching(/^2 of 2 items need your attention: 2 not sent\./),
		]);
		const failed = outputs.at(-1) ?? [];
		const notSent = { outcome: 'notSent', safeToRetry: true };
		expect(failed.map(detailsOf)).toMatchObject([notSent, notSent]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		for (const { json } of failed)
			expect(json.message).toContain(`: This item was not sent. ${says}.`);
	}
	expect(await sandbox.requests()).toEqual([]);
});

it('a redirect is never followed', async () => {
	const foreign = await startForeignServer();
	const location = `http://127.0.0.1:${foreign.port}/elsewhere`;
	for (const operation of ['generateToken', 'createBankPayout'] as const) {
		await sandbox.control.addFault({ kind: 'redirect', operation, status: 307, location });
		const { error } = await execute(sandbox.payouts(1, { credential: sandbox.credential() }));
		expect(error?.message).toContain('HTTP 307');
	}
	expect([foreign.arrived, await sandbox.paid()]).toEqual([[], {}]);
	await foreign.close();
});

it('a payout that no network carries has not left, whatever code the machine has for that', async () => {
	// A broadcast: no connection can be made there.
	const baseUrl = 'https://255.255.255.255/third-parties';
	const credential = sandbox.pastedToken({ baseUrl, payoutPath: '' });
	const { items } = await execute(sandbox.payouts(1, { ...goOn, credential }));
	expect(outcomesOfItems(items)).toEqual(['rejected']);
});

it('nor has one to an address that n8n forbids', async () => {
	const rules = Container.get(SsrfProtectionConfig);
	rules.enabled = true;
	const credential = sandbox.pastedToken({ payoutPath: '' });
	const running = execute(sandbox.payouts(2, { credential }));
	const { error } = await running.finally(() => (rules.enabled = false));
	expect(error?.message).toMatch(/^INV-0 \(item 1\): No money moved\. .* restricted IP address/);
	expect(error?.description).toContain('Rejected (1): INV-0.<br/>Not sent (1): INV-1.');
});
