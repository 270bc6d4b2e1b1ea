import { getRequestHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';
import type {
	IAllExecuteFunctions,
	IHttpRequestOptions,
	INode,
	IRequestOptions,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import type { EngineCredential } from '../../workbench/engine/credentials';
import { payoutItems } from '../../workbench/engine/operations';
import { useSandbox } from './useSandbox';

// Only the service's 409 would keep the second of two from paying.
const sandbox = useSandbox({ uniqueOrderReferences: false });

const node = { name: 'HTTP Request', type: 'n8n-nodes-base.httpRequest' } as INode;

/** As n8n's HTTP Request node sends, and as other nodes do: both with n8n's own helpers. */
const helpers = {
	requestWithAuthentication: (options: IHttpRequestOptions) => {
		const { url: uri, ...rest } = options;
		return { uri, ...rest } as IRequestOptions;
	},
	httpRequestWithAuthentication: (options: IHttpRequestOptions) => options,
};
type RequestHelper = keyof typeof helpers;

const [payout] = payoutItems(1);
const paidOnce = { 'INV-0': 1 };

/** Lets a node pay with this credential. @returns `accepted`, or what the node reads otherwise */
async function payBy(
	helper: RequestHelper,
	credential: EngineCredential,
	variables = {},
): Promise<string> {
	const data: unknown = { credentialsHelper: credential, variables };
	const additionalData = data as IWorkflowExecuteAdditionalData;
	const functions = getRequestHelperFunctions({} as Workflow, node, additionalData);
	const context = {
		getNode: () => node,
		getCredentials: async () => await credential.getDecrypted(additionalData),
		helpers: functions,
	} as unknown as IAllExecuteFunctions;
	const url = `${sandbox.baseUrl}/payouts/create-bank-payout`;
	const request = helpers[helper]({ method: 'POST', url, body: payout, json: true });
	try {
		await functions[helper].call(context, 'cardBankPaymentsApi', request as never);
		return 'accepted';
	} catch (error) {
		const { httpCode, message, description } = error as Record<string, unknown>;
		return [httpCode, message, description].join(' ');
	}
}

const operation = 'createBankPayout';
const warm = async () => await sandbox.credential().renew();
const cold = async () => await Promise.resolve(sandbox.credential());
const sent = async () => (await sandbox.requests(operation)).map(({ status }) => status);

describe.each(Object.keys(helpers) as RequestHelper[])('another node that pays by %s', (helper) => {
	it.each([
		['a fault after the money moved', { kind: 'statusAfter', status: 500 }, '500'],
		['a connection that broke then', { kind: 'dropAfter' }, 'closed'],
	] as Array<[string, Omit<Fault, 'operation'>, string]>)(
		'sends it once, and reads what happened: %s',
		async (_, fault, told) => {
			for (const prepare of [warm, cold]) {
				await sandbox.control.reset();
				const credential = await prepare();
				await sandbox.control.addFault({ ...fault, operation } as Fault);
				expect(await payBy(helper, credential)).toContain(told);
				expect(await sent()).toHaveLength(1);
				expect(await sandbox.paid()).toEqual(paidOnce);
			}
		},
	);

	const other = { clientId: 'client-2', apiKey: 'key-2' };

	it.each<[string, (credential: EngineCredential) => unknown]>([
		['is missing', ({ stored }) => (stored.sessionToken = '')],
		['has expired', async () => await sandbox.control.expireTokens()],
		[
			'is that of another account',
			async ({ stored }) => {
				await sandbox.control.settings(other);
				Object.assign(stored, other);
			},
		],
	])('pays once, from the account of the credential, where the token %s', async (_, happens) => {
		const credential = await warm();
		await happens(credential);
		expect(await payBy(helper, credential)).toBe('accepted');
		const { paid, payouts } = await sandbox.ledger();
		expect(paid).toEqual(paidOnce);
		expect(payouts[0]?.clientId).toBe(credential.stored.clientId);
		expect((await sent()).filter((status) => status !== 401)).toEqual([200]);
	});

	it('pays from the account that expressions name by then, and keeps them', async () => {
		const expressions = {
			authentication: "={{ 'generateToken' }}",
			clientId: '={{ $vars.client }}',
			apiKey: '={{ $vars.key }}',
		};
		const credential = sandbox.credential(expressions);
		await sandbox.control.settings({ uniqueOrderReferences: false });
		for (const client of ['sandbox-client', 'other-client']) {
			const variables = { client, key: `key of ${client}` };
			await sandbox.control.settings({ clientId: client, apiKey: variables.key });
			expect(await payBy(helper, credential, variables)).toBe('accepted');
			expect(credential.stored).toMatchObject(expressions);
		}
		const { payouts } = await sandbox.ledger();
		expect(payouts.map((each) => each.clientId)).toEqual(['sandbox-client', 'other-client']);
	});
});
