const { TestEnvironment } = require('jest-environment-node');

const failures = ['test_fn_failure', 'hook_failure', 'error'];

/** Makes one mutant quick: runs the tests that reach it, until the first of them fails. */
module.exports = class extends TestEnvironment {
	handleTestEvent(event, state) {
		if (event.name === 'setup' && event.testNamePattern) {
			this.chosen = namesIn(event.testNamePattern);
		}
		// Of a thousand names in one pattern, each is looked for at each place of each test's name.
		if (event.name === 'run_start' && this.chosen) {
			state.testNamePattern = { test: (name) => this.chosen.has(name) };
		}
		// By then the mutant is killed. Jest's own way to stop ends at a file, and here is only one.
		if (failures.includes(event.name)) leaveOut(state.rootDescribeBlock);
	}
};

/** Stryker names the tests as `(escaped)|(escaped)`. */
function namesIn(pattern) {
	const escaped = pattern.slice(1, -1).split(')|(');
	return new Set(escaped.map((name) => name.replace(/\\(.)/gs, '$1')));
}

function leaveOut(block) {
	for (const child of block.children) {
		if (child.type === 'describeBlock') leaveOut(child);
		else child.mode = 'skip';
	}
}
