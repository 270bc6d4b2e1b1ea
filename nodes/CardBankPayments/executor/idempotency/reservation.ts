import { OperationalError } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../common/clock';
import { oneAtATime } from './keyedMutex';

/**
 * Another process takes about as long for a call as we do, but a busy machine may hold it up in the
 * middle. Measured between busy processes: up to some 50 ms.
 */
const JITTER_MS = 100;

/**
 * n8n looks through its whole list for each reference that it takes out: with 100,000 of them, that
 * takes nearly a millisecond, in which this process does nothing else.
 */
const REMOVED_AT_ONCE = 100;

/** With so many writers in each other's way that even this fails, nothing is sent. */
const MAXIMUM_ROUNDS = 50;

/** A list in n8n's store, which is read and written back as a whole, without a lock. */
export interface List {
	/** By which the list is told from others within this process. */
	name: string;
	/**
	 * Looks entries up and adds those that are missing.
	 *
	 * @returns the entries that were in the list before
	 */
	record: (entries: string[]) => Promise<Set<string>>;
	/** Takes entries out. */
	remove: (entries: string[]) => Promise<void>;
	clock: Clock;
}

/** What became of the references of one execution. */
export interface Reservation {
	/** Whether `reserved` can be relied on; otherwise nothing is certain. */
	confirmed: boolean;
	/** These are ours. */
	reserved: Set<string>;
	/** Somebody else has used these, where it is confirmed. */
	used: Set<string>;
	/** An entry of its own, by which it can be seen whether what was written still stands. */
	mark: string;
	/** Why the list did not answer. */
	error?: unknown;
}

/** What one execution wants to reserve. */
interface Claim {
	references: string[];
	/** Of this reservation. */
	mark: string;
	/** Of the run. */
	runMark: string;
	answer: (reservation: Reservation) => void;
}

/** The executions of this process that wait for their turn at a list. */
const waiting = new Map<string, Claim[]>();

/** What the executions of this process that are over want to see kept, in one turn. */
const keeping = new Map<string, { references: string[]; done: Promise<void> }>();

/**
 * Reserves references in a list.
 *
 * Executions in one process take turns, all that are waiting together in one turn. Another process,
 * such as another worker of a queue, can read before we write and write after us, which undoes what
 * we wrote. So each writes a mark of its own as well, and the turn looks after a while, in which this
 * process writes nothing, whether they are still there. Where they are not, another process was at
 * work: it has what it wrote meanwhile, and the rest is written again.
 *
 * @param runMark to be used again when the run gives something back
 */
export async function reserveInList(
	list: List,
	references: string[],
	runMark: string,
): Promise<Reservation> {
	return await new Promise((answer) => {
		const claim: Claim = { references, mark: newMark(), runMark, answer };
		const others = waiting.get(list.name);
		if (others !== undefined) {
			others.push(claim);
			return;
		}
		waiting.set(list.name, [claim]);
		void oneAtATime(list.name, async () => {
			const claims = waiting.get(list.name) ?? [];
			waiting.delete(list.name);
			await reserveTogether(list, claims);
		});
	});
}

/**
 * Takes references out of the list again. A mark goes with each part of them, in one writing: where
 * it comes back, another process has undone what we wrote, and it is written again.
 *
 * @param references with the mark of the reservation of each
 * @throws where the list does not answer, or others undo it again and again
 */
export async function releaseInList(
	list: List,
	references: Map<string, string>,
	runMark: string,
): Promise<void> {
	await oneAtATime(list.name, async () => {
		let open = partsOf(references, runMark);
		for (let round = 1; round <= MAXIMUM_ROUNDS; round++) {
			// In the list from here on, for the next time; but whether they stay nobody has looked.
			const marks = await record(
				list,
				open.map((part) => part.mark),
			);
			open = open.filter((part) => !part.isRemoved || marks.has(part.mark));
			if (open.length === 0) return;
			// Without the mark in the list, a removal that was undone looks like one that stands.
			for (const part of open.filter((one) => marks.has(one.mark))) {
				await timed(list, async () => await list.remove([...part.entries, part.mark]));
				part.isRemoved = true;
				// What others write between our reading and our writing is lost: they get their turn.
				if (open.length > 1) await list.clock.sleep(slowestMs);
			}
			await settle(list);
		}
		throw new OperationalError('Other processes kept overwriting the list of order references');
	});
}

