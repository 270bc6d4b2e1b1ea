import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	OnError,
} from 'n8n-workflow';
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
	{
		options = {},
		credential = {},
		onError = 'continueRegularOutput',
	}: {
		options?: INodeParameters;
		credential?: ICredentialDataDecryptedObject;
		onError?: OnError;
	} = {},
) =>
	await execute({
		credential: sandbox.pastedToken(credential),
		parameters: fromItem(operation, { options }),
		items,
		onError,
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
					/Ask again later\. This does not mean that the payment may be sent again/,
				),
			},
		},
	]);
});

describe('the path of the credential', () => {
	it.each([
		['', 'The service cannot be asked: the Payout Path of the credential is empty'],
		['/payouts', 'does not contain {orderReference}'],
		['/payouts/../{orderReference}', 'contains a segment "." or ".."'],
		['https://evil.example/{orderReference}', 'is a whole address'],
	])('asks nobody where it is "%s"', async (payoutPath, says) => {
		for (const validateOnly of [false, true]) {
			const { items, error } = await get(getPayout, two, {
				options: { validateOnly },
				credential: { payoutPath },
			});
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.message)).toEqual([
				expect.stringContaining(says),
				expect.stringContaining(says),
			]);
			const stopped = await get(getPayout, two, {
				options: { validateOnly },
				credential: { payoutPath },
				onError: 'stopWorkflow',
			});
			expect(stopped.error?.message).toContain(says);
		}
		expect(await sandbox.requests()).toEqual([]);
	});

	it('stops with Validate Only, too, at a reference that has no place in it', async () => {
		const { error } = await get(getPayout, [...two, { orderReference: '..' }], {
			options: { validateOnly: true },
			onError: 'stopWorkflow',
		});
		expect(error?.message).toContain('Item 3');
		expect(await sandbox.requests()).toEqual([]);
	});
});

const ofPayout = [
	...['id', 'orderReference', 'status', 'amount', 'fee', 'currency'],
	...['accountName', 'accountNumber', 'createdAt'],
];

it.each([
	[getPayout, ofPayout],
	[getCardPayment, ['id', 'orderReference', 'status']],
])('simplifies what $name gives back', async (operation, keys) => {
	await sandbox.know(operation, two);
	const { items } = await get(operation, two, { options: { simplify: true } });
	expect(items).toHaveLength(2);
	for (const { json } of items) {
		expect(Object.keys(json)).toEqual(expect.arrayContaining(keys));
		expect(Object.values(json).some((value) => typeof value === 'object')).toBe(false);
	}
});
