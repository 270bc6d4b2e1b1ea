import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { outputOf, failureOf } from '../../workbench/executions/executions';
import { allWith, outcomesByReference } from '../../workbench/executions/outcomes';
import { inN8n, type Scenarios } from './driver';
import { assertSentAndPaid, refuse } from './payouts';

const onError = 'continueRegularOutput';

/** For a service that pays whatever it is sent: only the node itself can prevent a second payment. */
export const guardScenarios: Scenarios = {
	'stops a second execution, which sends nothing and names every reference': inN8n(
		async (driver) => {
			const items = payoutItems(3);
			const first = await driver.pay({ items });
			const second = await driver.again(first);
			assert.deepEqual(outcomesByReference(first), allWith('accepted', items));
			assert.deepEqual(outcomesByReference(second), allWith('alreadySent', items));
			assert.equal(second.status, 'error');
			const { message, description } = failureOf(second);
			assert.match(
				message,
				/^INV-0 \(item 1\): Nothing was sent now\. \w+ before: 1,600\.00 TZS with the fee to …\d{4}, on \S+, status [A-Z]+\./,
			);
			assert.match(String(description), /Already sent \(3\): INV-0, INV-1, INV-2\./);
			await assertSentAndPaid(driver, items);
		},
	),
	async 'pays what is new in continue mode, and where what was already sent may pass'(driver) {
		const items = payoutItems(3);
		const known = items.slice(0, 2);
		const first = await driver.pay({ items: known, onError });
		const parameters = payoutParameters({ whenAlreadySent: 'passThrough' });
		const passing = await driver.again(first, { items: known, parameters, onError: undefined });
		const goingOn = await driver.again(first, { items, parameters: payoutParameters(), onError });
		assert.deepEqual(outcomesByReference(passing), allWith('alreadySent', known));
		assert.deepEqual(outcomesByReference(goingOn), {
			...allWith('alreadySent', items),
			'INV-2': 'accepted',
		});
		assert.deepEqual(
			[passing, goingOn].map(({ status }) => status),
			['success', 'success'],
		);
		assert.equal(outputOf(passing)[0]!.json.error, undefined);
		assert.equal((outputOf(goingOn)[0]!.json.details as IDataObject).safeToRetry, false);
		await assertSentAndPaid(driver, items);
	},
	async 'lets a refused payout and those not sent after it be paid by a later execution'(driver) {
		const items = payoutItems(4);
		await refuse(driver, 'INV-1');
		const parameters = payoutParameters({ concurrency: 1 });
		const first = await driver.pay({ items, parameters });
		await driver.control.clearFaults();
		const later = await driver.again(first, { onError });
		assert.deepEqual(outcomesByReference(first), {
			...allWith('notSent', items),
			'INV-0': 'accepted',
			'INV-1': 'rejected',
		});
		assert.deepEqual(outcomesByReference(later), {
			...allWith('accepted', items),
			'INV-0': 'alreadySent',
		});
		assert.deepEqual(Object.values((await driver.ledger()).paid), [1, 1, 1, 1]);
	},
	async 'looks at this execution only, where the builder wants that'(driver) {
		const items = payoutItems(3);
		const parameters = payoutParameters({ duplicateGuard: 'thisExecution' });
		const second = await driver.again(await driver.pay({ items, parameters }));
		assert.deepEqual(outcomesByReference(second), allWith('accepted', items));
		await assertSentAndPaid(driver, items, 2);
	},
};
