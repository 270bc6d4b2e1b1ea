/** A credential as n8n lists it: without what is in it. */
export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

/** A node of a workflow, with whatever else n8n stores of it. */
export interface WorkflowNode extends Record<string, unknown> {
	name: string;
	type: string;
	parameters: object;
}

/** A workflow as n8n exports it. */
export interface WorkflowDefinition {
	name: string;
	nodes: WorkflowNode[];
	connections: object;
	settings?: object;
	pinData?: object;
}
