import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';
import { unseen } from '../security/lookalikes';

const sandbox = useSandbox();

const pay = async (changes: INodeParameters) => {
	const [item] = payoutItems(1);
	return await execute({
		credential: sandbox.pastedToken(),
		parameters: payoutParameters(),
		items: [{ ...item, ...changes }],
	});
};

it.each(unseen)(
	'an order reference with %s, which nobody sees, is refused',
	async (_, character) => {
		for (const orderReference of [`INV${character}-0`, `INV-0${character}`]) {
			const { error } = await pay({ orderReference });
			expect(error?.message).toMatch(/Order Reference (contains|starts or ends)/);
		}
		expect(await sandbox.requests()).toEqual([]);
	},
);

it('a name goes out with the joiners and spaces that it is written with', async () => {
	for (const [index, accountName] of ['نامه\u200cای', 'क्\u200dष', 'Jean\u00a0Dupont'].entries()) {
		const { error } = await pay({ accountName, orderReference: `INV-${index}` });
		expect(error).toBeUndefined();
	}
});
