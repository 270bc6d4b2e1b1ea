import { OperationalError, type IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { untilAborted, type Clock } from '../common/clock';
import { oneAtATime } from '../common/turns';

/** The oldest are forgotten first. To read and write the list as a whole takes 0.4 s and 2.7 MB. */
export const REMEMBERED_REFERENCES = 100_000;

/** n8n drops the oldest entries where a call names a limit, so one that only looks names none. */
const ASKED = { mode: 'entries' } as const;

/** What was sent makes the list grow for good, and so drops the oldest. */
const KEPT = { ...ASKED, maxEntries: REMEMBERED_REFERENCES };

/** How long a busy machine may hold up another process in a call; measured: up to some 50 ms. */
const JITTER_MS = 100;

/** Removing one of 100,000 takes 1 ms, in which this process stands still and what others write is lost. */
const REMOVED_AT_ONCE = 100;

/** After so many rounds against other writers, the change is given up. */
const MAXIMUM_ROUNDS = 50;

/** A call that another process disturbs is tried so often. */
const ATTEMPTS = 3;

/** A longer call means that n8n's database was away; the calls of others end then, too. */
const LONGEST_CALL_MS = 3_000;

/** n8n itself waits less for its database. */
const LONGEST_SILENCE_MS = 120_000;

/** The slowest call of late, in milliseconds; it fades by a tenth with every later call. */
let slowestMs = 0;

/** What one run wants changed in the list, by order references, and the result. */
export interface Change {
	/** To be reserved, all of them or none. */
	reserve: string[];
	/** Reserved by this run, and sent. */
	keep: string[];
	/** Reserved by this run, and free again: not sent, or refused. */
	release: string[];
	/** Of those to reserve, the ones that somebody else has used; where there are any, none is reserved. */
	used: string[];
	/** Whether some of them were written, or may have been. */
	isWritten: boolean;
	/** Why nothing is certain: n8n's store did not answer. */
	error?: unknown;
}

/** By the mark that a round wrote, the entries that were ours after it. */
type Rounds = Map<string, string[]>;

/** By list, the marks that this process removed last. */
const lastMarks = new Map<string, string[]>();

/** Changes that wait are made together: one by one, each would take some tenths of a second. */
const waiting = new Map<string, { changes: Change[]; done: Promise<void> }>();

/**
 * The lock between processes is the service's 409; this list of used order references is a memory with a
 * check. n8n's store of processed items holds one for each node, and reads and writes it as a whole,
 * without a lock and without a way to look that does not write.
 *
 * Runs of one process take turns. Process A reads at 10 ms, B releases X at 12 ms, A writes at 15 ms:
 * X is back. So each change also writes marks, and looks later whether they stand. No two processes reserve the
 * same reference, unless one is held up for longer than the other one waits: then the 409 decides.
 */
export class ReferenceList {
	private readonly name: string;

	/** @param baseUrl where references are used: one that a sandbox has used is free at the service */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly baseUrl: string,
		private readonly clock: Clock,
	) {
		this.name = `list ${context.getWorkflow().id} ${context.getNode().id}`;
	}

	/** Carries out a change, until it has been seen to stand. Never throws. */
	async change(wanted: Partial<Change>): Promise<Change> {
		const change = { reserve: [], keep: [], release: [], used: [], isWritten: false, ...wanted };
		const key = `${this.name} ${this.baseUrl}`;
		let together = waiting.get(key);
		if (together === undefined) {
			const changes: Change[] = [];
			const done = oneAtATime(this.name, async () => {
				waiting.delete(key);
				await this.carryOut(changes);
			});
			waiting.set(key, (together = { changes, done }));
		}
		together.changes.push(change);
		await together.done;
		return change;
	}

	private async carryOut(changes: Change[]): Promise<void> {
		const entryOf = (reference: string) => `${this.baseUrl} ${reference}`;
		const entriesOf = (of: 'reserve' | 'keep' | 'release') =>
			changes.flatMap((change) => change[of].map(entryOf));
		const [wanted, kept] = [new Set(entriesOf('reserve')), entriesOf('keep')];
		const rounds: Rounds = new Map();
		try {
			// A process that was held up for long may have overwritten them with its older list.
			if (kept.length > 0) await this.putIn(kept, KEPT);
			if (wanted.size > 0) await this.reserve([...wanted], rounds);
			// What one change releases another one may take; the first gets a reference that several want.
			const free = new Set([...oursIn(rounds), ...entriesOf('release')]);
			for (const change of changes) {
				change.used = change.reserve.filter((reference) => !free.has(entryOf(reference)));
				if (change.used.length > 0) continue;
				change.reserve.forEach((reference) => free.delete(entryOf(reference)));
			}
			if (free.size > 0) await this.takeOut([...free]);
			if (wanted.size > 0) await this.removeMarks([...rounds.keys()]);
		} catch (error) {
			// What was not answered may still be written.
			const isWritten = error instanceof Unanswered || oursIn(rounds).length > 0;
			for (const change of changes) Object.assign(change, { isWritten, error });
		}
	}

	/**
	 * Writes entries, until a later round finds nothing new to write.
	 *
	 * E.g. we want A and B, and somebody else holds B.
	 * Round 1 finds B. It writes A and mark 1.
	 * Round 2 finds A and mark 1, since B was released. It writes B and mark 2.
	 * Another process, which read before that, writes A, mark 1 and a B of its own.
	 * Round 3 finds mark 1 without mark 2: as after round 1, A is ours and B is not.
	 */
	private async reserve(entries: string[], rounds: Rounds): Promise<void> {
		await this.repeat(async () => {
			const mark = newMark();
			const present = await this.write([...entries, ...rounds.keys(), mark]);
			const standing = [...rounds].filter(([earlier]) => present.has(earlier)).at(-1);
			const fresh = entries.filter((entry) => !present.has(entry));
			rounds.set(mark, [...(standing?.[1] ?? []), ...fresh]);
			return rounds.size > 1 && fresh.length === 0;
		});
	}

	/** Writes entries of ours, until they have been seen to stand. */
	private async putIn(entries: string[], options = ASKED): Promise<void> {
		await this.repeat(async () => {
			const present = await this.write(entries, options);
			return entries.every((entry) => present.has(entry));
		});
	}

	/** Repeats a round, until it says that all stands. */
	private async repeat(round: () => Promise<boolean>): Promise<void> {
		for (let count = 0; count <= MAXIMUM_ROUNDS; count++) {
			if (await round()) return;
			await this.waitForOthers();
		}
		throw new OperationalError('Other processes kept overwriting the list of order references');
	}

	/** Removes entries in parts, each with a mark: where a mark comes back, so has its part. */
	private async takeOut(entries: string[]): Promise<void> {
		let parts: string[][] = [];
		for (let start = 0; start < entries.length; start += REMOVED_AT_ONCE) {
			parts.push([newMark(), ...entries.slice(start, start + REMOVED_AT_ONCE)]);
		}
		const marks = parts.flatMap(([mark]) => mark as string);
		await this.putIn(marks);
		await this.repeat(async () => {
			for (const part of parts) await this.remove(part);
			await this.waitForOthers();
			const back = await this.write(parts.flatMap(([mark]) => mark as string));
			// A part that stays removed is not removed again: another process may have reserved something of it since.
			parts = parts.filter(([mark]) => back.has(mark as string));
			return parts.length === 0;
		});
		// Looking for them has written them.
		await this.removeMarks(marks);
	}

	/** Removes marks, and those before them, which another process may have written back since. */
	private async removeMarks(marks: string[]): Promise<void> {
		await this.remove([...marks, ...(lastMarks.get(this.name) ?? [])]);
		lastMarks.set(this.name, marks);
	}

	/** @returns the entries that were in the list before; all of them are now */
	private async write(entries: string[], options = ASKED): Promise<Set<string>> {
		// Each once: n8n would add a new one as often as it is named.
		const once = [...new Set(entries)];
		const { processed } = await this.timed(
			async () => await this.context.helpers.checkProcessedAndRecord(once, 'node', options),
		);
		return new Set(processed.map(String));
	}

	private async remove(entries: string[]): Promise<void> {
		await this.timed(
			async () => await this.context.helpers.removeProcessed(entries, 'node', ASKED),
		);
	}

	/** Retries a call that another process disturbed (list just added, SQLite locked): it wrote nothing. */
	private async timed<Answer>(call: () => Promise<Answer>, attempts = ATTEMPTS): Promise<Answer> {
		const startedAt = this.clock.now();
		const again = async (error: Error) =>
			attempts > 1 && /unique constraint|SQLITE_BUSY/i.test(String(error.message))
				? await this.timed(call, attempts - 1)
				: await Promise.reject(error);
		const answer = await inTime(call()).catch(again);
		const tookMs = Math.min(this.clock.now() - startedAt, LONGEST_CALL_MS);
		slowestMs = Math.max(tookMs, slowestMs * 0.9);
		return answer;
	}

	/** Waits until a process that had read the list before we wrote has written its own, if it is not slower than we. */
	private async waitForOthers(): Promise<void> {
		await this.clock.sleep(JITTER_MS + 4 * slowestMs);
	}
}

/** What was ours after the last round. */
const oursIn = (rounds: Rounds) => [...rounds.values()].at(-1) ?? [];

const newMark = () => `run ${randomUUID()}`;

class Unanswered extends OperationalError {}

/** Gives up on a database that never answers: the run would not end, and nobody would learn what it paid. */
async function inTime<Answer>(call: Promise<Answer>): Promise<Answer> {
	const silence = AbortSignal.timeout(LONGEST_SILENCE_MS);
	await untilAborted(
		call.catch(() => undefined),
		silence,
	);
	if (silence.aborted) throw new Unanswered('n8n did not answer');
	return await call;
}
