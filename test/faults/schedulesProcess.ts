import '../../workbench/engine/quiet';
import { fork } from 'node:child_process';
import { checkProperties, type PropertyResult } from './properties';

/** What the schedules may take, five times what they need: what has not ended by then hangs. */
const LONGEST_MS = 600_000;

const PROGRESS_MS = 5_000;

export interface SchedulesToTry {
	runs: number;
	seed: number;
	/** Only this counterexample. */
	replay?: string;
}

/** What came of them, as it goes from one process to the other. */
export interface SchedulesResult extends Omit<PropertyResult, 'runs'> {
	tried: number;
}

type Message = { count: number } | SchedulesResult;

/**
 * Tries random schedules in a process of their own.
 *
 * @param onProgress is told how many were tried
 * @throws Error when that process ends without a result
 */
export async function startSchedules(
	task: SchedulesToTry,
	onProgress: (count: number) => void,
): Promise<SchedulesResult> {
	return await new Promise((resolve, reject) => {
		const child = fork(__filename, [JSON.stringify(task)]);
		child.on('message', (message: Message) => {
			if ('count' in message) onProgress(message.count);
			else resolve(message);
		});
		child.on('exit', (code) => reject(new Error(`The random schedules ended with code ${code}`)));
	});
}

async function trySchedules(task: SchedulesToTry): Promise<SchedulesResult> {
	let count = 0;
	const progress = setInterval(() => process.send?.({ count }), PROGRESS_MS);
	const { runs, ...found } = await checkProperties(
		{ ...task, milliseconds: LONGEST_MS },
		() => count++,
	);
	clearInterval(progress);
	return { tried: runs, ...found };
}

if (require.main === module && process.send !== undefined) {
	const task = JSON.parse(process.argv[2] as string) as SchedulesToTry;
	void trySchedules(task).then((result) => process.send?.(result, () => process.exit(0)));
}
