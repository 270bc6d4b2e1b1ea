import { execute, type Scenario } from '../../workbench/engine/engine';
import { goodItems, initiate, preview } from '../../workbench/engine/operations';
import { detailsOf, outcomesOf } from '../../workbench/engine/outcomes';
import { processedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from '../../workbench/engine/sandbox';

// A service that pays whatever it is sent: what is wrongly called refused would be paid twice.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const operation = 'createBankPayout';
const onError = 'continueRegularOutput';

/** One payout whose unclear end stays unclear, tried again wherever n8n can try again. */
const pay = async (changes: Partial<Scenario> = {}) => {
	const options = { lookUpUnclear: false };
	return await execute(sandbox.payouts(1, { options, onError, retryOnFail: true, ...changes }));
};

const own = { orderReference: 'INV-0' };

it.each([
	['an empty object', {}, 'without the order reference'],
	[
		'a no in the form of a yes',
		{ success: false, message: 'Insufficient balance' },
		'success: false',
	],
	['its own reference, but no success', { ...own, success: false }, 'success: false'],
	['another reference', { orderReference: 'INV-1', status: 'SUCCESS' }, 'another order reference'],
	['a status of nobody', { ...own, status: 'MAYBE' }, 'which this node does not know'],
	['a list', [own], 'cannot be read'],
	['what only repeats its reference', own, 'neither an id nor a status'],
])('does not take %s for a payout, and pays it once', async (_, body, says) => {
	await sandbox.control.addFault({ kind: 'answer', operation, body, times: 9 });
	const { items } = await pay({ retryOnFail: false });
	expect(items[0]?.json.message).toContain(says);
	expect(detailsOf(items[0]!)).toMatchObject({ outcome: 'unknown', safeToRetry: false });
	expect(outcomesOf((await pay()).items)).toEqual(['alreadySent']);
	expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
});

it.each(['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS'])(
	'takes a payout with the status %s for accepted',
	async (status) => {
		const answered = { ...own, status };
		await sandbox.control.addFault({ kind: 'answer', operation, body: answered });
		expect((await pay()).items.map(({ json }) => json)).toEqual([answered]);
	},
);

it.each([
	[initiate, { clientId: 'sandbox-client' }, 'without cardPaymentLink'],
	[initiate, { cardPaymentLink: '' }, 'without cardPaymentLink'],
	[preview, { activeMethods: 'none' }, 'without activeMethods'],
])('does not take for done what $name should have answered', async (one, body, says) => {
	await sandbox.control.addFault({ kind: 'answer', body });
	const { items } = await pay({ ...sandbox.scenario(one, goodItems(one, 1)), retryOnFail: false });
	expect(items[0]?.json.message).toContain(says);
	expect(detailsOf(items[0]!)).toMatchObject({ outcome: 'unknown', safeToRetry: true });
});

it.each(['REVERSED', 'REFUNDED', 'FAILED'])(
	'reports a payout that comes back as %s, and keeps its reference',
	async (payoutStatus) => {
		await sandbox.control.addFault({ kind: 'payoutStatus', payoutStatus });
		const { items } = await pay();
		expect(items[0]?.json).toMatchObject({
			error: 'Payout reversed',
			details: {
				outcome: 'reversed',
				safeToRetry: false,
				nextStep: expect.stringContaining('pay under a new order reference'),
				payout: { ...own, status: payoutStatus },
			},
		});
		expect((await processedStore()).reserved()).toEqual(['INV-0']);
		expect(outcomesOf((await pay()).items)).toEqual(['alreadySent']);
		expect(await sandbox.requests(operation)).toHaveLength(1);
	},
);

it.each([302, 303, 304, 406, 408, 416, 424, 499, 500, 503])(
	'pays once although a service that has paid answers with %i',
	async (status) => {
		await sandbox.control.addFault({ kind: 'statusAfter', operation, status, times: 9 });
		expect(outcomesOf((await pay()).items)).toEqual(['unknown']);
		expect(outcomesOf((await pay()).items)).toEqual(['alreadySent']);
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
	},
);

it.each([301, 307, 308, 400, 403, 422])(
	'pays with the next try what was refused with %i',
	async (status) => {
		await sandbox.control.addFault({ kind: 'statusBefore', operation, status });
		expect(outcomesOf((await pay({ retryOnFail: false })).items)).toEqual(['rejected']);
		expect(outcomesOf((await pay()).items)).toEqual(['accepted']);
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1 });
	},
);
