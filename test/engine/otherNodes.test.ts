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
import type { Form, StoredCredential } from '../../workbench/engine/credentials';
import { useSandbox } from '../../workbench/engine/sandbox';
import { waitUntil } from '../../workbench/servers/waiting';
import { generateToken } from '../../workbench/servers/sandboxClient';

const sandbox = useSandbox();

const node = { name: 'HTTP Request', type: 'n8n-nodes-base.httpRequest' } as INode;

/** As n8n's HTTP Request node sends, and as other nodes do: both with n8n's own helpers. */
const helpers = {
	requestWithAuthentication: (options: IHttpRequestOptions) => {
		const { url: uri, ...rest } = options;
		return { uri, ...rest } as IRequestOptions;
	},
	httpRequestWithAuthentication: (options: IHttpRequestOptions) => options,
};
type Helper = keyof typeof helpers;
const both = Object.keys(helpers) as Helper[];

const payout = {
	amount: 1000,
	accountNumber: '0150123456789',
	accountName: 'Asha Mushi',
	currency: 'TZS',
	orderReference: 'INV-1',
	bic: 'CORUTZTZ',
	transferType: 'ACH',
};

interface Circumstances {
	variables?: Record<string, string>;
	/** What gets a response gets it sooner, also on a busy machine. */
	timeout?: number;
}

/** Lets a node pay with this credential. @returns `accepted`, or what the node reads otherwise */
async function payBy(
	helper: Helper,
	credential: StoredCredential,
	{ variables = {}, timeout = 20_000 }: Circumstances = {},
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
	const request = helpers[helper]({ method: 'POST', url, body: payout, json: true, timeout });
	try {
		await functions[helper].call(context, 'cardBankPaymentsApi', request as never);
		return 'accepted';
	} catch (error) {
		const { httpCode, message, description } = error as Record<string, unknown>;
		return [httpCode, message, description].join(' ');
	}
}

/** After which a response that never comes is given up. */
const HANG_MS = 1_500;

const operation = 'createBankPayout';
const warm = async () => await sandbox.credential().renew();
const cold = async () => await Promise.resolve(sandbox.credential());
const sent = async () => (await sandbox.requests(operation)).map(({ status }) => status);

beforeEach(async () => {
	// Only the service's 409 would keep the second of two from paying.
	await sandbox.control.settings({ uniqueOrderReferences: false });
});

describe.each(both)('another node that pays by %s', (helper) => {
	it.each([
		['a refusal', { kind: 'statusBefore', status: 400 }, '400', {}],
		['a conflict', { kind: 'statusBefore', status: 409 }, '409', {}],
		['a fault after the money moved', { kind: 'statusAfter', status: 500 }, '500', { 'INV-1': 1 }],
		['a connection that broke then', { kind: 'dropAfter' }, 'closed', { 'INV-1': 1 }],
		['an answer that never came', { kind: 'hangAfter' }, '', { 'INV-1': 1 }],
	] as Array<[string, Omit<Fault, 'operation'>, string, object]>)(
		'sends it once, and reads what happened: %s',
		async (_, fault, told, paid) => {
			for (const prepare of [warm, cold]) {
				await sandbox.control.reset({ uniqueOrderReferences: false });
				const credential = await prepare();
				await sandbox.control.addFault({ ...fault, operation } as Fault);
				const timeout = fault.kind === 'hangAfter' ? HANG_MS : undefined;
				expect(await payBy(helper, credential, { timeout })).toContain(told);
				expect(await sent()).toHaveLength(1);
				expect(await sandbox.paid()).toEqual(paid);
			}
		},
	);

	const other = { clientId: 'client-2', apiKey: 'key-2' };

	it.each<[string, (credential: StoredCredential) => unknown]>([
		['is good', () => undefined],
		['is missing', ({ stored }) => (stored.sessionToken = '')],
		['has expired', async () => await sandbox.control.expireTokens()],
		[
			'was replaced by one that another process fetched',
			async () => {
				await sandbox.control.settings({ onlyNewestToken: true });
				await generateToken(sandbox.baseUrl);
			},
		],
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
		expect(paid).toEqual({ 'INV-1': 1 });
		expect(payouts[0]?.clientId).toBe(credential.stored.clientId);
		expect((await sent()).filter((status) => status !== 401)).toEqual([200]);
	});

	it.each(['n8n 1', 'n8n 2'] as Form[])(
		'pays from the account that expressions name by then, and keeps them on %s',
		async (form) => {
			const expressions = {
				authentication: "={{ 'generateToken' }}",
				clientId: '={{ $vars.client }}',
				apiKey: '={{ $vars.key }}',
			};
			const credential = Object.assign(sandbox.credential(expressions), { form });
			const payers = [];
			for (const account of ['sandbox', 'other']) {
				const [clientId, apiKey] = [`${account}-client`, `${account}-key`];
				await sandbox.control.reset({ clientId, apiKey });
				const variables = { client: clientId, key: apiKey };
				expect(await payBy(helper, credential, { variables })).toBe('accepted');
				payers.push(...(await sandbox.ledger()).payouts.map((each) => each.clientId));
				expect(credential.stored).toMatchObject(expressions);
			}
			expect(payers).toEqual(['sandbox-client', 'other-client']);
		},
	);

	it('pays once where its token dies while the answer is on its way', async () => {
		await sandbox.control.settings({ onlyNewestToken: true });
		await sandbox.control.addFault({ kind: 'hangAfter', operation });
		const credential = await warm();
		const paying = payBy(helper, credential, { timeout: HANG_MS });
		await sandbox.arrived(1);
		await waitUntil(async () => (await sandbox.paid())['INV-1'] === 1);
		await generateToken(sandbox.baseUrl);
		expect(await paying).not.toBe('accepted');
		expect(await sandbox.paid()).toEqual({ 'INV-1': 1 });
	});
});
