import { OperationalError } from 'n8n-workflow';
import { shown } from '../../wire/shown';
import type { Payment } from '../common/payment';
import type { ReferenceList } from './list';
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
 * A reference is reserved before it is sent, so that an execution that is killed in the middle leaves
 * reserved what it sent or may have sent, which costs a look at the account; the opposite would cost
 * money.
 */
export class Journal {
	/** Ours, and in the list. */
	private readonly reserved = new Set<string>();

	/** Not sent, and in the list all the same. */
	private readonly stuck = new Set<string>();

	private hasNoStore = false;

	/** @param list undefined where no money moves, and where the builder switched the guard off */
	constructor(
		readonly memory: Memory,
		private readonly list?: ReferenceList,
	) {}

	/**
	 * Call before payments are sent: reserves all of them, or none. What this run holds already, it keeps.
	 *
	 * @returns the references that somebody else has used; where there are any, nothing was reserved
	 * @throws where n8n's store does not answer: nothing may be sent then
	 */
	async reserve(payments: Payment[]): Promise<Set<string>> {
		const wanted = payments
			.map(({ orderReference }) => orderReference)
			.filter((reference) => !this.reserved.has(reference));
		if (this.list === undefined || this.hasNoStore || wanted.length === 0) return new Set();
		const { used, stuck, error } = await this.list.reserve(wanted);
		if (error === undefined) {
			for (const reference of used.size === 0 ? wanted : []) {
				this.reserved.add(reference);
				this.stuck.delete(reference);
			}
			return used;
		}
		this.hasNoStore = isStoreMissing(error);
		if (this.hasNoStore) return new Set();
		// Not released: another process may have reserved one of them at the same moment, and would lose it.
		for (const reference of stuck) this.stuck.add(reference);
		throw new OperationalError(SILENT);
	}

	/**
	 * Call for what is not sent now: others may send it, and a killed run leaves nothing behind.
	 *
	 * @throws where n8n's store does not answer
	 */
	async release(payments: Payment[]): Promise<void> {
		const ours = payments
			.map(({ orderReference }) => orderReference)
			.filter((reference) => this.reserved.has(reference));
		if (ours.length === 0) return;
		// Also where it is cut off half-way: another execution may have taken them since.
		for (const reference of ours) this.reserved.delete(reference);
		await this.list?.release(ours).catch(() => {
			for (const reference of ours) this.stuck.add(reference);
			throw new OperationalError(NOT_RELEASED);
		});
	}

	/**
	 * Ends a run: keeps what was used, and releases the rest.
	 *
	 * @param payments of the run
	 * @returns a hint for the builder, where the list could not do its part
	 */
	async close(payments: Payment[]): Promise<string | undefined> {
		const unsent = payments.filter(({ orderReference }) => !this.memory.wasSent(orderReference));
		// Not worth losing the outcomes of the run over.
		await this.release(unsent).catch(() => undefined);
		if (this.reserved.size > 0) await this.list?.keep([...this.reserved]).catch(() => undefined);
		if (this.stuck.size > 0) {
			const references = [...this.stuck].map(shown).join(', ');
			return `These payouts were not sent, but their order references could not be released: ${references}. Look each up ${BY_HAND}.`;
		}
		return this.hasNoStore ? NO_STORE : undefined;
	}

	/** What to do about a payment that was not made, and whose reference is in the list all the same. */
	nextStepFor(orderReference: string | undefined): string | undefined {
		if (orderReference === undefined || !this.stuck.has(orderReference)) return undefined;
		return `Its order reference could not be released: look it up ${BY_HAND}`;
	}
}

/** The store belongs to a saved workflow; where there is none, the execution's memory remains. */
function isStoreMissing(error: unknown): boolean {
	const { code, message } = error as { code?: string; message?: string };
	return code === 'ERR_ASSERTION' || /foreign key/i.test(String(message));
}
