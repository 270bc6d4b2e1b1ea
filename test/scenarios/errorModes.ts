import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { outputOf } from '../../workbench/executions/executions';
import { inN8n, type Scenarios } from './driver';
import { refuse } from './payouts';

const items = payoutItems(5);

/** What a stopped run says, and each item of one that goes on: test/unit/executor/report. */
export const errorModeScenarios: Scenarios = {
	'goes on, and sends what was refused to the error branch, with its input item': inN8n(
		async (driver) => {
			await refuse(driver, 'INV-1');
			const parameters = payoutParameters({ concurrency: 1 });
			const execution = await driver.pay({ items, parameters, onError: 'continueErrorOutput' });
			assert.equal(execution.status, 'success');
			assert.deepEqual(
				outputOf(execution).map(({ json, pairedItem }) => [json.orderReference, pairedItem]),
				[0, 2, 3, 4].map((item) => [`INV-${item}`, { item }]),
			);
			const [failed, ...more] = outputOf(execution, 1);
			assert.deepEqual([failed?.pairedItem, more], [{ item: 1 }, []]);
			// n8n itself lays the error over the input item here.
			const { error, message, details, ...input } = failed!.json;
			assert.deepEqual(input, items[1]);
			assert.equal(error, 'Payout rejected');
			assert.match(String(message), /^INV-1 \(item 2\): /);
			const { nextStep, ...told } = details as IDataObject;
			assert.ok(nextStep);
			assert.deepEqual(told, {
				...{ outcome: 'rejected', orderReference: 'INV-1', safeToRetry: true },
				...{ cause: 'item', httpStatus: 422 },
			});
		},
	),
};
