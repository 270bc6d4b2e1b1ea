import { untilAborted } from './clock';

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

/** The same, but after a cancel, a task that still waits is not run: the result is undefined. */
export async function inTurn<T>(
	key: unknown,
	task: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T | undefined> {
	let running: Promise<T> | undefined;
	const turn = oneAtATime(key, async () => {
		if (!signal?.aborted) await (running = task());
	}).catch(() => undefined);
	await untilAborted(turn, signal);
	// Throws what the task throws.
	return await running;
}

/** Lets tasks in, at most `most()` at a time. Of those that wait, the one with the lowest place goes first. */
export class Gate {
	private readonly waiting: Array<{ place: number; enter: () => void }> = [];

	private inside = 0;

	constructor(private readonly most: () => number) {}

	async run<T>(place: number, task: () => Promise<T>): Promise<T> {
		await this.enter(place);
		try {
			return await task();
		} finally {
			this.leave();
		}
	}

	/** Call inside: stands in line again, at its place, before the one behind it is let in. */
	async again(place: number): Promise<void> {
		const entered = this.enter(place);
		this.leave();
		await entered;
	}

	private async enter(place: number): Promise<void> {
		await new Promise<void>((enter) => {
			this.waiting.push({ place, enter });
			this.waiting.sort((a, b) => a.place - b.place);
			this.letIn();
		});
	}

	private leave(): void {
		this.inside--;
		this.letIn();
	}

	private letIn(): void {
		while (this.inside < this.most()) {
			const next = this.waiting.shift();
			if (next === undefined) return;
			this.inside++;
			next.enter();
		}
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
