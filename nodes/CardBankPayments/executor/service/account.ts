import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	INodeCredentialsDetails,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { assertNotN8n1 } from '../../credential/olderN8n';
import { sending } from '../../sentences/sending';
import { CREDENTIAL_TYPE } from '../../wire/baseUrl';
import { operationError } from '../common/operationError';
import { itemNumber } from '../common/payment';

/** The credential as it was read, in the form in which n8n's helper takes it. */
export type Account = ICredentialsDecrypted & { data: ICredentialDataDecryptedObject };

/** @throws NodeOperationError where the credential cannot be read or means several accounts; UserError on n8n 1 */
export async function readAccount(context: IExecuteFunctions): Promise<Account> {
	assertNotN8n1();
	const data = { ...(await context.getCredentials(CREDENTIAL_TYPE)) };
	// Never undefined: for a node without a credential, n8n has just thrown.
	const details = context.getNode().credentials?.[CREDENTIAL_TYPE] as INodeCredentialsDetails;
	// Only expressions make accounts differ between items.
	const mayDiffer = await holdsExpressions(context, details);
	for (let index = 1; mayDiffer && index < context.getInputData().length; index++) {
		const field = differingField(data, await context.getCredentials(CREDENTIAL_TYPE, index));
		if (field === undefined) continue;
		const of = { field: labelOf(field), item: itemNumber(index) };
		const { says, nextStep } = sending.accountsDiffer(of);
		throw operationError(context.getNode(), says, nextStep);
	}
	return { id: String(details.id), name: details.name, type: CREDENTIAL_TYPE, data };
}

/** In what two readings mean different accounts or paths, if they do; their tokens may differ. */
function differingField(
	one: ICredentialDataDecryptedObject,
	other: ICredentialDataDecryptedObject,
): string | undefined {
	return Object.keys({ ...one, ...other }).find(
		(key) => key !== 'sessionToken' && JSON.stringify(one[key]) !== JSON.stringify(other[key]),
	);
}

/** As the editor shows a field of the credential, e.g. `Base URL` for `baseUrl`. */
function labelOf(field: string): string {
	const words = field.replace(/[A-Z]/g, ' $&').replace(/^./, (first) => first.toUpperCase());
	return words.replace(/\b(?:Api|Id|Url)\b/g, (word) => word.toUpperCase());
}

/**
 * Whether a credential holds expressions, also deep in a value; yes, where this n8n does not tell.
 * n8n-core's node-execution-context.ts keeps what reads them in every context, undeclared.
 */
async function holdsExpressions(context: IExecuteFunctions, details: INodeCredentialsDetails) {
	const { additionalData: data, mode } = context as unknown as {
		additionalData: IWorkflowExecuteAdditionalData;
		mode: WorkflowExecuteMode;
	};
	try {
		const { credentialsHelper: helper } = data;
		const typed = await helper.getDecrypted(data, details, CREDENTIAL_TYPE, mode, undefined, true);
		return JSON.stringify(typed).includes('"=');
	} catch {
		return true;
	}
}
