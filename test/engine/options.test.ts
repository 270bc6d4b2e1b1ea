import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { nodeIn, parameter } from '../../workbench/engine/alteredContext';
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
	it.each([
		['maximumAmount', 'Maximum Amount', 1000, 50],
		['maximumTotal', 'Maximum Total', 1000, 150],
		['validateOnly', 'Validate Only', false, true],
		['concurrency', 'Concurrency', 5, 1],
		['lookUpUnclear', 'Look Up Unclear Payouts', true, false],
		['proxy', 'Proxy', 'http://a.example.com', 'http://b.example.com'],
	])('sends nothing where %s differs between the items', async (name, label, first, second) => {
		const values = [{ value: first }, { value: first }, { value: second }];
		const { error } = await pay({ [name]: '={{ $json.value }}' }, values);
		expect(error?.message).toBe(`The option ${label} differs between items 0 and 2`);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('holds where it gives the same for all of them', async () => {
		const { error } = await pay({ maximumAmount: '={{ $json.max }}' }, [
			{ max: 100 },
			{ max: 100 },
		]);
		expect(error?.message).toContain('Amount is 101.00 TZS, above the Maximum Amount of 100.00');
		expect(await sandbox.requests()).toEqual([]);
		await pay({ maximumAmount: '={{ 100 + 1 }}' }, [{}, {}]);
		expect(await sandbox.paid()).toEqual({ 'INV-0': 1, 'INV-1': 1 });
	});

	it('may come from another node', async () => {
		const maximumAmount = "={{ $('Source').first().json.amount }}";
		const { error } = await pay({ maximumAmount }, [{}, {}]);
		expect(error?.message).toContain('above the Maximum Amount of 100.00');
	});

	it('lifts nothing when it gives nothing for one of them', async () => {
		const { error } = await pay({ maximumAmount: '={{ $json.max }}' }, [{ max: 1000 }, {}]);
		expect(error?.message).toBe('The option Maximum Amount was added but is empty (item 1)');
		expect(await sandbox.requests()).toEqual([]);
	});
});

/** n8n 2.40 itself leaves out a whole collection that is an expression; the node does not rely on it. */
const withParameter = (name: string, value: unknown) =>
	nodeIn(parameter(name, (_, isRaw) => (isRaw ? '={{ $json.fields }}' : value)));

it.each([
	['options', 'text', 'The option list cannot be an expression that yields something else'],
	['options', null, 'The option list cannot be an expression that yields something else'],
	['additionalFields', 'text', 'Additional Fields could not be read: it gives "text" instead'],
	['additionalFields', ['text'], 'Additional Fields could not be read: it gives a list instead'],
])('sends nothing where %s is an expression that gives %j', async (name, value, reason) => {
	const { error } = await execute(sandbox.payouts(1, { nodeType: withParameter(name, value) }));
	expect(error?.message).toContain(reason);
	expect(await sandbox.requests()).toEqual([]);
});
