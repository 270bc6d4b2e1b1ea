import { OperationalError } from 'n8n-workflow';
import { shown } from '../../wire/shown';
import type { Payment } from '../common/payment';
import type { Change, ReferenceList } from './list';
import type { Memory } from './memory';

const SILENT = 'n8n could not look up which order references were used before';
const NOT_RELEASED = 'n8n could not release the order references that had to wait';
const NO_STORE =
	'Duplicate Guard only looked at this execution: the workflow is not saved yet, or this n8n has no store for it.';
const BY_HAND =
	'with Payout → Get. Where none is found, pay it by hand under the same order reference';

/**
 * Where each payment stands: in this execution (the memory) and across executions (the list).
 *
 * A reference is reserved before it is sent: a killed execution leaves it reserved, which costs a
 * look-up; the opposite would cost money.
 */
export class Journal {
	/** The references that this run has reserved. */
	private readonly reserved = new Set<string>();

	/** Those that were not sent, and could not be released. */
	private readonly stuck = new Set<string>();

	private hasNoStore = false;

	/** @param list undefined where no money moves, and where the builder switched the guard off */
	constructor(
		readonly memory: Memory,
		private readonly list?: ReferenceList,
	) {}

	/**
	 * Call before payments are sent: reserves all of them, or none. Those that this run has reserved
	 * already stay so.
	 *
	 * @returns the references that somebody else has used; where there are any, nothing was reserved
	 * @throws where n8n's store does not answer: nothing may be sent then
	 */
	async reserve(payments: Payment[]): Promise<Set<string>> {
		const wanted = payments.map(({ orderReference }) => orderReference);
		const reserve = wanted.filter((reference) => !this.reserved.has(reference));
		const used = new Set(this.hasNoStore ? [] : await this.change({ reserve }, SILENT));
		if (this.hasNoStore || used.size > 0) return used;
		for (const reference of reserve) {
			this.reserved.add(reference);
			this.stuck.delete(reference);
		}
		return used;
	}

	/**
	 * Call for payments that have to wait: others may send them, and a killed run blocks nobody.
	 *
	 * @throws where n8n's store does not answer
	 */
	async release(payments: Payment[]): Promise<void> {
		const waiting = payments.map(({ orderReference }) => orderReference);
		const release = waiting.filter((reference) => this.reserved.has(reference));
		await this.change({ release }, NOT_RELEASED);
	}

	/**
	 * Ends a run: keeps what was used, and releases the rest.
	 *
	 * @returns a hint for the builder, where the list could not do its part
	 */
	async close(): Promise<string | undefined> {
		const keep = [...this.reserved].filter((reference) => this.memory.wasSent(reference));
		const release = [...this.reserved].filter((reference) => !this.memory.wasSent(reference));
		// Not worth losing the outcomes of the run over.
		await this.change({ keep, release }, NOT_RELEASED).catch(() => undefined);
		if (this.stuck.size > 0) {
			const references = [...this.stuck].map(shown).join(', ');
			return `These payouts were not sent, but their order references could not be released: ${references}. Look each up ${BY_HAND}.`;
		}
		return this.hasNoStore ? NO_STORE : undefined;
	}

	/** What to do about a payment that was not sent, and whose reference could not be released. */
	nextStepFor(orderReference: string | undefined): string | undefined {
		if (orderReference === undefined || !this.stuck.has(orderReference)) return undefined;
		return `Its order reference could not be released: look it up ${BY_HAND}`;
	}

	/** @returns the references that somebody else has used */
	private async change(
		{ reserve = [], keep = [], release = [] }: Partial<Change>,
		failed: string,
	): Promise<string[]> {
		if (this.list === undefined || [...reserve, ...keep, ...release].length === 0) return [];
		// Also where this fails half-way: another execution may have reserved them since.
		for (const reference of release) this.reserved.delete(reference);
		const { used, isWritten, error } = await this.list.change({ reserve, keep, release });
		if (error === undefined) return used;
		this.hasNoStore = isStoreMissing(error);
		if (this.hasNoStore) return [];
		// Not released: another process may have reserved one of them at the same moment, and would lose it.
		const written = isWritten ? reserve.filter((reference) => !used.includes(reference)) : [];
		for (const reference of [...release, ...written]) this.stuck.add(reference);
		throw new OperationalError(failed);
	}
}

/** The store belongs to a saved workflow; where there is none, the execution's memory remains. */
function isStoreMissing(error: unknown): boolean {
	const { code, message } = error as { code?: string; message?: string };
	return code === 'ERR_ASSERTION' || /foreign key/i.test(String(message));
}
