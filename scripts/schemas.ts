import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { outputSchemas, schemaFolder } from '../workbench/contract/outputSchemas';
import { runMain } from '../workbench/servers/processes';

/** Writes anew what n8n shows of the node's output before it ever ran. */
async function main(): Promise<void> {
	await rm(schemaFolder, { recursive: true, force: true });
	for (const [name, text] of outputSchemas()) {
		const file = path.join(schemaFolder, name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, text);
	}
}

runMain(main);
