export const NOT_IN_SAMPLE = 'not in the sample';

/** Takes one mutant of so many: Stryker numbers them file by file, so that every file has its share. */
class Sample {
	static inject = ['options'];

	constructor({ sample }) {
		this.isIn = ({ id }) => Number(id) % sample.every === sample.seed % sample.every;
	}

	async init() {}

	async check(mutants) {
		const status = (mutant) => (this.isIn(mutant) ? 'passed' : 'compileError');
		return Object.fromEntries(
			mutants.map((mutant) => [mutant.id, { status: status(mutant), reason: NOT_IN_SAMPLE }]),
		);
	}

	async group(mutants) {
		return [mutants.map(({ id }) => id)];
	}
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sample }];
