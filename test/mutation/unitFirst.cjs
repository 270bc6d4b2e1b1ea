const Sequencer = require('@jest/test-sequencer').default;

module.exports = class extends Sequencer {
	sort(tests) {
		return [...tests].sort((a, b) => b.path.localeCompare(a.path));
	}
};
