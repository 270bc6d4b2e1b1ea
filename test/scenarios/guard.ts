import assert from 'node:assert/strict';
import { payoutItems } from '../../workbench/engine/operations';
import { failureOf } from '../../workbench/executions/executions';
import { allWith, outcomesByReference } from '../../workbench/executions/outcomes';
import { inN8n, type Scenarios } from './driver';
import { assertSentAndPaid } from './payouts';

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
};
