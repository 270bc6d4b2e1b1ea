import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { strictSettings, type SettingsChange } from '../../sandbox';
import type { StoredCredential, WorkflowDefinition } from './definition';
import { credentialType, nodeType, repositoryRoot } from '../install/paths';
import { selected } from './workflows';

const folder = path.join(repositoryRoot, 'examples');
const extension = '.json';

/** As strict as the real service, but that nobody waits a minute for the next payout. */
export const strictService: SettingsChange = { ...strictSettings, paceSeconds: 1 };

/**
 * The names of the example workflows' files, without their ending.
 *
 * @param subfolder of `examples`, for the workflows in it
 */
export async function listExamples(subfolder = ''): Promise<string[]> {
	const files = await readdir(path.join(folder, subfolder));
	return files
		.filter((file) => file.endsWith(extension))
		.map((file) => path.basename(file, extension))
		.sort();
}

/**
 * Reads an example as it would be imported by hand.
 *
 * @param name of its file in `examples`, without the ending
 */
export async function readExample(name: string): Promise<WorkflowDefinition> {
	return JSON.parse(await readFile(exampleFile(name), 'utf8')) as WorkflowDefinition;
}

/** The starter workflows, one for each operation, as they would be imported by hand. */
export const readStarters = async (): Promise<WorkflowDefinition[]> => await readAll('starter');

/** All workflows that the package ships. */
export async function readShipped(): Promise<WorkflowDefinition[]> {
	return [...(await readAll('')), ...(await readStarters())];
}

async function readAll(subfolder: string): Promise<WorkflowDefinition[]> {
	const names = await listExamples(subfolder);
	return await Promise.all(
		names.map(async (name) => await readExample(path.join(subfolder, name))),
	);
}

/** The file that a user chooses in "Import from File". */
export function exampleFile(name: string): string {
	return path.join(folder, name + extension);
}

/**
 * Selects credentials in the nodes that need one, as a user does after an import. A node that
 * needs one which is not given is left without.
 */
export function withCredentials(
	workflow: WorkflowDefinition,
	credentials: StoredCredential[],
): WorkflowDefinition {
	const nodes = workflow.nodes.map((node) => {
		const credential = credentials.find(({ type }) => type === credentialByNodeType[node.type]);
		return credential ? { ...node, credentials: selected(credential) } : node;
	});
	return { ...workflow, nodes };
}

/** The nodes that need a credential, and the name of its type in n8n. */
const credentialByNodeType: Partial<Record<string, string>> = {
	[nodeType]: credentialType,
	[`${nodeType}Tool`]: credentialType,
	'n8n-nodes-base.emailSend': 'smtp',
	'n8n-nodes-base.googleSheets': 'googleApi',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

/** What a user fills in for a mail server on this machine that asks for no log-in. */
export function smtpCredentialData(smtpPort: number): object {
	return {
		user: '',
		password: '',
		host: '127.0.0.1',
		port: smtpPort,
		secure: false,
		disableStartTls: true,
	};
}
