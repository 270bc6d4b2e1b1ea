import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runTogether } from './runTogether';

runTogether(
	readdirSync(path.join(__dirname, '../engine'))
		.filter((name) => name.endsWith('.test.ts'))
		// It replaces n8n-workflow, which the others have loaded by then.
		.filter((name) => name !== 'olderN8n.test.ts')
		.map((name) => `engine/${name}`),
);
