import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/** The copies of the node that the benchmark measures beside it, by the names of their files and classes. */
const referenceNodes = { routing: 'Routing', memoryProbe: 'MemoryProbe' } as const;

const referencePackage = 'n8n-nodes-reference';

/** The type by which a workflow asks for one of the copies. */
export function referenceNodeType(name: keyof typeof referenceNodes): string {
	return `${referencePackage}.${name}`;
}

/**
 * Puts a second package beside the installed one, built like it from the same sources: the same
 * definitions without `execute`, and a copy of the node that looks at itself while it runs.
 *
 * @param userFolder n8n's `N8N_USER_FOLDER`
 */
export async function installReferenceNodes(userFolder: string): Promise<void> {
	const folder = path.join(userFolder, '.n8n/nodes/node_modules', referencePackage);
	const files = Object.values(referenceNodes).map((name) => `${name}.node`);
	await build({
		entryPoints: files.map((file) => path.join(__dirname, `referenceNodes/${file}.ts`)),
		bundle: true,
		external: ['n8n-workflow'],
		platform: 'node',
		outdir: path.join(folder, 'dist'),
	});
	const nodes = files.map((file) => `dist/${file}.js`);
	const manifest = {
		name: referencePackage,
		version: '0.0.0',
		n8n: { n8nNodesApiVersion: 1, nodes, credentials: [] },
	};
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
}
