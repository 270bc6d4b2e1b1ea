import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

/** Process groups that must not outlive this process. */
const groups = new Set<number>();

process.on('exit', () => {
	for (const group of groups) signalGroup(group, 'SIGKILL');
});

/**
 * Ends a child that was started with `detached: true`, and everything it started, when this process
 * ends. Only a SIGKILL leaves no time for that.
 *
 * @returns a function to call when the child has ended
 */
export function onExitKill(child: ChildProcess): () => void {
	const { pid } = child;
	if (pid === undefined) return () => undefined;
	groups.add(pid);
	return () => groups.delete(pid);
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

/** Signals a whole process group; one that has gone already is fine. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-group, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
