const { writeFileSync } = require('node:fs');

/** Tells what became of a run of jest, which takes no TypeScript here, as counts.ts does. */
module.exports = class {
	onRunComplete(_, { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites }) {
		// A file that cannot be loaded has failed, too.
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		const file = process.env.TEST_COUNTS;
		if (file !== undefined) writeFileSync(file, JSON.stringify({ passed, failed }));
	}
};
