import path from 'node:path';

/**
 * Runs test files as parts of the one that calls this.
 *
 * @param files below `test`
 */
export function runTogether(files: string[]): void {
	for (const file of files) {
		// Keeps what a file does before and after its tests to these.
		describe(file, () => {
			jest.requireActual(path.join(__dirname, '..', file));
		});
	}
}
