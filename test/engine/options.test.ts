import { execute } from '../../workbench/engine/engine';
import { payoutParameters } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

// n8n makes an empty collection of one that is an expression: a limit in it would be missing.
it.each([
	['options', '={{ ({ maximumAmount: 1 }) }}', /^The Options cannot be one expression as a whole$/],
	['additionalFields', "={{ 'x' }}", /Additional Fields could not be read: it gives .* of fields/],
	['additionalFields', '={{ null }}', /Additional Fields could not be read: it gives .* of fields/],
])('sends nothing where %s as a whole are %s', async (name, expression, says) => {
	const parameters = { ...payoutParameters(), [name]: expression };
	const { error } = await execute(sandbox.payouts(1, { parameters }));
	expect(error?.message).toMatch(says);
	expect(await sandbox.requests()).toEqual([]);
});

it('takes additional fields from an expression', async () => {
	const additionalFields = "={{ ({ accountCurrency: 'TZS' }) }}";
	await execute(sandbox.payouts(1, { parameters: { ...payoutParameters(), additionalFields } }));
	const [request] = await sandbox.requests('createBankPayout');
	expect(JSON.parse(String(request?.rawBody))).toMatchObject({ accountCurrency: 'TZS' });
});
