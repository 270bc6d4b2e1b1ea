/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['unit', 'engine', 'sandbox', 'security', 'faults'].map(
		(folder) => `<rootDir>/test/${folder}`,
	),
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.check.json' }],
	},
	// Without its ending, other loaders take the name for the codex file CardBankPayments.node.json.
	moduleNameMapper: { '^(.+\\.node)\\.js$': '$1' },
	testMatch: ['**/*.test.ts'],
	testSequencer: '<rootDir>/test/reporters/longestFirst.cjs',
	reporters: ['default', '<rootDir>/test/reporters/jestCounts.cjs'],
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/workbench'],
	// All cores: most tests wait for a server now and then.
	maxWorkers: '100%',
	// Of the tests in test/faults, which mostly wait for a silent service, so many run at once.
	maxConcurrency: 32,
	// With `--seed`, faults and hostile inputs are drawn as in an earlier run.
	showSeed: true,
	// Only for what hangs: a busy machine is slow, and not wrong. Longer than a test waits for a state,
	// so that it ends with the state that never came.
	testTimeout: 130_000,
};
