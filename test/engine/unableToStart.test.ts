import type { OnError } from 'n8n-workflow';
import { execute, type EngineScenario } from '../../workbench/engine/engine';
import { hurriedNode, parameters } from '../../workbench/engine/nodes';
import { detailsOf } from '../../workbench/executions/outcomes';
import { payoutParameters } from '../../workbench/engine/operations';
import { sandboxCredential } from '../../workbench/engine/credentials';
import { useSandbox } from './useSandbox';

const sandbox = useSandbox();

const NOWHERE = 'http://127.0.0.1:1/third-parties';
const NO_LOOK_UP =
	'No look-up is possible: the Payout Path of the credential is not a path below the Base URL with {orderReference} in it; enter one, e.g. /payouts/{orderReference}';

/** What is wrong before anything is sent, and what the node says of it. */
it.each<[mistake: string, made: Partial<EngineScenario>, says: string]>([
	[
		'an option is wrong',
		{ parameters: payoutParameters({ concurrency: 0 }) },
		'The option Concurrency must be a whole number from 1 to 50',
	],
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
		for (const { json } of failed)
			expect(json.message).toContain(`: This item was not sent. ${says}.`);
	}
	expect(await sandbox.requests()).toEqual([]);
});
