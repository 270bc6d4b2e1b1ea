/** Ends a run of jest with the line that every other part of the gate ends with. */
module.exports = class {
	onRunComplete(_, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
		// A file that cannot be loaded has failed, too.
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		console.log(`checks: ${numPassedTests} passed, ${failed} failed`);
	}
};
