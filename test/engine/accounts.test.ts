import type { IDataObject } from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../credentials/CardBankPaymentsApi.credentials';
import { execute, type EngineScenario } from '../../workbench/engine/engine';
import { hurriedNode } from '../../workbench/engine/nodes';
import { payoutItems } from '../../workbench/engine/operations';
import { useSandbox } from './useSandbox';

const sandbox = useSandbox();

/** A payout for each of these values, which lie over the items. */
const payWith = (values: IDataObject[], how: Partial<EngineScenario>) =>
	sandbox.payouts(values.length, {
		items: payoutItems(values.length).map((item, index) => ({ ...item, ...values[index] })),
		...how,
	});

// What the service's settings name may log in; tokens of the other account stay good.
it('a credential by expressions pays each execution from the account of its own items', async () => {
	const expressions = { clientId: '={{ $json.client }}', apiKey: '={{ $json.key }}' };
	const credential = sandbox.credential(expressions);
	const accounts = [
		{ clientId: 'sandbox-client', apiKey: 'sandbox-key' },
		{ clientId: 'client-2', apiKey: 'key-2' },
	];
	for (const account of accounts) {
		await sandbox.control.settings(account);
		const { clientId: client, apiKey: key } = account;
		const values = ['A', 'B'].map((one) => ({ client, key, orderReference: `${one}-${client}` }));
		expect((await execute(payWith(values, { credential }))).error).toBeUndefined();
	}
	const { payouts } = await sandbox.ledger();
	expect(payouts).toHaveLength(4);
	for (const { orderReference, clientId } of payouts) {
		expect(orderReference.slice(2)).toBe(clientId);
	}
	expect(await sandbox.requests('generateToken')).toHaveLength(2);
	expect(credential.stored).toMatchObject(expressions);
});

describe('a credential whose values differ between the items of a run', () => {
	const expression = '={{ $json.value }}';
	const pasted = { authentication: 'accessToken', accessToken: 'sandbox-access-token' };

	const fields = new CardBankPaymentsApi().properties.filter(({ type }) => type !== 'hidden');

	it.each(fields)('sends nothing: $displayName', async ({ name, displayName }) => {
		// n8n reads only what the credential shows.
		const shown = { accessToken: pasted, checksumSecret: { checksum: 'hmacSha256Json' } }[name];
		const changes = { ...shown, [name]: expression };
		const values = [{ value: 'a' }, { value: 'a' }, { value: 'b' }];
		const { error } = await execute(payWith(values, { credential: sandbox.credential(changes) }));
		const says = `The ${displayName} of the credential differs between items 1 and 3`;
		expect(error?.message).toContain(says);
		expect(error?.description).toContain('once for each account, with a loop or a sub-workflow');
		expect(await sandbox.requests()).toEqual([]);
	});

	it('is the same account where n8n has stored a newer token meanwhile', async () => {
		let read = 0;
		const getCredentials = async () =>
			await Promise.resolve({ ...sandbox.pastedToken().stored, sessionToken: String(++read) });
		const hidden = { additionalData: { executionId: '1' }, getCredentials };
		const nodeType = hurriedNode(() => hidden as never);
		const { error } = await execute(sandbox.payouts(2, { nodeType }));
		expect(error).toBeUndefined();
		expect(read).toBeGreaterThan(1);
	});

	it('is found where n8n does not show the node what was typed', async () => {
		const getCredentials = async (_: string, item = 0) =>
			await Promise.resolve({ ...pasted, accessToken: String(item) });
		const hidden = { additionalData: { executionId: '1' }, getCredentials };
		const nodeType = hurriedNode(() => hidden as never);
		const { error } = await execute(sandbox.payouts(2, { nodeType }));
		expect(error?.message).toContain('The Access Token of the credential differs between items 1');
		expect(await sandbox.requests()).toEqual([]);
	});
});
