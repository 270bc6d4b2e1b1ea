import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from '../../../sandbox';
import { assertEachPaidOnce } from '../../../workbench/instance/assertions';
import { outputOf } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { watch } from '../../../workbench/instance/witness';
import { allWith, payoutRequests } from '../../../workbench/workflows/outcomes';
import { fromItem, nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';

/** The benchmark does it with thirty payouts, and says how close to the service's limit it comes. */
const PAYOUTS = 5;

/** Each error mode meets another form of the refusal. */
const runs = [
	['stopWorkflow', 'message'],
	['continueRegularOutput', 'retryAfter'],
	['continueErrorOutput', 'bare'],
] as const;

// At the same time, each with a service of its own: all that they do is wait.
describe('a service that takes one payout a second, in a real n8n', { concurrency: 3 }, () => {
	const fixture = useFixture();

	for (const [onError, paceForm] of runs) {
		it(`is paid ${PAYOUTS} payouts, all once and in order, with ${onError} when it refuses by ${paceForm}`, async (t) => {
			const sandbox = await startSandbox({ settings: { paceSeconds: 1, paceForm } });
			t.after(async () => await sandbox.close());
			t.after(watch({ n8n: fixture.n8n, control: sandbox.control }));
			const credential = await fixture.createCredential({ baseUrl: sandbox.baseUrl });
			const items = samplePayouts(PAYOUTS);
			const node = { parameters: fromItem.createBankPayout, onError };
			const execution = await fixture.pay(items, node, credential);

			assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
			const ledger = await sandbox.control.ledger();
			assertEachPaidOnce(ledger, items, outputOf(execution, nodeNames.payments));
			const paid = ledger.payouts.map(({ orderReference }) => orderReference);
			assert.deepEqual(paid, Object.keys(allWith('', items)));
			const refused = payoutRequests(ledger).length - PAYOUTS;
			assert.ok(refused >= 1, 'nothing was refused: the pace was never met');
		});
	}
});
