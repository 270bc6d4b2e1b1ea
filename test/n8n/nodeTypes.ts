import type { N8nApi } from '../../workbench/instance/api';

/** A type of node, of which there may be several entries. */
export interface NodeType {
	name: string;
	displayName: string;
	version: number | number[];
	iconUrl: string | { light: string; dark: string };
	codex?: { categories: string[]; alias: string[] };
	credentials?: Array<{ required?: boolean; displayOptions?: object }>;
	usableAsTool?: boolean;
	hidden?: boolean;
}

/** The types of the nodes as the editor knows them. */
export async function nodeTypes(api: N8nApi): Promise<NodeType[]> {
	return (await (await api.fetch('/types/nodes.json')).json()) as NodeType[];
}
