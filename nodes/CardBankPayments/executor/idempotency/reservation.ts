import { randomUUID } from 'node:crypto';
import { OperationalError, sleep } from 'n8n-workflow';
import { oneAtATime } from './keyedMutex';

/**
 * Another process takes about as long for a call as we do, but a busy machine may hold it up in the
 * middle. Measured between busy processes: up to some 50 ms.
 */
const HELD_UP_MS = 100;

/** With so many writers in each other's way that even this fails, nothing is sent. */
const MOST_ROUNDS = 50;

/**
 * Looks entries up in n8n's list and adds those that are missing.
 *
 * @returns the entries that were in the list before
 */
export type RecordEntries = (entries: string[]) => Promise<Set<string>>;

/** What became of the references of one execution. */
export interface Reservation {
	/** Somebody else has used these. */
	used: Set<string>;
	/** These are ours. */
	reserved: Set<string>;
	/** Whether `reserved` can be relied on; otherwise nothing is certain. */
	stands: boolean;
	/** An entry of this turn's own, by which it can be seen whether what was written still stands. */
	mark: string;
	/** Why the list did not answer. */
	error?: unknown;
}

interface Wish extends Reservation {
	references: string[];
	answer: () => void;
}

/** The executions of this process that wait for their turn at a list. */
const waiting = new Map<string, Wish[]>();

/**
 * Reserves references in a list that is read and written back as a whole, without a lock.
 *
 * Executions in one process take turns, all that are waiting together in one turn. Another process,
 * such as another worker of a queue, can read before we write and write after us, which undoes what
 * we wrote. So each turn writes a mark of its own, and looks after a while, in which this process
 * writes nothing, whether the mark is still there. Where it is not, another process was at work: it
 * has what it wrote meanwhile, and the rest is written again.
 *
 * @param list names the list within this process
 */
export async function reserveInList(
	list: string,
	references: string[],
	record: RecordEntries,
): Promise<Reservation> {
	return await new Promise((resolve) => {
		const wish: Wish = {
			references,
			used: new Set(),
			reserved: new Set(),
			stands: false,
			mark: '',
			answer: () => resolve(wish),
		};
		const others = waiting.get(list);
		if (others !== undefined) {
			others.push(wish);
			return;
		}
		waiting.set(list, [wish]);
		void oneAtATime(list, async () => {
			const wishes = waiting.get(list) ?? [];
			waiting.delete(list);
			await reserveAll(wishes, record);
			for (const { answer } of wishes) answer();
		});
	});
}

/**
 * Takes references out of the list again. Their reservation's mark goes with them, in one writing:
 * where it comes back, another process has undone what we wrote, and it is written again.
 *
 * @param remove takes entries out of n8n's list
 * @throws where the list does not answer, or others undo it again and again
 */
export async function releaseInList(
	list: string,
	references: string[],
	mark: string,
	{ remove, record }: { remove: (entries: string[]) => Promise<void>; record: RecordEntries },
): Promise<void> {
	await oneAtATime(list, async () => {
		let isRemoved = false;
		for (let round = 1; round <= MOST_ROUNDS; round++) {
			const startedAt = Date.now();
			// In the list from here on, for the next time; but whether it stays nobody has looked.
			const isMarked = (await record([mark])).has(mark);
			if (isRemoved && !isMarked) return;
			// Without the mark in the list, a removal that was undone looks like one that stands.
			if (isMarked) {
				await remove([...references, mark]);
				isRemoved = true;
			}
			await sleep(settlingTime(Date.now() - startedAt));
		}
		throw new OperationalError('Other processes kept overwriting the list of order references');
	});
}

/** Reserves in one turn; who came first has a reference that several want. */
async function reserveAll(wishes: Wish[], record: RecordEntries): Promise<void> {
	const mark = `run ${randomUUID()}`;
	const wanted = new Map<string, Wish>();
	for (const wish of wishes) {
		wish.mark = mark;
		for (const reference of wish.references) {
			if (wanted.has(reference)) wish.used.add(reference);
			else wanted.set(reference, wish);
		}
	}
	try {
		for (let round = 1; round <= MOST_ROUNDS; round++) {
			const startedAt = Date.now();
			const known = await record([...wanted.keys(), mark]);
			// The round before still stands, and with it everything that is known now.
			const stands = known.has(mark);
			if (!stands) leaveToOthers(wanted, known);
			if (stands || wanted.size === 0) {
				for (const wish of wishes) wish.stands = true;
				return;
			}
			await sleep(settlingTime(Date.now() - startedAt));
		}
	} catch (error) {
		for (const wish of wishes) wish.error = error;
	}
}

/** Takes what others have out of what is wanted; the rest has just been written for us. */
function leaveToOthers(wanted: Map<string, Wish>, known: Set<string>): void {
	for (const [reference, wish] of wanted) {
		if (!known.has(reference)) {
			wish.reserved.add(reference);
			continue;
		}
		wish.used.add(reference);
		wish.reserved.delete(reference);
		wanted.delete(reference);
	}
}

/** How long the slowest call of late took, in milliseconds; each later call counts a tenth less. */
let slowestMs = 0;

/**
 * How long to wait until whoever read before we wrote has written.
 *
 * Every process is busy in bursts, so a quick call of ours says little about one of theirs.
 *
 * @param tookMs how long our own call took
 */
function settlingTime(tookMs: number): number {
	slowestMs = Math.max(tookMs, slowestMs * 0.9);
	// No database always answers within a millisecond: such a list is in this process's own memory.
	return slowestMs < 1 ? 0 : HELD_UP_MS + 2 * slowestMs;
}
