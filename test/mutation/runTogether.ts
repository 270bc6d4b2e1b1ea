import path from 'node:path';
import fc from 'fast-check';

/** Set by environment.cjs. */
declare const isWanted: (file: string) => boolean;

// The same inputs for every mutant, and for the run that this one is compared with.
fc.configureGlobal({ seed: 1 });

/**
 * Runs test files as parts of the one that calls this, so that what they import loads once for each
 * mutant.
 *
 * @param files below `test`
 */
export function runTogether(files: string[]): void {
	it('has a test, whichever are wanted', () => undefined);
	for (const file of files.filter((each) => isWanted(each))) {
		// Keeps what a file does before and after its tests to these.
		describe(file, () => {
			jest.requireActual(path.join(__dirname, '..', file));
		});
	}
}
