import type { IExecuteFunctions } from 'n8n-workflow';
import { shown } from '../../text/shown';
import type { Clock } from '../common/clock';
import {
	isBackInList,
	keepInList,
	newMark,
	releaseInList,
	reserveInList,
	type List,
} from './reservation';

/**
 * How many order references n8n remembers for the node; the oldest are forgotten first. The list is
 * read and written as a whole on every run: at this size that takes 0.4 s and 2.7 MB.
 */
export const REMEMBERED_REFERENCES = 100_000;

const STORE = { mode: 'entries', maxEntries: REMEMBERED_REFERENCES } as const;

/**
 * Reserves order references across executions, in n8n's own store of processed items.
 *
 * Before sending, so that an execution that is killed in the middle leaves reserved what it sent or may
 * have sent, which costs a look at the account; the opposite would cost money.
 *
 * The store has no lock; what is done about that is in reservation.ts and docs/reliability.md.
 */
export class DuplicateGuard {
	/** Why nothing (more) may be sent: the store exists but does not answer. */
	silence?: string;

	/** Ours, with the mark of their reservation. */
	private readonly reserved = new Map<string, string>();

	/** Were ours, with the mark of the reservation that they had. */
	private readonly givenBack = new Map<string, string>();

	/** By which giving back is seen to stand. */
	private readonly runMark = newMark();

	/** Could not be given back, or not for certain. */
	private readonly stuck = new Set<string>();

	private hasNoStore = false;

	private readonly list: List;

	/** @param clock by which it waits until what it wrote can be relied on */
	constructor(context: IExecuteFunctions, clock: Clock) {
		const { helpers } = context;
		this.list = {
			// The store keeps a list for each node of each workflow.
			name: `guard ${context.getWorkflow().id} ${context.getNode().id}`,
			record: async (entries) => await recordEntries(helpers, entries),
			remove: async (entries) =>
				await undisturbed(async () => await helpers.removeProcessed(entries, 'node', STORE)),
			clock,
		};
	}

	/** For the builder, where the guard could not do its part. */
	get hint(): string | undefined {
		if (this.stuck.size > 0) return staysReserved([...this.stuck]);
		return this.hasNoStore ? NO_STORE : undefined;
	}

	/** What to do about a payment that was not made, and whose reference is reserved all the same. */
	nextStepFor(orderReference: string | undefined): string | undefined {
		if (!this.stuck.has(orderReference as string)) return undefined;
		return `Its order reference stays reserved: ${BY_HAND}`;
	}

	/**
	 * @param references that are about to be sent; those that are reserved already stay so
	 * @returns those among them that an earlier execution has used; when `silence` is set, nothing is
	 * known and nothing may be sent
	 */
	async reserve(references: string[]): Promise<Set<string>> {
		if (this.silence !== undefined) return new Set();
		const wanted = references.filter((reference) => !this.reserved.has(reference));
		if (wanted.length === 0) return new Set();
		const { used, reserved, confirmed, mark, error } = await reserveInList(
			this.list,
			wanted,
			this.runMark,
		);
		for (const reference of reserved) this.reserved.set(reference, mark);
		if (confirmed) return used;
		if (error !== undefined && isStoreMissing(error)) {
			this.hasNoStore = true;
			return new Set();
		}
		this.silence = SILENT;
		// Not given back: another process may have reserved one of them at the same moment, and would
		// lose it with ours.
		for (const reference of reserved) {
			this.reserved.delete(reference);
			this.stuck.add(reference);
		}
		return new Set();
	}

	/**
	 * Call for a reference that is found used although this run has given it back: another process may
	 * have undone that.
	 *
	 * @returns whether it is ours again. Another run may have sent it in between, in the moment in which
	 * it was free: ask the service first
	 */
	async takeBack(reference: string): Promise<boolean> {
		const mark = this.givenBack.get(reference);
		if (mark === undefined) return false;
		const isBack = await isBackInList(this.list, mark).catch(() => false);
		// Another question may have heard no meanwhile, and with that have written the mark.
		if (isBack && this.givenBack.delete(reference)) {
			// The mark in the list stays with the others that came back with it.
			this.reserved.set(reference, newMark());
			return true;
		}
		for (const [each, its] of this.givenBack) if (its === mark) this.givenBack.delete(each);
		return false;
	}

	/**
	 * Call when a run is over: what is still reserved has been used, and must be found by the next one.
	 *
	 * @param unused of which nothing was sent, or nothing accepted; these are given back afterwards
	 */
	async keep(unused: string[]): Promise<void> {
		const free = new Set(unused);
		const used = [...this.reserved.keys()].filter((reference) => !free.has(reference));
		// Where the store does not answer by now, what was confirmed before has to do.
		if (used.length > 0) await keepInList(this.list, used).catch(() => undefined);
	}

	/** Gives back references that were refused or never sent, so that they can be used again. */
	async release(references: string[]): Promise<void> {
		const ours = new Map<string, string>();
		for (const reference of references) {
			const mark = this.reserved.get(reference);
			if (mark !== undefined) ours.set(reference, mark);
		}
		if (ours.size === 0) return;
		try {
			await releaseInList(this.list, ours, this.runMark);
			for (const [reference, mark] of ours) this.givenBack.set(reference, mark);
		} catch {
			// Not worth losing the answers of this run over: the builder learns which references stay
			// reserved.
			for (const reference of ours.keys()) this.stuck.add(reference);
			this.silence = NOT_GIVEN_BACK;
		}
		// Ours they are no longer, also where it was cut off half-way: another execution may have taken
		// them by now, and they would be paid by both, or lost by the other when we give them back again.
		for (const reference of ours.keys()) this.reserved.delete(reference);
	}
}

/** @returns the entries that had been recorded before; all of them are now */
async function recordEntries(
	helpers: IExecuteFunctions['helpers'],
	entries: string[],
): Promise<Set<string>> {
	const { processed } = await undisturbed(
		async () => await helpers.checkProcessedAndRecord(entries, 'node', STORE),
	);
	return new Set(processed.map(String));
}

/** With so many processes in its way, a call has failed. */
const TRIES = 3;

/**
 * Two processes that use a node for the first time both add its list; with SQLite, one that writes
 * shuts out the others. Who fails so has written nothing, and tries again.
 */
async function undisturbed<Answer>(call: () => Promise<Answer>, tries = TRIES): Promise<Answer> {
	return await call().catch(async (error: unknown) =>
		isDisturbed(error) && tries > 1
			? await undisturbed(call, tries - 1)
			: await Promise.reject(error as Error),
	);
}

function isDisturbed(error: unknown): boolean {
	return /unique constraint|SQLITE_BUSY/i.test(String((error as Error).message));
}

const BY_HAND =
	'look it up with Payout → Get, and pay by hand, under the same order reference, what the service does not know';

function staysReserved(references: string[]): string {
	return `The next run does not pay what stays reserved: ${BY_HAND}. These order references stay reserved although they were not used: ${references.map(shown).join(', ')}`;
}

const SILENT = 'n8n could not look up which order references were used before';

const NOT_GIVEN_BACK = 'n8n could not give back the order references that had to wait';

const NO_STORE =
	'Duplicate Guard only looked at this execution: the workflow is not saved yet, or this n8n has no store for it.';

/** The store belongs to a saved workflow; where there is none, the execution's memory remains. */
function isStoreMissing(error: unknown): boolean {
	const { code, message } = error as { code?: string; message?: string };
	return code === 'ERR_ASSERTION' || /foreign key/i.test(String(message));
}
