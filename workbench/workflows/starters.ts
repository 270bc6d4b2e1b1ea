import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { StoredCredential, WorkflowDefinition } from '../instance/api';
import { withCredentials } from './examples';
import { repositoryRoot } from '../instance/paths';

const starterFolder = path.join(repositoryRoot, 'examples/starter');

/** The starter workflows, one for each operation, as they would be imported by hand. */
export async function readStarters(): Promise<WorkflowDefinition[]> {
	const files = (await readdir(starterFolder)).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(
		files.map(async (name) => {
			const text = await readFile(path.join(starterFolder, name), 'utf8');
			return JSON.parse(text) as WorkflowDefinition;
		}),
	);
}

/** Selects a credential in every node of ours, as a person does after an import. */
export function withCredential(
	workflow: WorkflowDefinition,
	payments: StoredCredential,
): WorkflowDefinition {
	return withCredentials(workflow, { payments });
}
