import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { NOT_IN_SAMPLE } from './sample.mjs';

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
	plugins: [
		'@stryker-mutator/jest-runner',
		'@stryker-mutator/typescript-checker',
		'./test/mutation/sample.mjs',
		'./test/mutation/survivors.mjs',
	],
	// `npm test` begins with the types.
	checkers: ['sample', 'typescript'],
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
	reporters: ['progress-append-only', 'survivors'],
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

const count = (...wanted) => mutants.filter(({ status }) => wanted.includes(status)).length;
const byTypes = mutants.filter(
	({ status, statusReason }) => status === 'CompileError' && statusReason !== NOT_IN_SAMPLE,
).length;
// One that hung was noticed, too. The others do not even load.
const byTests = count('Killed', 'Timeout');
const share = (noticed) =>
	((100 * noticed) / (noticed + count('Survived', 'NoCoverage'))).toFixed(1);
console.log(`Noticed, of one mutant in ${sample.every}, seed ${sample.seed}:
${share(byTypes + byTests)} %, ${byTypes} of them by the types, ${byTests} by tests (${count('Timeout')} hung)
${share(byTests)} % of those that the types let pass`);
