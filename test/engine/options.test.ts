import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { execute } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

/** Payouts whose items bring values for the options along. */
const pay = async (
	options: INodeParameters,
	values: IDataObject[],
	parameters: INodeParameters = payoutParameters(options),
) =>
	await execute({
		credential: sandbox.pastedToken(),
		parameters,
		items: payoutItems(values.length).map((item, index) => ({ ...item, ...values[index] })),
	});

describe('an option with an expression', () => {
	it('is refused where it differs between the items, and nothing is sent', async () => {
		const values = [{ value: 1000 }, { value: 1000 }, { value: 50 }];
		const { error } = await pay({ maximumAmount: '={{ $json.value }}' }, values);
		expect(error?.message).toBe('The option Maximum Amount differs between items 1 and 3');
		expect(await sandbox.requests()).toEqual([]);
	});

	it('may come from another node', async () => {
		const maximumAmount = "={{ $('Source').first().json.amount }}";
		const { error } = await pay({ maximumAmount }, [{}, {}]);
		expect(error?.message).toContain('above the Maximum Amount of 100.00');
	});
});

describe('a collection that is one expression, of which n8n makes an empty one', () => {
	it.each(['={{ ({ maximumAmount: 1 }) }}', "={{ 'x' }}"])(
		'is refused as options, since a limit would be missing: %s',
		async (options) => {
			const parameters = { ...payoutParameters(), options };
			const { error } = await pay({}, [{}], parameters);
			expect(error?.message).toBe('The Options cannot be one expression as a whole');
			expect(await sandbox.requests()).toEqual([]);
		},
	);

	it.each([
		"={{ 'x' }}",
		'={{ [1] }}',
		'={{ 5 }}',
		'={{ null }}',
		'={{ $json.none }}',
		'={{ $now }}',
	])('is refused as additional fields where it gives none: %s', async (additionalFields) => {
		const { error } = await pay({}, [{}], { ...payoutParameters(), additionalFields });
		expect(error?.message).toMatch(
			/Additional Fields could not be read: it gives .* instead of fields/,
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('gives additional fields', async () => {
		const additionalFields = "={{ ({ accountCurrency: 'TZS' }) }}";
		await pay({}, [{}], { ...payoutParameters(), additionalFields });
		const [request] = await sandbox.requests('createBankPayout');
		expect(JSON.parse(String(request?.rawBody))).toMatchObject({ accountCurrency: 'TZS' });
	});
});
