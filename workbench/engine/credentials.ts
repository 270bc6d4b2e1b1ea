import { getAdditionalKeys } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-additional-keys';
import { getRequestHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';
import {
	NodeHelpers,
	Workflow,
	type IAuthenticate,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../credentials/CardBankPaymentsApi.credentials';
import { defaultSettings } from '../../sandbox';
import { workingCredential } from '../servers/sandboxClient';

/** n8n's own request helper, as a credential gets it. */
const { httpRequest } = getRequestHelperFunctions(
	{} as Workflow,
	{} as INode,
	{} as IWorkflowExecuteAdditionalData,
);

type AuthenticateFunction = Extract<IAuthenticate, (...args: never[]) => unknown>;

const mockNode = { name: '', typeVersion: 1, type: 'mock', parameters: {} } as unknown as INode;
const mockType = { description: { properties: [] } } as unknown as INodeType;

/** For no item, as in the editor, n8n evaluates a credential in a workflow without nodes. */
const withoutItems = new Workflow({
	nodes: [mockNode],
	connections: {},
	active: false,
	nodeTypes: { getByNameAndVersion: () => mockType } as unknown as INodeTypes,
}).expression;

let created = 0;

/**
 * One stored credential, with as much of n8n's own helper as n8n-core calls for it: read anew for every request
 * for it, its expressions evaluated for an item, and updated when `preAuthentication` returns the
 * expirable property.
 */
export class EngineCredential {
	private readonly type = new CardBankPaymentsApi();

	/** Executions that share a credential wait for each other's tokens, others do not. */
	readonly id = `credential-${++created}`;

	/** Is called when a request is about to leave. */
	beforeRequest?: (request: IHttpRequestOptions) => void;

	/** @param stored what n8n's database would hold, decrypted */
	constructor(public stored: ICredentialDataDecryptedObject) {}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const authenticate = this.type.authenticate as AuthenticateFunction;
		const authenticated = await authenticate(credentials, request);
		this.beforeRequest?.(request);
		return authenticated;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		_node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		if (credentials.sessionToken !== '' && !credentialsExpired) return undefined;
		const output = await this.type.preAuthentication.call(helpers, credentials);
		if (output.sessionToken === undefined) return undefined;
		this.stored = { ...this.stored, ...output };
		return Object.assign(credentials, output);
	}

	async getDecrypted(
		additionalData = {} as IWorkflowExecuteAdditionalData,
		_details?: unknown,
		_type?: string,
		mode: WorkflowExecuteMode = 'manual',
		executeData?: IExecuteData,
		raw?: boolean,
		at?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		if (raw) return { ...this.stored };
		// What is not declared or not shown goes, and what is not stored gets its default.
		const stored = this.stored as INodeParameters;
		const { properties } = this.type;
		const shown = NodeHelpers.getNodeParameters(properties, stored, true, false, null, null);
		const declared = shown as INodeParameters;
		const keys = getAdditionalKeys(additionalData, mode, null);
		if (at === undefined) {
			const values = [declared, mode, keys, executeData, undefined, declared] as const;
			return withoutItems.getComplexParameterValue(mockNode, ...values) as typeof this.stored;
		}
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = at;
		const place = [runExecutionData, runIndex, itemIndex, node.name, connectionInputData] as const;
		const how = [mode, keys, executeData, false, declared] as const;
		return workflow.expression.getParameterValue(declared, ...place, ...how) as typeof this.stored;
	}

	/** Fetches a token as for a first request, and stores it. */
	async renew(): Promise<this> {
		const helpers = { helpers: { httpRequest } };
		await this.preAuthentication(helpers, { ...this.stored }, '', mockNode, true);
		return this;
	}
}

/** A credential for the sandbox that generates its tokens. */
export function sandboxCredential(
	baseUrl: string,
	overrides: ICredentialDataDecryptedObject = {},
): EngineCredential {
	return new EngineCredential({
		...workingCredential(baseUrl),
		tokenPath: '/generate-token',
		accessToken: '',
		banksPath: '/list/banks',
		payoutPath: '/payouts/{orderReference}',
		paymentPath: '/payments/{orderReference}',
		checksumSecret: defaultSettings.checksumSecret,
		sessionToken: '',
		...overrides,
	});
}
