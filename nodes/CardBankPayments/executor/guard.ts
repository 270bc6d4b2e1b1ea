import type { IExecuteFunctions } from 'n8n-workflow';
import { oneAtATime } from './oneAtATime';
import { reserveInList } from './reservation';
import { shown } from './texts';

/**
 * How many order references n8n remembers for the node; the oldest are forgotten first. The list is
 * read and written as a whole on every run: at this size that takes some milliseconds and 3 MB.
 */
export const REMEMBERED_REFERENCES = 100_000;

const STORE = { mode: 'entries', maxEntries: REMEMBERED_REFERENCES } as const;

/**
 * Reserves order references across executions, in n8n's own store of processed items.
 *
 * Before sending and for the whole run, so that an execution that is killed in the middle leaves
 * everything reserved, which costs a look at the account; the opposite would cost money.
 *
 * The store has no lock; what is done about that is in reservation.ts and docs/reliability.md.
 */
export class Guard {
	/** For the builder, where the guard could not do its part. */
	hint?: string;

	/** Why nothing may be sent: the store exists but does not answer. */
	silence?: string;

	private reserved = new Set<string>();

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * @param references that are about to be sent
	 * @returns those among them that an earlier execution has used; when `silence` is set, nothing is
	 * known and nothing may be sent
	 */
	async reserve(references: string[]): Promise<Set<string>> {
		if (references.length === 0) return new Set();
		const { used, reserved, stands, error } = await reserveInList(
			this.list,
			references,
			async (entries) => await this.record(entries),
		);
		this.reserved = reserved;
		if (stands) return used;
		if (error !== undefined && isStoreMissing(error)) {
			this.hint = NO_STORE;
			return new Set();
		}
		this.silence = SILENT;
		await this.release([...reserved]);
		return new Set();
	}

	/** Gives back references that were refused or never sent, so that they can be used again. */
	async release(references: string[]): Promise<void> {
		const ours = references.filter((reference) => this.reserved.has(reference));
		if (ours.length === 0) return;
		try {
			await oneAtATime(
				this.list,
				async () => await this.context.helpers.removeProcessed(ours, 'node', STORE),
			);
		} catch {
			// Not worth losing the answers of this run over: the references stay reserved, and the
			// builder learns which.
			this.hint = `These order references stay reserved although they were not used: ${ours.map(shown).join(', ')}`;
		}
	}

	/** The store keeps a list for each node of each workflow. */
	private get list(): string {
		return `guard ${this.context.getWorkflow().id} ${this.context.getNode().id}`;
	}

	/** @returns the entries that had been recorded before; all of them are now */
	private async record(entries: string[]): Promise<Set<string>> {
		const check = async () =>
			await this.context.helpers.checkProcessedAndRecord(entries, 'node', STORE);
		// Two processes that use a node for the first time both add its list. One of them fails, and
		// has written nothing.
		const { processed } = await check().catch(async (error: unknown) =>
			isListAddedTwice(error) ? await check() : await Promise.reject(error as Error),
		);
		return new Set(processed.map(String));
	}
}

function isListAddedTwice(error: unknown): boolean {
	return /unique constraint/i.test((error as { message?: string }).message ?? '');
}

const SILENT = 'n8n could not look up which order references were used before';

const NO_STORE =
	'Duplicate Guard only looked at this execution: the workflow is not saved yet, or this n8n has no store for it.';

/** The store belongs to a saved workflow; where there is none, the execution's memory remains. */
function isStoreMissing(error: unknown): boolean {
	const { code, message } = error as { code?: string; message?: string };
	return code === 'ERR_ASSERTION' || /foreign key/i.test(message ?? '');
}
