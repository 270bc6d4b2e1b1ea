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

interface Group {
	all: unknown[];
	done: Promise<unknown[]>;
}

const groups = new Map<string, Group>();

/**
 * The same for work that many want done at once: everything that waits for its turn is done in one.
 *
 * @param key of the turns
 * @param kind of the work: what is done together
 * @param work takes what all of them brought, and returns what each of them gets
 */
export async function inOneTurn<In, Out>(
	key: string,
	kind: string,
	one: In,
	work: (all: In[]) => Promise<Out[]>,
): Promise<Out> {
	const name = `${kind} ${key}`;
	let group = groups.get(name);
	if (group === undefined) {
		const all: unknown[] = [];
		const done = oneAtATime(key, async () => {
			groups.delete(name);
			return await work(all as In[]);
		});
		group = { all, done };
		groups.set(name, group);
	}
	const place = group.all.push(one) - 1;
	return (await group.done)[place] as Out;
}

/** Does something with each item, in their order and at most so many at a time. */
export async function atMost<In, Out>(
	concurrency: number,
	items: In[],
	task: (item: In) => Promise<Out>,
): Promise<Out[]> {
	const done: Out[] = [];
	let next = 0;
	const work = async () => {
		while (next < items.length) {
			const place = next++;
			done[place] = await task(items[place] as In);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, work));
	return done;
}
