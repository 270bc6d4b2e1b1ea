/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test/unit', '<rootDir>/test/engine', '<rootDir>/test/sandbox'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.check.json' }],
	},
	testMatch: ['**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/test/n8n'],
	// n8n-core takes some seconds to load in each worker.
	testTimeout: 30_000,
};
