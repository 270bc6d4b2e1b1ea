import type { IExecuteFunctions } from 'n8n-workflow';
import { nodeIn } from '../../workbench/engine/alteredContext';
import { execute } from '../../workbench/engine/engine';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

type GetCredentials = IExecuteFunctions['getCredentials'];

/** Twenty payouts with a new credential, in an n8n that reads it from its store like this. */
const pay = async (reads: (original: GetCredentials) => GetCredentials) =>
	await execute({
		credential: sandbox.credential(),
		parameters: payoutParameters(),
		items: payoutItems(20),
		nodeType: nodeIn((context) => ({
			getCredentials: reads(context.getCredentials.bind(context)),
		})),
	});

const expectOneToken = async () => {
	expect(await sandbox.requests('generateToken')).toHaveLength(1);
	expect(Object.values(await sandbox.paid())).toEqual(Array(20).fill(1));
};

it('fetches one token where n8n does not store it', async () => {
	const withoutToken = (original: GetCredentials) =>
		(async (type: string) => ({ ...(await original(type)), sessionToken: '' })) as GetCredentials;
	expect((await pay(withoutToken)).error).toBeUndefined();
	await expectOneToken();
});

it('pays where n8n cannot read the credential a second time', async () => {
	const once = (original: GetCredentials) => {
		let reads = 0;
		return (async (type: string) => {
			if (++reads > 1) throw new Error('The store is silent');
			return await original(type);
		}) as GetCredentials;
	};
	expect((await pay(once)).error).toBeUndefined();
	await expectOneToken();
});
