const lastInLine = new Map<string, Promise<unknown>>();

/**
 * Runs tasks with the same key one after the other, in the order of the calls, within this process.
 *
 * @returns what the task returns; a task that throws does not hold up the next one
 */
export async function oneAtATime<T>(key: string, task: () => Promise<T>): Promise<T> {
	const turn = (lastInLine.get(key) ?? Promise.resolve()).then(task);
	const done = turn.catch(() => undefined);
	lastInLine.set(key, done);
	try {
		return await turn;
	} finally {
		if (lastInLine.get(key) === done) lastInLine.delete(key);
	}
}
