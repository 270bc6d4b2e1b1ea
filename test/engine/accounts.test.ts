import { CardBankPaymentsApi } from '../../credentials/CardBankPaymentsApi.credentials';
import { execute, type EngineExecution } from '../../workbench/engine/engine';
import { hurriedNode } from '../../workbench/engine/nodes';
import { payoutItems } from '../../workbench/engine/operations';
import { useSandbox } from './useSandbox';

const sandbox = useSandbox();

const mine = { clientId: 'sandbox-client', apiKey: 'sandbox-key' };
const other = { clientId: 'client-2', apiKey: 'key-2' };

/** Which account paid what. */
const payers = async () => {
	const { payouts } = await sandbox.ledger();
	return Object.fromEntries(payouts.map((each) => [each.orderReference, each.clientId]));
};

const tokens = async () => (await sandbox.requests('generateToken')).length;

async function pay(
	credential: ReturnType<typeof sandbox.credential>,
	references: string[],
	values: object[] = [],
	changes: object = {},
): Promise<EngineExecution> {
	const items = payoutItems(references.length).map((item, index) => ({
		...item,
		orderReference: references[index],
		...values[index],
	}));
	return await execute(sandbox.payouts(references.length, { credential, items, ...changes }));
}

// What the service's settings name may log in; tokens of the other account stay good.
it('a credential by expressions pays each execution from the account of its own items', async () => {
	const expressions = { clientId: '={{ $json.client }}', apiKey: '={{ $json.key }}' };
	const credential = sandbox.credential(expressions);
	const values = ({ clientId: client, apiKey: key }: typeof mine) => ({ client, key });
	const first = await pay(credential, ['A1', 'A2'], [values(mine), values(mine)]);
	await sandbox.control.settings(other);
	const second = await pay(credential, ['B'], [values(other)]);
	expect([first.error, second.error]).toEqual([undefined, undefined]);
	const paid = { A1: mine.clientId, A2: mine.clientId, B: other.clientId };
	expect(await payers()).toEqual(paid);
	expect(await tokens()).toBe(2);
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
		const { error } = await pay(sandbox.credential(changes), ['A', 'B', 'C'], values);
		const says = `The ${displayName} of the credential differs between items 1 and 3`;
		expect(error?.message).toContain(says);
		expect(error?.description).toContain('once for each account, with a loop or a sub-workflow');
		expect(await sandbox.requests()).toEqual([]);
	});

	it('is found where n8n does not show the node what was typed', async () => {
		const getCredentials = async (_: string, item = 0) =>
			await Promise.resolve({ ...pasted, accessToken: String(item) });
		const hidden = { additionalData: { executionId: '1' }, getCredentials };
		const nodeType = hurriedNode(() => hidden as never);
		const { error } = await pay(sandbox.credential(), ['A', 'B'], [], { nodeType });
		expect(error?.message).toContain('The Access Token of the credential differs between items 1');
		expect(await sandbox.requests()).toEqual([]);
	});
});
