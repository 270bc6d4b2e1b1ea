/**
 * Options of one run of Stryker. All tests of a run are in one file, so that what they import loads
 * once for each mutant; n8n's engine takes seconds.
 *
 * @param {string} name of the file with the tests, and of the report
 * @param {string[]} mutate files to change
 */
export const mutationRun = (name, mutate) => ({
	mutate,
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		enableFindRelatedTests: false,
		config: {
			// In test/sandbox is a stand-in that Jest needs to load the sandbox.
			roots: ['<rootDir>/test/mutation', '<rootDir>/test/sandbox'],
			testMatch: [`**/test/mutation/${name}.ts`],
			testEnvironment: './test/mutation/stopAtFirst.cjs',
			// A mutant that waits for ever is found out by this.
			testTimeout: 12_000,
		},
	},
	coverageAnalysis: 'perTest',
	concurrency: 2,
	// Jest keeps something of each run, and every run is slower than the one before.
	maxTestRunnerReuse: 20,
	timeoutMS: 20_000,
	reporters: ['clear-text', 'progress-append-only', 'json'],
	clearTextReporter: { allowColor: false, logTests: false },
	jsonReporter: { fileName: `.figures/mutation-${name}.json` },
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
	thresholds: { high: 95, low: 90, break: 90 },
});

/** What builders see: labels and fields, nearly all of it read once, when a file loads. */
export const definitions = [
	'credentials/**/*.ts',
	'nodes/CardBankPayments/*.node.ts',
	'nodes/CardBankPayments/credential/**/*.ts',
	'nodes/CardBankPayments/resources/**/*.ts',
];

/** What only n8n's engine can run. */
export const engineFiles = [
	'run/*',
	'service/account',
	'service/session',
	'service/dispatch',
	'service/connect',
].map((name) => `nodes/CardBankPayments/executor/${name}.ts`);
