import type { IExecuteFunctions } from 'n8n-workflow';
import { oneAtATime } from './oneAtATime';
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
 * One call for the whole run before sending, so that an execution that is killed in the middle
 * leaves everything reserved, which costs a look at the account; the opposite would cost money.
 *
 * The store reads and writes a list without a lock, so two executions at the same instant could
 * both pass. Here they wait for each other, which holds within one process; between the workers of
 * a queue it remains: see docs/reliability.md.
 */
export class Guard {
	/** For the builder, where the guard could not do its part. */
	hint?: string;

	/** Why nothing may be sent: the store exists but does not answer. */
	silence?: string;

	private readonly reserved = new Set<string>();

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * @param references that are about to be sent
	 * @returns those among them that an earlier execution has used; when `silence` is set, nothing is
	 * known and nothing may be sent
	 */
	async reserve(references: string[]): Promise<Set<string>> {
		if (references.length === 0) return new Set();
		try {
			const { new: fresh, processed } = await this.alone(
				async () => await this.context.helpers.checkProcessedAndRecord(references, 'node', STORE),
			);
			for (const reference of fresh) this.reserved.add(String(reference));
			return new Set(processed.map(String));
		} catch (error) {
			if (isStoreMissing(error)) this.hint = NO_STORE;
			else this.silence = SILENT;
			return new Set();
		}
	}

	/** Gives back references that were refused or never sent, so that they can be used again. */
	async release(references: string[]): Promise<void> {
		const ours = references.filter((reference) => this.reserved.has(reference));
		if (ours.length === 0) return;
		try {
			await this.alone(async () => await this.context.helpers.removeProcessed(ours, 'node', STORE));
		} catch {
			// Not worth losing the answers of this run over: the references stay reserved, and the
			// builder learns which.
			this.hint = `These order references stay reserved although they were not used: ${ours.map(shown).join(', ')}`;
		}
	}

	private async alone<T>(task: () => Promise<T>): Promise<T> {
		const { id } = this.context.getWorkflow();
		return await oneAtATime(`guard ${id} ${this.context.getNode().id}`, task);
	}
}

const SILENT = 'n8n could not look up which order references were used before';

const NO_STORE =
	'Duplicate Guard only looked at this execution: the workflow is not saved yet, or this n8n has no store for it.';

/** The store belongs to a saved workflow; where there is none, the execution's memory remains. */
function isStoreMissing(error: unknown): boolean {
	const { code, message } = error as { code?: string; message?: string };
	return code === 'ERR_ASSERTION' || /foreign key/i.test(message ?? '');
}
