import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startProcess } from './processes';

/** How much of a failed command's log is worth showing. */
const shownLogLines = 30;

/**
 * Runs a command to its end, quietly.
 *
 * @param options `logFile` takes everything that it prints; the console stays readable
 * @throws {Error} with the end of its log when it does not exit with 0
 */
export async function runCommand(
	command: string,
	commandArguments: string[],
	options: { cwd: string; logFile: string; env?: NodeJS.ProcessEnv },
): Promise<void> {
	await mkdir(path.dirname(options.logFile), { recursive: true });
	const { ended, log } = startProcess(command, commandArguments, options);
	const ending = await ended;
	if (ending === 0) return;
	const lines = log().trimEnd().split('\n').slice(-shownLogLines);
	throw new Error(
		[
			`"${[command, ...commandArguments].join(' ')}" ended with ${ending}. The end of its log:`,
			...lines.map((line) => `    ${line}`),
			`The whole log is in ${options.logFile}`,
		].join('\n'),
	);
}