/**
 * Whether a reservation that was given back is in the list again: a process that was held up for longer
 * than anybody waits has written its older list over ours. The mark of a reservation goes into the list and
 * out of it together with its references, so where it is, they are ours, too.
 *
 * To be asked up to the first no: the question itself writes the mark.
 */
export async function isBackInList(list: List, reservation: string): Promise<boolean> {
	return await oneAtATime(list.name, async () => {
		if (!(await record(list, [reservation])).has(reservation)) return false;
		await settle(list);
		return (await record(list, [reservation])).has(reservation);
	});
}

/**
 * Sees that references that were used are still in the list, and writes again what is missing. A
 * process that was held up for longer than anybody waits has written its older list over them.
 */
export async function keepInList(list: List, references: string[]): Promise<void> {
	const others = keeping.get(list.name);
	if (others !== undefined) {
		for (const reference of references) others.references.push(reference);
		return await others.done;
	}
	const all = [...references];
	const done = oneAtATime(list.name, async () => {
		keeping.delete(list.name);
		for (let round = 1; round <= MAXIMUM_ROUNDS; round++) {
			const known = await record(list, all);
			if (all.every((reference) => known.has(reference))) return;
			await settle(list);
		}
	});
	keeping.set(list.name, { references: all, done });
	await done;
}

/** What is taken out in one writing, with its mark. */
interface Part {
	entries: string[];
	mark: string;
	isRemoved: boolean;
}

function partsOf(references: Map<string, string>, runMark: string): Part[] {
	const all = [...references];
	const parts: Part[] = [];
	for (let start = 0; start < all.length; start += REMOVED_AT_ONCE) {
		const some = all.slice(start, start + REMOVED_AT_ONCE);
		const marks = new Set(some.map(([, mark]) => mark));
		parts.push({
			// No list may hold the mark of a reservation without all that was reserved.
			entries: [...some.map(([reference]) => reference), ...marks],
			mark: start === 0 ? runMark : newMark(),
			isRemoved: false,
		});
	}
	return parts;
}

/** Reserves in one turn; who came first has a reference that several want. */
async function reserveTogether(list: List, claims: Claim[]): Promise<void> {
	const wanted = new Set(claims.flatMap(({ references }) => references));
	const marks = claims.map(({ mark }) => mark);
	const runMarks = new Set(claims.map(({ runMark }) => runMark));
	const { ours, ...state } = await confirm(list, wanted, marks, [...runMarks]);
	for (const { references, mark, answer } of claims) {
		const reserved = new Set<string>();
		const used = new Set<string>();
		for (const reference of references) (ours.delete(reference) ? reserved : used).add(reference);
		answer({ ...state, reserved, used, mark });
	}
}

/** Writes what is wanted, until it has been seen to stand. */
async function confirm(list: List, wanted: Set<string>, marks: string[], runMarks: string[]) {
	let ours = new Set<string>();
	try {
		let open = [...wanted];
		for (let round = 1; round <= MAXIMUM_ROUNDS; round++) {
			const known = await record(list, [...open, ...marks, ...runMarks]);
			// The round before still stands, and with it everything that is known now. The mark of a run says
			// nothing here: it may be among the oldest entries, which n8n forgets.
			if (marks.every((mark) => known.has(mark))) return { ours, confirmed: true };
			// What others have is theirs; the rest has just been written for us.
			open = open.filter((reference) => !known.has(reference));
			ours = new Set(open);
			if (open.length === 0) return { ours, confirmed: true };
			await settle(list);
		}
		return { ours, confirmed: false };
	} catch (error) {
		return { ours, confirmed: false, error };
	}
}

export function newMark(): string {
	return `run ${randomUUID()}`;
}

/** How long the slowest call of late took, in milliseconds; each later call counts a tenth less. */
let slowestMs = 0;

async function record(list: List, entries: string[]): Promise<Set<string>> {
	return await timed(list, async () => await list.record(entries));
}

async function timed<Answer>({ clock }: List, call: () => Promise<Answer>): Promise<Answer> {
	const startedAt = clock.now();
	const answer = await call();
	slowestMs = Math.max(clock.now() - startedAt, slowestMs * 0.9);
	return answer;
}

/**
 * Waits until whoever read before we wrote has written.
 *
 * Every process is busy in bursts, so a quick call of ours says little about one of theirs.
 */
async function settle({ clock }: List): Promise<void> {
	await clock.sleep(JITTER_MS + 4 * slowestMs);
}
