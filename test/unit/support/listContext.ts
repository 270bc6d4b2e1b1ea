import {
	getRequestHelperFunctions,
	// The one module of n8n-core that makes requests; the whole of it takes seconds to load.
} from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';
import type {
	ICredentialDataDecryptedObject,
	ILoadOptionsFunctions,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { StoredCredential } from '../../../workbench/engine/credentials';
import { node } from './context';

/** The context in which the editor loads a list, with n8n's own request helpers. */
export function listContext(stored: ICredentialDataDecryptedObject): ILoadOptionsFunctions {
	const credentialsHelper = new StoredCredential(stored);
	const additionalData = { credentialsHelper } as unknown as IWorkflowExecuteAdditionalData;
	return {
		getNode: () => node,
		getCredentials: async () => await credentialsHelper.getDecrypted(),
		helpers: getRequestHelperFunctions({} as Workflow, node, additionalData),
	} as unknown as ILoadOptionsFunctions;
}
