import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runTogether } from './runTogether';

const folders = ['node', 'credentials', 'executor', 'listSearch', 'shared'];

const unitTests = folders.flatMap((folder) =>
	readdirSync(path.join(__dirname, '../unit', folder)).map((name) => `unit/${folder}/${name}`),
);

// The contract needs no engine either.
runTogether([...unitTests, 'engine/contract.test.ts']);
