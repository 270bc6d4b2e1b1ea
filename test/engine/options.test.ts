import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { execute } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

/** Payouts whose items bring values for the options along. */
const pay = async (options: INodeParameters, values: IDataObject[]) =>
	await execute({
		credential: sandbox.pastedToken(),
		parameters: payoutParameters(options),
		items: payoutItems(values.length).map((item, index) => ({ ...item, ...values[index] })),
	});

describe('an option with an expression', () => {
	it('is refused where it differs between the items, and nothing is sent', async () => {
		const values = [{ value: 1000 }, { value: 1000 }, { value: 50 }];
		const { error } = await pay({ maximumAmount: '={{ $json.value }}' }, values);
		expect(error?.message).toBe('The option Maximum Amount differs between items 0 and 2');
		expect(await sandbox.requests()).toEqual([]);
	});

	it('may come from another node', async () => {
		const maximumAmount = "={{ $('Source').first().json.amount }}";
		const { error } = await pay({ maximumAmount }, [{}, {}]);
		expect(error?.message).toContain('above the Maximum Amount of 100.00');
	});
});
