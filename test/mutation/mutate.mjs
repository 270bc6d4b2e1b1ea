import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

// Changes the product in one small way at a time, and runs the unit and engine tests that reach it:
//   npm run test:mutation [-- --sample 24] [-- --seed 1] [-- --patience 5] [-- files...]

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		sample: { type: 'string', default: '1' },
		seed: { type: 'string', default: '1' },
		// How many times as long a test may take, where others use the machine as well.
		patience: { type: 'string', default: '1' },
	},
});
const patience = Number(values.patience);
const sample = { every: Number(values.sample), seed: Number(values.seed) };

const mutants = await new Stryker({
	mutate: positionals.length > 0 ? positionals : ['nodes/**/*.ts', 'credentials/**/*.ts'],
	sample,
	plugins: ['@stryker-mutator/jest-runner', './test/mutation/sample.mjs'],
	checkers: ['sample'],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		enableFindRelatedTests: false,
		config: {
			// In test/sandbox is a stand-in that Jest needs to load the sandbox.
			roots: ['<rootDir>/test/mutation', '<rootDir>/test/sandbox'],
			testMatch: ['**/test/mutation/{unit,engine}.ts'],
			testSequencer: './test/mutation/unitFirst.cjs',
			testEnvironment: './test/mutation/environment.cjs',
			// A mutant that waits for ever is found out by this.
			testTimeout: patience * 12_000,
		},
	},
	coverageAnalysis: 'perTest',
	concurrency: 2,
	// Jest keeps something of each run, and every run is slower than the one before.
	maxTestRunnerReuse: 20,
	timeoutMS: patience * 20_000,
	dryRunTimeoutMinutes: patience * 20,
	reporters: ['progress-append-only'],
	warnings: { unknownOptions: false, slow: false },
	tempDirName: '.stryker-tmp',
	ignorePatterns: [
		'test/*/node_modules',
		'workbench/*/node_modules',
		'.n8n-data',
		'dist',
		'docs',
		'bench',
		'examples',
	],
}).runMutationTest();

// One that hung was noticed, too. The others are not in the sample, or do not even load.
const noticed = mutants.filter(({ status }) => ['Killed', 'Timeout'].includes(status));
const survived = mutants.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status));
for (const { fileName, location, mutatorName, replacement } of survived) {
	const { line, column } = location.start;
	const place = `${path.relative('', fileName)}:${line}:${column}`;
	console.log(`survived: ${place} ${mutatorName} → ${replacement}`);
}
const share = (100 * noticed.length) / (noticed.length + survived.length);
console.log(`${share.toFixed(1)} % noticed, of one mutant in ${sample.every}, seed ${sample.seed}`);
