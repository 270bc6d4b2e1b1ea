import assert from 'node:assert/strict';
import type { IDataObject, OnError } from 'n8n-workflow';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { outputOf, failureOf, type OutputItem } from '../../workbench/executions/executions';
import { inN8n, type Driver, type Scenarios } from './driver';
import { refuse } from './payouts';

const items = payoutItems(5);

const payFive = async (driver: Driver, onError: OnError, changed: IDataObject[] = items) =>
	await driver.pay({
		items: changed,
		parameters: payoutParameters({ concurrency: 1, lookUpUnclear: false }),
		onError,
	});

const refusal = {
	outcome: 'rejected',
	orderReference: 'INV-1',
	safeToRetry: true,
	cause: 'item',
	httpStatus: 422,
};

/** An error item has exactly the keys by which n8n knows it, the details given and words beside. */
function assertErrorItem({ json }: OutputItem, index: number, expected: object): void {
	assert.deepEqual(Object.keys(json).sort(), ['details', 'error', 'message']);
	assert.match(String(json.message), new RegExp(`^INV-${index} \\(item ${index + 1}\\): `));
	const { nextStep, ...details } = json.details as IDataObject;
	assert.ok(nextStep);
	assert.deepEqual(details, expected);
}

const answered = (output: OutputItem[]) =>
	output.map(({ json, pairedItem }) => [json.orderReference, pairedItem]);

const inPlace = (...indexes: number[]) => indexes.map((item) => [`INV-${item}`, { item }]);

export const errorModeScenarios: Scenarios = {
	async 'stops at a refused payout, and names what was accepted and what was not sent'(driver) {
		await refuse(driver, 'INV-2');
		const execution = await payFive(driver, 'stopWorkflow');
		assert.equal(execution.status, 'error');
		const { message, description } = failureOf(execution);
		assert.match(message, /^INV-2 \(item 3\): No money moved\. .*\(HTTP 422\)/);
		assert.match(
			String(description),
			/Accepted \(2\): INV-0, INV-1\..*Rejected \(1\): INV-2\..*Not sent \(2\): INV-3, INV-4\./,
		);
		const { paid, requests } = await driver.ledger();
		assert.deepEqual(paid, { 'INV-0': 1, 'INV-1': 1 });
		assert.equal(requests.length, 3);
	},
	async 'goes on, and puts what was refused, unknown or invalid in its place'(driver) {
		await refuse(driver, 'INV-1');
		await driver.control.addFault({ kind: 'dropAfter', orderReference: 'INV-2' });
		const changed = items.map((item, index) => (index === 3 ? { ...item, amount: 0 } : item));
		const execution = await payFive(driver, 'continueRegularOutput', changed);
		assert.equal(execution.status, 'success');
		const [first, rejected, unknown, invalid, last, ...more] = outputOf(execution);
		assert.deepEqual(answered([first!, last!, ...more]), inPlace(0, 4));
		assertErrorItem(rejected!, 1, refusal);
		assertErrorItem(unknown!, 2, {
			outcome: 'unknown',
			orderReference: 'INV-2',
			safeToRetry: false,
			cause: 'service',
		});
		assertErrorItem(invalid!, 3, {
			outcome: 'invalid',
			orderReference: 'INV-3',
			safeToRetry: true,
			cause: 'item',
		});
		assert.deepEqual((await driver.ledger()).paid, { 'INV-0': 1, 'INV-2': 1, 'INV-4': 1 });
	},
	'goes on, and sends what was refused to the error branch, with its input item': inN8n(
		async (driver) => {
			await refuse(driver, 'INV-1');
			const execution = await payFive(driver, 'continueErrorOutput');
			assert.equal(execution.status, 'success');
			assert.deepEqual(answered(outputOf(execution)), inPlace(0, 2, 3, 4));
			const [failed, ...more] = outputOf(execution, 1);
			assert.deepEqual([failed?.pairedItem, more], [{ item: 1 }, []]);
			// n8n itself lays the error over the input item here.
			const { error, message, details, ...input } = failed!.json;
			assert.deepEqual(input, items[1]);
			assert.equal(error, 'Payout rejected');
			assertErrorItem({ json: { error, message, details } }, 1, refusal);
		},
	),
};
