import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

const pay = async (changes: INodeParameters) => {
	const [item] = payoutItems(1);
	return await execute({
		credential: sandbox.pastedToken(),
		parameters: payoutParameters(),
		items: [{ ...item, ...changes }],
	});
};

// Every other one: test/unit/wire/text.test.ts.
it('an order reference with a character that nobody sees is refused', async () => {
	const { error } = await pay({ orderReference: 'INV\u200b-0' });
	expect(error?.message).toContain('Order Reference contains');
	expect(await sandbox.requests()).toEqual([]);
});

it('a name goes out with the joiners and spaces that it is written with', async () => {
	for (const [index, accountName] of ['نامه\u200cای', 'क्\u200dष', 'Jean\u00a0Dupont'].entries()) {
		const { error } = await pay({ accountName, orderReference: `INV-${index}` });
		expect(error).toBeUndefined();
	}
});
