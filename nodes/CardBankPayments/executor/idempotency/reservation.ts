import { randomUUID } from 'node:crypto';
import { OperationalError } from 'n8n-workflow';
import type { Clock } from '../clock';
import { oneAtATime } from './keyedMutex';

/**
 * Another process takes about as long for a call as we do, but a busy machine may hold it up in the
 * middle. Measured between busy processes: up to some 50 ms.
 */
const JITTER_MS = 100;

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
	/** An entry of this turn's own, by which it can be seen whether what was written still stands. */
	mark: string;
	/** Why the list did not answer. */
	error?: unknown;
}

/** What one execution wants to reserve. */
interface Claim {
	references: string[];
	answer: (reservation: Reservation) => void;
}

/** The executions of this process that wait for their turn at a list. */
const waiting = new Map<string, Claim[]>();

/**
 * Reserves references in a list.
 *
 * Executions in one process take turns, all that are waiting together in one turn. Another process,
 * such as another worker of a queue, can read before we write and write after us, which undoes what
 * we wrote. So each turn writes a mark of its own, and looks after a while, in which this process
 * writes nothing, whether the mark is still there. Where it is not, another process was at work: it
 * has what it wrote meanwhile, and the rest is written again.
 */
export async function reserveInList(list: List, references: string[]): Promise<Reservation> {
	return await new Promise((answer) => {
		const claim: Claim = { references, answer };
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
 * Takes references out of the list again. Their reservation's mark goes with them, in one writing:
 * where it comes back, another process has undone what we wrote, and it is written again.
 *
 * @throws where the list does not answer, or others undo it again and again
 */
export async function releaseInList(
	{ name, record, remove, clock }: List,
	references: string[],
	mark: string,
): Promise<void> {
	await oneAtATime(name, async () => {
		let isRemoved = false;
		for (let round = 1; round <= MAXIMUM_ROUNDS; round++) {
			const startedAt = clock.now();
			// In the list from here on, for the next time; but whether it stays nobody has looked.
			const isMarked = (await record([mark])).has(mark);
			if (isRemoved && !isMarked) return;
			// Without the mark in the list, a removal that was undone looks like one that stands.
			if (isMarked) {
				await remove([...references, mark]);
				isRemoved = true;
			}
			await clock.sleep(settlingTime(clock.now() - startedAt));
		}
		throw new OperationalError('Other processes kept overwriting the list of order references');
	});
}

/** Reserves in one turn; who came first has a reference that several want. */
async function reserveTogether(list: List, claims: Claim[]): Promise<void> {
	const mark = `run ${randomUUID()}`;
	const wanted = new Set(claims.flatMap(({ references }) => references));
	const { ours, ...state } = await confirm(list, wanted, mark);
	for (const { references, answer } of claims) {
		const reserved = new Set<string>();
		const used = new Set<string>();
		for (const reference of references) (ours.delete(reference) ? reserved : used).add(reference);
		answer({ ...state, reserved, used, mark });
	}
}

/** Writes what is wanted, until it has been seen to stand. */
async function confirm({ record, clock }: List, wanted: Set<string>, mark: string) {
	let ours = new Set<string>();
	try {
		let open = [...wanted];
		for (let round = 1; round <= MAXIMUM_ROUNDS; round++) {
			const startedAt = clock.now();
			const known = await record([...open, mark]);
			// The round before still stands, and with it everything that is known now.
			if (known.has(mark)) return { ours, confirmed: true };
			// What others have is theirs; the rest has just been written for us.
			open = open.filter((reference) => !known.has(reference));
			ours = new Set(open);
			if (open.length === 0) return { ours, confirmed: true };
			await clock.sleep(settlingTime(clock.now() - startedAt));
		}
		return { ours, confirmed: false };
	} catch (error) {
		return { ours, confirmed: false, error };
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
	return JITTER_MS + 2 * slowestMs;
}
