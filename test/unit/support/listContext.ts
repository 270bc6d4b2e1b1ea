import {
	getRequestHelperFunctions,
	// The one module of n8n-core that makes requests; the whole of it takes seconds to load.
} from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';
import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INode,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { node } from './context';

const credential = new CardBankPaymentsApi();

type Authenticate = (
	stored: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/** What n8n does with a stored credential around each request. */
const credentialsHelper = {
	getParentTypes: () => [],
	preAuthentication: async (
		helper: IHttpRequestHelper,
		stored: ICredentialDataDecryptedObject,
		_type: string,
		_node: INode,
		isExpired: boolean,
	) =>
		isExpired || !stored.sessionToken
			? await credential.preAuthentication.call(helper, stored)
			: undefined,
	authenticate: async (
		stored: ICredentialDataDecryptedObject,
		_type: string,
		request: IHttpRequestOptions,
	) => await (credential.authenticate as Authenticate)(stored, request),
};

/** The context in which the editor loads a list, with n8n's own request helpers. */
export function listContext(stored: ICredentialDataDecryptedObject): ILoadOptionsFunctions {
	const additionalData = { credentialsHelper } as unknown as IWorkflowExecuteAdditionalData;
	return {
		getNode: () => node,
		getCredentials: async () => structuredClone(stored),
		helpers: getRequestHelperFunctions({} as Workflow, node, additionalData),
	} as unknown as ILoadOptionsFunctions;
}
