import type { IExecuteFunctions } from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node';
import { execute } from '../../workbench/engine/engine';
import {
	fromItem,
	goodItems,
	operationsUnderTest,
	keyOf,
	provenAnswer,
	provenItem,
} from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';
import { engineDriver, playOnEngine } from '../scenarios/engineDriver';
import { checksums, isTakenWithChecksum } from '../scenarios/operations';
import { savedScenarios } from '../scenarios/saved';

// Payouts stay as they were answered.
const sandbox = useSandbox({ settlementMs: 600_000 });

playOnEngine(savedScenarios, sandbox);

// n8n's engine runs no node without items.
it('puts out nothing where nothing comes in', async () => {
	const empty = { getInputData: () => [] } as unknown as IExecuteFunctions;
	expect(await new CardBankPayments().execute.call(empty)).toEqual([[]]);
});

describe.each(operationsUnderTest)('$name', (operation) => {
	it('keeps the order of the items and their whole answers, however the answers arrive', async () => {
		const items = goodItems(operation, 40);
		await sandbox.know(operation, items);
		const more = items.map((_, index) => ({
			nested: { list: [index, null, 'x'], text: '漢字' },
			empty: null,
		}));
		const key = keyOf(operation);
		for (const [index, item] of items.entries()) {
			const only = { [key]: String(item[key]) };
			const body = provenAnswer(operation, item.orderReference, more[index]);
			// Pseudo-random, up to 36 ms.
			await sandbox.control.addFault({ ...only, kind: 'delay', delayMs: (index * 17) % 37 });
			await sandbox.control.addFault({ ...only, kind: 'answer', body });
		}
		const answers = items.map(({ orderReference }, index) => ({
			...provenItem(operation, orderReference),
			...more[index],
		}));
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
