import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { comesTrue, waitUntil } from './waiting';

/** How much of a log is worth showing. */
const shownLogLines = 30;

/** Process groups and folders that must not outlive this process. */
const groups = new Set<number>();
const folders: string[] = [];

process.on('exit', () => {
	for (const group of groups) signalProcess(-group, 'SIGKILL');
	for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/**
 * Makes an empty folder, which goes with this process.
 *
 * @param purpose a word for whoever finds it
 */
export function temporaryFolder(purpose: string): string {
	const folder = mkdtempSync(path.join(tmpdir(), `card-bank-payments-${purpose}-`));
	folders.push(folder);
	return folder;
}

/** A process that was started here, with all that it has started. */
export type Running = ReturnType<typeof startProcess>;

/**
 * Starts a process in a group of its own. It ends with this process: only a SIGKILL leaves no time
 * for that.
 *
 * @param logFile gets a copy of what it prints
 */
export function startProcess(
	command: string,
	commandArguments: string[],
	{ logFile, ...options }: { cwd?: string; env?: NodeJS.ProcessEnv; logFile?: string },
) {
	const child = spawn(command, commandArguments, {
		...options,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	const { pid } = child;
	if (pid !== undefined) groups.add(pid);
	const chunks: string[] = [];
	const copy = logFile === undefined ? undefined : createWriteStream(logFile);
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => {
			chunks.push(chunk);
			copy?.write(chunk);
		});
	}
	/** Everything that it has printed so far. */
	const log = () => chunks.join('');
	let ending: number | string | undefined;
	/** The exit code, the signal's name, or why it could not begin, once it has gone. */
	const ended = new Promise<number | string>((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('close', (code, signal) => resolve(code ?? signal ?? 'an unknown signal'));
	}).then((how) => {
		if (pid !== undefined) groups.delete(pid);
		copy?.end();
		return (ending = how);
	});
	/** Signals it, and all that it has started unless it is to hear it alone. */
	const signal = (name: NodeJS.Signals, alone = false) => {
		if (pid !== undefined) signalProcess(alone ? pid : -pid, name);
	};
	/** Ends it on the spot. */
	const kill = async () => {
		signal('SIGKILL');
		await ended;
	};
	/** What is told of one that did not do what it should, with the end of its log. */
	const failure = (how: string) => {
		const lines = log().trimEnd().split('\n').slice(-shownLogLines);
		const told = `"${[command, ...commandArguments].join(' ')}" ${how}. The end of its log:`;
		const whole = logFile === undefined ? [] : [`The whole log is in ${logFile}`];
		return new Error([told, ...lines.map((line) => `    ${line}`), ...whole].join('\n'));
	};
	/** @throws {Error} where it ends, or the time is over, before it is ready; it is ended then */
	const waitUntilReady = async (isReady: () => Promise<boolean> | boolean, timeoutMs?: number) => {
		const isDecided = async () => ending !== undefined || (await isReady());
		const isInTime = await comesTrue(waitUntil(isDecided, timeoutMs));
		if (isInTime && ending === undefined) return;
		const error = failure(isInTime ? `ended with ${ending}` : 'was not ready in time');
		await kill();
		throw error;
	};
	return { pid, log, ended, signal, kill, failure, waitUntilReady };
}

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
	const { ended, failure } = startProcess(command, commandArguments, options);
	const ending = await ended;
	if (ending !== 0) throw failure(`ended with ${ending}`);
}

/** @param target a process, or the negative of a group; one that has gone already is fine */
function signalProcess(target: number, signal: NodeJS.Signals): void {
	try {
		process.kill(target, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

/** Runs a command of this repository. One that fails says why and ends at once, with all that it has started. */
export function runMain(main: () => Promise<unknown>): void {
	main().catch((error: Error) => {
		console.error(error.message);
		process.exit(1);
	});
}

/** How often to look whether the parent process is still there. */
const parentCheckMs = 500;

/**
 * Calls back once when somebody wants this process to end: on Ctrl-C and the like, and when the
 * process that started it has gone. npm, for one, ends only its shell when it is told to end.
 */
export function onEndWanted(callback: (exitCode: number) => void): void {
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid !== parent) end(128 + constants.signals.SIGHUP);
	}, parentCheckMs);
	timer.unref();
	let wanted = false;
	const end = (exitCode: number) => {
		if (!wanted) callback(exitCode);
		wanted = true;
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => end(128 + constants.signals[signal]));
	}
}
