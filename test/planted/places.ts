import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** All files of the repository. */
export const repositoryFiles = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
	encoding: 'utf8',
})
	.split('\n')
	.filter(existsSync);

/** Where faults are planted. */
const sources = repositoryFiles
	.filter((file) => /^(nodes|credentials|sandbox)\/.*\.ts$/.test(file))
	.map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** @returns the files in which a text stands, each as often as it stands there */
export function placesOf(wanted: string): string[] {
	return sources.flatMap(({ file, text }) =>
		Array<string>(text.split(wanted).length - 1).fill(file),
	);
}
