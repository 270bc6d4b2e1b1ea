const Sequencer = require('@jest/test-sequencer').default;

/** A fresh clone has no times of earlier runs, and begun last, the random schedules would keep one core busy alone. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isLong = ({ path }) =>
			Number(/test.(faults.(schedules|matrix)|security.fuzz)/.test(path));
		return super.sort(tests).sort((a, b) => isLong(b) - isLong(a));
	}
};
