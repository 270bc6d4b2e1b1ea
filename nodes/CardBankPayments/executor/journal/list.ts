import { OperationalError, type IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../common/clock';
import { inOneTurn } from '../common/turns';

/**
 * How many order references n8n remembers for the node; the oldest are forgotten first. The list is
 * read and written as a whole on every run: at this size that takes 0.4 s and 2.7 MB.
 */
export const REMEMBERED_REFERENCES = 100_000;

const STORE = { mode: 'entries', maxEntries: REMEMBERED_REFERENCES } as const;

/**
 * Another process takes about as long for a call as we do, but a busy machine may hold it up in the
 * middle. Measured between busy processes: up to some 50 ms.
 */
const JITTER_MS = 100;

/**
 * n8n looks through its whole list for each entry that it takes out: with 100,000 of them, that takes
 * nearly a millisecond. So long this process does nothing else, and what others write meanwhile is lost.
 */
const REMOVED_AT_ONCE = 100;

/** With so many writers in each other's way that even this fails, nothing is sent. */
const MAXIMUM_ROUNDS = 50;

/** With so many processes in its way, a call has failed. */
const ATTEMPTS = 3;

/** How long the slowest call of late took, in milliseconds; each later call counts a tenth less. */
let slowestMs = 0;

/** What became of the references that a run wants to reserve: all of them are ours, or none. */
export interface Reservation {
	/** Somebody else has used these. */
	used: Set<string>;
	/** Of the others, those that may stand in the list although they are not ours: it fell silent. */
	stuck: Set<string>;
	/** Why nothing is certain: n8n's store did not answer. */
	error?: unknown;
}

/** The entries that one run wants, with their references. */
interface Claim {
	entries: Map<string, string>;
	reservation: Reservation;
}

/**
 * The order references that were used, in n8n's store of processed items: a list for each node of a
 * workflow, which n8n reads and writes back as a whole, without a lock and without a way to look that
 * does not write.
 *
 * Runs of one process take turns. Another process can read before we write and write after us, which
 * undoes what we wrote. So each change writes a mark of its own as well, and after a while in which
 * this process writes nothing, looks whether it stands. Then the mark goes.
 */
export class ReferenceList {
	/** By which the list is told from others within this process. */
	private readonly name: string;

	/**
	 * @param baseUrl at which references are used: one that was tried on a sandbox is free at the service
	 * @param clock by which it waits until what it wrote can be relied on
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly baseUrl: string,
		private readonly clock: Clock,
	) {
		this.name = `list ${context.getWorkflow().id} ${context.getNode().id}`;
	}

	/**
	 * Writes references into the list, until they have been seen to stand; none of them, where somebody else
	 * has used one. Never throws.
	 */
	async reserve(references: string[]): Promise<Reservation> {
		const entries = this.entriesOf(references);
		return await inOneTurn(this.name, 'reserve', entries, async (all) => {
			const claims = all.map((of): Claim => ({
				entries: of,
				reservation: { used: new Set(), stuck: new Set() },
			}));
			await this.write(claims);
			return claims.map(({ reservation }) => reservation);
		});
	}

	/**
	 * Takes references out again, until they have been seen to be gone.
	 *
	 * @throws where n8n's store does not answer, or others undo it again and again
	 */
	async release(references: string[]): Promise<void> {
		const entries = [...this.entriesOf(references).keys()];
		await inOneTurn(this.name, 'release', entries, async (all) => {
			await this.takeOut(all.flat());
			return all;
		});
	}

	/**
	 * Writes again what is missing of what was used, at the end of a run: a process that was held up for
	 * longer than anybody waits may have written its older list over it.
	 */
	async keep(references: string[]): Promise<void> {
		const entries = [...this.entriesOf(references).keys()];
		await inOneTurn(this.name, 'keep', entries, async (all) => {
			await this.putIn(all.flat());
			return all;
		});
	}

	private async write(claims: Claim[]): Promise<void> {
		const mark = newMark();
		const written = new Set<string>();
		let open = claims;
		try {
			for (let round = 1; ; round++) {
				const wanted = [...new Set(open.flatMap(({ entries }) => [...entries.keys()]))];
				const known = await this.record([...wanted, mark]);
				// What the round before wrote still stands, and with it everything that is known now.
				if (known.has(mark)) break;
				if (round > MAXIMUM_ROUNDS) throw overwritten();
				const free = new Set(wanted.filter((entry) => !known.has(entry)));
				for (const entry of wanted) written.delete(entry);
				for (const entry of free) written.add(entry);
				// At once: a list that is full has forgotten its oldest entries for the new ones.
				const used = wanted.filter((entry) => known.has(entry));
				if (used.length > 0) await this.record(used);
				// Who came first has a reference that several want.
				open = open.filter((claim) => isGranted(claim, free));
				if (open.length === 0) break;
				await this.settle();
			}
			const ours = new Set(open.flatMap(({ entries }) => [...entries.keys()]));
			for (const entry of ours) written.delete(entry);
			await this.takeOut([...written]);
			await this.remove([mark]);
		} catch (error) {
			for (const { entries, reservation } of claims) {
				reservation.error = error;
				for (const [entry, reference] of entries) {
					if (written.has(entry)) reservation.stuck.add(reference);
				}
			}
		}
	}

	/** Writes entries, until they have been seen to stand. */
	private async putIn(entries: string[]): Promise<void> {
		for (let round = 1; round <= MAXIMUM_ROUNDS; round++) {
			const known = await this.record(entries);
			if (entries.every((entry) => known.has(entry))) return;
			await this.settle();
		}
		throw overwritten();
	}

	/** Takes entries out in parts, each with a mark that stood: where that comes back, so has the part. */
	private async takeOut(entries: string[]): Promise<void> {
		if (entries.length === 0) return;
		const parts: string[][] = [];
		for (let start = 0; start < entries.length; start += REMOVED_AT_ONCE) {
			parts.push([newMark(), ...entries.slice(start, start + REMOVED_AT_ONCE)]);
		}
		const marks = parts.flatMap(([mark]) => mark as string);
		await this.putIn(marks);
		for (let round = 1; round <= MAXIMUM_ROUNDS; round++) {
			for (const part of parts) await this.remove(part);
			await this.settle();
			const { size } = await this.record(marks);
			if (size > 0) continue;
			// Asking has written them.
			await this.remove(marks);
			return;
		}
		throw overwritten();
	}

	/** The references by their entries in the list. */
	private entriesOf(references: string[]): Map<string, string> {
		return new Map(references.map((reference) => [`${this.baseUrl} ${reference}`, reference]));
	}

	/** @returns the entries that had been recorded before; all of them are now */
	private async record(entries: string[]): Promise<Set<string>> {
		const { helpers } = this.context;
		const { processed } = await this.timed(
			async () => await helpers.checkProcessedAndRecord(entries, 'node', STORE),
		);
		return new Set(processed.map(String));
	}

	private async remove(entries: string[]): Promise<void> {
		const { helpers } = this.context;
		await this.timed(async () => await helpers.removeProcessed(entries, 'node', STORE));
	}

	private async timed<Answer>(call: () => Promise<Answer>): Promise<Answer> {
		const startedAt = this.clock.now();
		const answer = await undisturbed(call);
		slowestMs = Math.max(this.clock.now() - startedAt, slowestMs * 0.9);
		return answer;
	}

	/**
	 * Waits until whoever read before we wrote has written. Every process is busy in bursts, so a quick
	 * call of ours says little about one of theirs.
	 */
	private async settle(): Promise<void> {
		await this.clock.sleep(JITTER_MS + 4 * slowestMs);
	}
}

/** Takes what a claim wants from what is free, if it gets all of it. */
function isGranted({ entries, reservation }: Claim, free: Set<string>): boolean {
	for (const [entry, reference] of entries) {
		if (!free.has(entry)) reservation.used.add(reference);
	}
	if (reservation.used.size > 0) return false;
	for (const entry of entries.keys()) free.delete(entry);
	return true;
}

const newMark = () => `run ${randomUUID()}`;

const overwritten = () =>
	new OperationalError('Other processes kept overwriting the list of order references');

/**
 * Two processes that use a node for the first time both add its list; with SQLite, one that writes
 * shuts out the others. Who fails so has written nothing, and does it again.
 */
async function undisturbed<Answer>(
	call: () => Promise<Answer>,
	attempts = ATTEMPTS,
): Promise<Answer> {
	return await call().catch(async (error: unknown) =>
		isDisturbed(error) && attempts > 1
			? await undisturbed(call, attempts - 1)
			: await Promise.reject(error as Error),
	);
}

function isDisturbed(error: unknown): boolean {
	return /unique constraint|SQLITE_BUSY/i.test(String((error as Error).message));
}
