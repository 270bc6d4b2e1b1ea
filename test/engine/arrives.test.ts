import type { IDataObject } from 'n8n-workflow';
import { execute } from '../../workbench/engine/engine';
import { fixedParameters, payoutItems } from '../../workbench/engine/operations';
import { useSandbox } from './useSandbox';

/* What the node knows arrives, and n8n loses none of it. */

const sandbox = useSandbox({ uniqueOrderReferences: false });
const operation = 'createBankPayout';

const refuse = async (orderReference: string) =>
	await sandbox.control.addFault({ kind: 'statusBefore', operation, orderReference, status: 422 });

describe('with an error output', () => {
	const onError = 'continueErrorOutput' as const;
	beforeEach(async () => await refuse('INV-1'));

	it('each outcome goes where it belongs, where the node before is pinned and never ran', async () => {
		const { outputs, error } = await execute(sandbox.payouts(3, { onError, pinned: {} }));
		expect(error).toBeUndefined();
		const [good, bad] = outputs;
		expect(good?.map(({ json }) => json.status)).toEqual(['AUTHORIZED', 'AUTHORIZED']);
		expect(bad?.map(({ json }) => (json.details as IDataObject).outcome)).toEqual(['rejected']);
	});

	it('shows nothing of the row that stood there before pinned data was edited', async () => {
		await refuse('INV-0');
		const ran = payoutItems(1, 'PAID');
		const { outputs } = await execute(sandbox.payouts(1, { onError, pinned: { ran } }));
		expect(outputs[1]?.map(({ json }) => Object.keys(json))).toEqual([
			['error', 'message', 'details'],
		]);
	});

	it('lays the outcome of what failed over its input item, where n8n can follow it', async () => {
		const items = payoutItems(3);
		const { outputs } = await execute(sandbox.payouts(3, { items, onError }));
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		const details = { outcome: 'rejected', orderReference: 'INV-1', safeToRetry: true };
		const told = { ...details, cause: 'item', httpStatus: 422, nextStep: expect.any(String) };
		const message = expect.stringMatching(/^INV-1 \(item 2\): /);
		const json = { ...items[1], error: 'Payout rejected', message, details: told };
		expect(outputs[1]).toEqual([expect.objectContaining({ json, pairedItem: { item: 1 } })]);
	});

	it('names the input item of what failed, also in a loop, whose turns come from different outputs', async () => {
		await refuse('LATER-2');
		const laterItems = [payoutItems(3, 'LATER')];
		const { outputs } = await execute(sandbox.payouts(3, { onError, laterItems }));
		expect(outputs[0]).toHaveLength(2);
		expect(outputs[1]?.map(({ pairedItem }) => pairedItem)).toMatchObject([{ item: 2 }]);
	});

	it('tells which payout failed, and what to do, where the node is run by itself with nothing before it', async () => {
		const parameters = fixedParameters(payoutItems(1)[0]!, { options: {} });
		await sandbox.control.addFault({ kind: 'dropBefore', operation });
		// As n8n's "Execute step" starts it: one empty item, and no source.
		const alone = { parameters, items: [{}], onError, pinned: { isAlone: true } };
		const { outputs } = await execute(sandbox.payouts(1, alone));
		expect(outputs[1]?.map(({ json }) => json)).toMatchObject([
			{
				message: expect.stringContaining('INV-0'),
				details: { outcome: 'unknown', orderReference: 'INV-0', safeToRetry: false },
			},
		]);
	});
});
