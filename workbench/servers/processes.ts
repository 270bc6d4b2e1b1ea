import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { constants } from 'node:os';

/** A process that was started here, with all that it has started. */
export interface Running {
	/** Everything that it has printed so far. */
	log(): string;
	/** The exit code, the signal's name, or why it could not begin, once it has gone. */
	ended: Promise<number | string>;
	/** The same; undefined while it runs. */
	ending(): number | string | undefined;
	/** Signals it, and all that it has started unless it is to hear it alone. */
	signal(name: NodeJS.Signals, alone?: boolean): void;
}

/** Process groups that must not outlive this process. */
const groups = new Set<number>();

process.on('exit', () => {
	for (const group of groups) signalProcess(-group, 'SIGKILL');
});

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
): Running {
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
	let ending: number | string | undefined;
	const ended = new Promise<number | string>((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('close', (code, signal) => resolve(code ?? signal ?? 'an unknown signal'));
	}).then((how) => {
		if (pid !== undefined) groups.delete(pid);
		copy?.end();
		return (ending = how);
	});
	return {
		log: () => chunks.join(''),
		ended,
		ending: () => ending,
		signal: (name, alone = false) => {
			if (pid !== undefined) signalProcess(alone ? pid : -pid, name);
		},
	};
}

/** @param target a process, or the negative of a group; one that has gone already is fine */
function signalProcess(target: number, signal: NodeJS.Signals): void {
	try {
		process.kill(target, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
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
