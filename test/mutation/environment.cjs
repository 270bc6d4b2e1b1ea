const { TestEnvironment } = require('jest-environment-node');

const failures = ['test_fn_failure', 'hook_failure', 'error'];

/** These meet what the node declares, which is read once, when a file loads. */
const declared = [
	'engine/contract.test.ts',
	'engine/everyOperation.test.ts',
	'engine/otherNodes.test.ts',
];

/** Of the present mutant; unit.ts comes first, and engine.ts takes seconds to load. */
let isKilled = false;

/** Makes one mutant quick: runs the tests that reach it, until the first of them fails. */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		if (context.testPath.endsWith('unit.ts')) isKilled = false;
	}

	handleTestEvent(event, state) {
		if (event.name === 'setup') {
			this.chosen = event.testNamePattern && namesIn(event.testNamePattern);
			this.global.isWanted = wantedFiles(this.chosen);
		}
		// Of a thousand names in one pattern, each is looked for at each place of each test's name.
		if (event.name === 'run_start' && this.chosen) {
			state.testNamePattern = { test: (name) => this.chosen.has(name) };
		}
		// Jest's own way to stop ends at a file, and Stryker turns it off.
		if (failures.includes(event.name) && process.env.__STRYKER_ACTIVE_MUTANT__) {
			isKilled = true;
			leaveOut(state.rootDescribeBlock);
		}
	}
};

/** Stryker names the tests as `(escaped)|(escaped)`. */
function namesIn(pattern) {
	const escaped = pattern.slice(1, -1).split(')|(');
	return new Set(escaped.map((name) => name.replace(/\\(.)/gs, '$1')));
}

/** @param chosen names of tests, each of which begins with its file */
function wantedFiles(chosen) {
	if (isKilled) return () => false;
	if (chosen) {
		const files = new Set([...chosen].map((name) => name.split(' ', 1)[0]));
		return (file) => files.has(file);
	}
	// A mutant without chosen tests is in what is read once.
	const isMutant = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
	return (file) => !isMutant || file.startsWith('unit/') || declared.includes(file);
}

function leaveOut(block) {
	for (const child of block.children) {
		if (child.type === 'describeBlock') leaveOut(child);
		else child.mode = 'skip';
	}
}
