import { readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { runTogether } from './runTogether';

/** What survives meets every generated input: a hundred for each operation would take hours. */
const INPUTS = 10;

const few = {
	...fc,
	assert: async <Ts>(property: fc.IAsyncProperty<Ts>, parameters?: fc.Parameters<Ts>) =>
		await fc.assert(property, { ...parameters, numRuns: INPUTS }),
};
jest.doMock('fast-check', () => ({ ...few, default: few, __esModule: true }));

runTogether(
	readdirSync(path.join(__dirname, '../engine'))
		.filter((name) => name.endsWith('.test.ts'))
		// It replaces n8n-workflow, which the others have loaded by then.
		.filter((name) => name !== 'olderN8n.test.ts')
		.map((name) => `engine/${name}`),
);
