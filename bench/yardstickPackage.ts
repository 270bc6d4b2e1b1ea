import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/** The copies of the node in the second package, by the names of their files and classes. */
const yardsticks = { routing: 'Routing', memory: 'Memory' } as const;

const yardstickPackage = 'n8n-nodes-yardsticks';

/** The type by which a workflow asks for one of the copies. */
export function yardstickType(name: keyof typeof yardsticks): string {
	return `${yardstickPackage}.${name}`;
}

/**
 * Puts a second package beside the installed one, built like it from the same sources: the same
 * definitions without `execute`, and a copy of the node that looks at itself while it runs.
 *
 * @param userFolder n8n's `N8N_USER_FOLDER`
 */
export async function installYardsticks(userFolder: string): Promise<void> {
	const folder = path.join(userFolder, '.n8n/nodes/node_modules', yardstickPackage);
	const files = Object.values(yardsticks).map((name) => `${name}.node`);
	await build({
		entryPoints: files.map((file) => path.join(__dirname, `yardsticks/${file}.ts`)),
		bundle: true,
		external: ['n8n-workflow'],
		platform: 'node',
		outdir: path.join(folder, 'dist'),
	});
	const nodes = files.map((file) => `dist/${file}.js`);
	const manifest = {
		name: yardstickPackage,
		version: '0.0.0',
		n8n: { n8nNodesApiVersion: 1, nodes, credentials: [] },
	};
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
}
