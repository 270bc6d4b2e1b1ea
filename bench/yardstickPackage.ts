import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { packageName } from '../workbench/instance/paths';

/** The copies of the node in the second package, by the names of their files and classes. */
const yardsticks = { routing: 'Routing', memory: 'Memory' } as const;

const yardstickPackage = 'n8n-nodes-yardsticks';

/** The type by which a workflow asks for one of the copies. */
export function yardstickType(name: keyof typeof yardsticks): string {
	return `${yardstickPackage}.${name}`;
}

/**
 * Puts a second package beside the installed one, made of a copy of it: the same definitions
 * without `execute`, and copies of the node that look at themselves while they run.
 *
 * @param userFolder n8n's `N8N_USER_FOLDER`, with the package under test installed
 */
export async function installYardsticks(userFolder: string): Promise<void> {
	const modules = path.join(userFolder, '.n8n/nodes/node_modules');
	const folder = path.join(modules, yardstickPackage);
	await cp(path.join(modules, packageName, 'dist'), path.join(folder, 'dist'), {
		recursive: true,
	});
	// Where the sources import the node from, so that the compiled copies find the copied node.
	const target = path.join(folder, 'dist/bench/yardsticks');
	await mkdir(target, { recursive: true });
	for (const file of ['liveHeap', ...Object.values(yardsticks).map((name) => `${name}.node`)]) {
		const source = await readFile(path.join(__dirname, `yardsticks/${file}.ts`), 'utf8');
		const { outputText } = transpileModule(source, {
			compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
		});
		await writeFile(path.join(target, `${file}.js`), outputText);
	}
	const nodes = Object.values(yardsticks).map((name) => `dist/bench/yardsticks/${name}.node.js`);
	const manifest = {
		name: yardstickPackage,
		version: '0.0.0',
		n8n: { n8nNodesApiVersion: 1, nodes, credentials: [] },
	};
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
}
