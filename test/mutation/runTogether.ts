import { readdirSync } from 'node:fs';
import path from 'node:path';

const tests = path.join(__dirname, '..');

/** @returns the test files of a folder below `test`, as {@link runTogether} takes them */
export function testsIn(folder: string): string[] {
	return readdirSync(path.join(tests, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts'))
		.map((name) => `${folder}/${name}`);
}

/**
 * Runs test files as parts of the one that calls this.
 *
 * @param files below `test`
 */
export function runTogether(files: string[]): void {
	for (const file of files) {
		// Keeps what a file does before and after its tests to these.
		describe(file, () => {
			jest.requireActual(path.join(tests, file));
		});
	}
}
