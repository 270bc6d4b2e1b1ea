import { execute } from '../../workbench/engine/engine';
import {
	createBankPayout,
	fromItem,
	goodItems,
	operationsUnderTest,
	provenAnswer,
} from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';
import { generatesTokens } from '../scenarios/driver';
import { engineDriver } from '../scenarios/engineDriver';
import { answersAll, checksums, isTakenWithChecksum } from '../scenarios/operations';

// Payouts stay as they were answered.
const sandbox = useSandbox({ settlementMs: 600_000 });

describe.each(operationsUnderTest)('$name', (operation) => {
	it('gives back one answer for each of 200 items and asks for one token', async () => {
		const items = goodItems(operation, 200);
		await sandbox.know(operation, items);
		await answersAll(engineDriver(sandbox), operation, { items, credential: generatesTokens });
	});

	it('keeps the order of the items and their whole answers, however the answers arrive', async () => {
		const items = goodItems(operation, 40);
		await sandbox.know(operation, items);
		const answers = items.map(({ orderReference }, index) => ({
			...provenAnswer(operation, orderReference),
			id: `answer-${index}`,
			nested: { list: [index, null, 'x'], text: '漢字' },
			empty: null,
		}));
		for (const [index, { orderReference }] of items.entries()) {
			const only = { orderReference: String(orderReference) };
			// Pseudo-random, up to 36 ms.
			await sandbox.control.addFault({ ...only, kind: 'delay', delayMs: (index * 17) % 37 });
			await sandbox.control.addFault({ ...only, kind: 'answer', body: answers[index] });
		}
		const execution = await execute({
			credential: sandbox.credential(),
			parameters: fromItem(operation, { options: { concurrency: 10 } }),
			items,
		});
		expect(execution.items).toMatchObject(
			answers.map((json, item) => ({ json, pairedItem: { item } })),
		);
		expect(execution.items.map(({ json }) => json)).toEqual(answers);
	});

	it('lets an accepted answer with the key "error" pass as accepted', async () => {
		const given = goodItems(operation, 1);
		await sandbox.know(operation, given);
		const proven = provenAnswer(operation, given[0]?.orderReference);
		await sandbox.control.addFault({ kind: 'answer', body: { ...proven, error: 'none' } });
		const { items, error } = await execute(
			sandbox.scenario(operation, given, { retryOnFail: true, onError: 'continueErrorOutput' }),
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([{ ...proven, serviceError: 'none' }]);
		expect(await sandbox.requests()).toHaveLength(1);
	});

	it.each([
		['without Bearer', 'sandbox-access-token'],
		['with Bearer', 'Bearer sandbox-access-token'],
		['in lower case', 'bearer sandbox-access-token'],
		['twice', 'Bearer Bearer sandbox-access-token'],
		['in white space', ' \tBearer  sandbox-access-token \n'],
	])('sends a token that was pasted %s with one Bearer', async (_, accessToken) => {
		const given = goodItems(operation, 2);
		await sandbox.know(operation, given);
		const { items } = await execute(
			sandbox.scenario(operation, given, { credential: sandbox.pastedToken({ accessToken }) }),
		);
		expect(items).toHaveLength(2);
		const { requests, tokensIssued } = await sandbox.ledger();
		expect(requests.map((one) => [one.authorizationShape, one.tokenSerial])).toEqual([
			['Bearer <token>', 0],
			['Bearer <token>', 0],
		]);
		expect(tokensIssued).toBe(0);
	});
});

describe.each(operationsUnderTest.filter(({ request }) => request.method !== 'GET'))(
	'the body of $name',
	(operation) => {
		it.each(checksums)(
			'has a checksum that a service that asks for one accepts (%s)',
			async (one) => {
				await isTakenWithChecksum(engineDriver(sandbox), operation, one);
			},
		);
	},
);

describe('Simplify', () => {
	it("gives back ten values of a payout's answer", async () => {
		const run = {
			credential: sandbox.credential(),
			parameters: fromItem(createBankPayout, { options: { simplify: true } }),
			items: goodItems(createBankPayout, 1),
		};
		const { items } = await execute(run);
		const { payouts } = await sandbox.ledger();
		expect(items.map(({ json }) => json)).toEqual([
			{
				id: payouts[0]?.id,
				orderReference: run.items[0]?.orderReference,
				status: payouts[0]?.status,
				amount: payouts[0]?.amount,
				fee: payouts[0]?.fee,
				currency: payouts[0]?.currency,
				channelProvider: payouts[0]?.channelProvider,
				accountName: payouts[0]?.beneficiary.accountName,
				accountNumber: payouts[0]?.beneficiary.accountNumber,
				createdAt: payouts[0]?.createdAt,
			},
		]);
	});
});
