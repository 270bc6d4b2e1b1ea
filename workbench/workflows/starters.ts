import type { StoredCredential, WorkflowDefinition } from '../instance/api';
import { listExamples, readExample, withCredentials } from './examples';

/** The starter workflows, one for each operation, as they would be imported by hand. */
export async function readStarters(): Promise<WorkflowDefinition[]> {
	const names = await listExamples('starter');
	return await Promise.all(names.map(async (name) => await readExample(`starter/${name}`)));
}

/** Selects a credential in every node of ours, as a person does after an import. */
export function withCredential(
	workflow: WorkflowDefinition,
	payments: StoredCredential,
): WorkflowDefinition {
	return withCredentials(workflow, { payments });
}
