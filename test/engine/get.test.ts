import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { execute } from '../../workbench/engine/engine';
import {
	fromItem,
	getCardPayment,
	getPayout,
	goodItems,
	type OperationUnderTest,
} from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox({ settlementMs: 600_000 });

const get = async (
	operation: OperationUnderTest,
	items: IDataObject[],
	options: INodeParameters = {},
	credential: ICredentialDataDecryptedObject = {},
) =>
	await execute({
		credential: sandbox.pastedToken(credential),
		parameters: fromItem(operation, { options }),
		items,
		onError: 'continueRegularOutput',
	});

const two = goodItems(getPayout, 2);

it('gives back several records, paired to the item that asked for them', async () => {
	await sandbox.know(getPayout, two);
	await sandbox.control.addFault({ kind: 'recordTwice', orderReference: 'INV-0' });
	const { items } = await get(getPayout, two);
	expect(items.map(({ json, pairedItem }) => [json.orderReference, pairedItem])).toEqual([
		['INV-0', { item: 0 }],
		['INV-0', { item: 0 }],
		['INV-1', { item: 1 }],
	]);
});

it.each([
	[getPayout, 'payout'],
	[getCardPayment, 'payment'],
] as const)('says what it means that nothing is found ($name)', async (operation, kind) => {
	const { items, error } = await get(operation, goodItems(operation, 1));
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual([
		{
			error: 'Not found',
			message: expect.stringContaining(`The service knows no ${kind} with this order reference`),
			details: {
				outcome: 'notFound',
				orderReference: 'INV-0',
				httpStatus: 404,
				safeToRetry: false,
				nextStep: expect.stringMatching(
					/Look it up again later: .*This does not mean that it may be sent again/,
				),
			},
		},
	]);
});

// What else a path may not be, test/unit/wire/pathField says.
it.each([false, true])(
	'asks nobody without a path, Validate Only or not: %p',
	async (validateOnly) => {
		const { items } = await get(getPayout, two, { validateOnly }, { payoutPath: '' });
		const says = expect.stringContaining('the Payout Path of the credential is empty');
		expect(items.map(({ json }) => json.message)).toEqual([says, says]);
		expect(await sandbox.requests()).toEqual([]);
	},
);
