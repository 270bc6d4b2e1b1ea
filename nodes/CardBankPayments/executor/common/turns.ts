const lastInLine = new Map<unknown, Promise<unknown>>();

/** Runs tasks of this process with the same key one after the other; one that throws holds up none. */
export async function oneAtATime<T>(key: unknown, task: () => Promise<T>): Promise<T> {
	const turn = (lastInLine.get(key) ?? Promise.resolve()).then(task);
	const done = turn.catch(() => undefined);
	lastInLine.set(key, done);
	try {
		return await turn;
	} finally {
		if (lastInLine.get(key) === done) lastInLine.delete(key);
	}
}

/** Does something with each item, in their order and at most so many at a time. */
export async function atMost<In, Out>(
	concurrency: number,
	items: In[],
	task: (item: In) => Promise<Out>,
): Promise<Out[]> {
	const done: Out[] = [];
	const queue = items.entries();
	const work = async () => {
		for (const [place, item] of queue) done[place] = await task(item);
	};
	await Promise.all(Array.from({ length: concurrency }, work));
	return done;
}
