import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IExecuteFunctions,
	INodeCredentialsDetails,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../../wire/baseUrl';
import { operationError } from '../common/operationError';
import { itemNumber } from '../common/payment';

type Credentials = ICredentialDataDecryptedObject;

/** One stored credential, as n8n resolves it for the items of a run. */
export interface Account {
	id: string;
	name: string;
	/** The same for every item. */
	credentials: Credentials;
}

/**
 * Reads the credential of a run.
 *
 * @throws NodeOperationError where it means several accounts, and for one that cannot be read
 */
export async function readAccount(context: IExecuteFunctions): Promise<Account> {
	const credentials = await context.getCredentials(CREDENTIAL_TYPE);
	// n8n has just thrown for a node without one.
	const details = context.getNode().credentials?.[CREDENTIAL_TYPE] as INodeCredentialsDetails;
	const typed = await readTyped(context, details);
	// Only expressions make accounts differ between items, and they may be hidden.
	if (typed === undefined || holdsExpression(typed)) await assertOneAccount(context, credentials);
	return { id: String(details.id), name: details.name, credentials: { ...credentials } };
}

/** Whether two readings mean the same account and paths; their tokens may differ. */
export function isSameAccount(one: Credentials, other: Credentials): boolean {
	return differingField(one, other) === undefined;
}

async function assertOneAccount(context: IExecuteFunctions, first: Credentials): Promise<void> {
	for (let index = 1; index < context.getInputData().length; index++) {
		const field = differingField(first, await context.getCredentials(CREDENTIAL_TYPE, index));
		if (field === undefined) continue;
		throw operationError(
			context.getNode(),
			`The ${labelOf(field)} of the credential differs between items 1 and ${itemNumber(index)}`,
			'All payments of a run are made from one account. Run this node once for each account, with a loop or a sub-workflow. Nothing was sent.',
			index,
		);
	}
}

function differingField(one: Credentials, other: Credentials): string | undefined {
	return Object.keys({ ...one, ...other }).find(
		(key) => key !== 'sessionToken' && JSON.stringify(one[key]) !== JSON.stringify(other[key]),
	);
}

/** As the credential shows it, e.g. `Base URL` for `baseUrl`. */
function labelOf(field: string): string {
	return field
		.replace(/^.|[A-Z]/g, (letter) => ` ${letter.toUpperCase()}`)
		.replace(/Url|Id|Api/g, (word) => (word === 'Id' ? 'ID' : word.toUpperCase()))
		.trim();
}

/** Also deep in a value, where n8n evaluates it as well; `typedValues` is the same for all items. */
function holdsExpression(typed: Credentials): boolean {
	return JSON.stringify({ ...typed, typedValues: undefined }).includes('"=');
}

/**
 * The values before expressions are resolved, by what n8n-core's node-execution-context.ts keeps in every
 * context and does not declare; undefined where this n8n does not show them.
 */
async function readTyped(
	context: IExecuteFunctions,
	details: INodeCredentialsDetails,
): Promise<Credentials | undefined> {
	const { additionalData: data, mode } = context as unknown as {
		additionalData: IWorkflowExecuteAdditionalData & { credentialsHelper: ICredentialsHelper };
		mode: WorkflowExecuteMode;
	};
	try {
		const helper = data.credentialsHelper;
		return await helper.getDecrypted(data, details, CREDENTIAL_TYPE, mode, undefined, true);
	} catch {
		return undefined;
	}
}
