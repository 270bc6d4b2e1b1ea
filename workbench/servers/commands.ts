import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { onExitKill } from './processes';

export interface CommandOptions {
	cwd: string;
	/** Takes everything that the command prints; the console stays readable. */
	logFile: string;
	env?: NodeJS.ProcessEnv;
}

/** How much of a failed command's log is worth showing. */
const shownLogLines = 30;

/**
 * Runs a command to its end, quietly.
 *
 * @throws {Error} with the end of its log when it does not exit with 0
 */
export async function runCommand(
	command: string,
	commandArguments: string[],
	options: CommandOptions,
): Promise<void> {
	await mkdir(path.dirname(options.logFile), { recursive: true });
	const log = createWriteStream(options.logFile);
	const child = spawn(command, commandArguments, {
		cwd: options.cwd,
		env: options.env ?? process.env,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	const release = onExitKill(child);
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	const ending = await new Promise<string | number>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code, signal) => resolve(code ?? signal ?? 'an unknown signal'));
	}).finally(release);
	await new Promise<void>((resolve) => log.end(resolve));
	if (ending === 0) return;
	const lines = (await readFile(options.logFile, 'utf8')).trimEnd().split('\n');
	throw new Error(
		[
			`"${[command, ...commandArguments].join(' ')}" ended with ${ending}. The end of its log:`,
			...lines.slice(-shownLogLines).map((line) => `    ${line}`),
			`The whole log is in ${options.logFile}`,
		].join('\n'),
	);
}
