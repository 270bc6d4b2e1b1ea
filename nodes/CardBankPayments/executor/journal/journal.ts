import { OperationalError } from 'n8n-workflow';
import { shown } from '../../wire/shown';
import type { Payment } from '../common/payment';
import type { Change, ReferenceList } from './list';
import type { Memory } from './memory';

const SILENT = 'n8n could not look up which order references were used before';
const NOT_RELEASED = 'n8n could not release the order references that had to wait';
const NO_STORE =
	'Save this workflow: Duplicate Guard only looked at this execution, and another run could pay the same people again.';

/**
 * Where each payment stands: in this execution (the memory) and across executions (the list).
 *
 * A run reserves all its references before the first payment leaves. Once it has to wait for the service or for its
 * next batch, it releases those that wait, but for payments whose token was refused, and reserves each again right
 * before its turn. A kill leaves behind what is reserved at that moment: the next run looks that up, and does not send
 * it. A run that sent first and reserved afterwards could be killed in between, and the next run would pay again.
 * Between machines, the service's 409 is what stops a second one.
 */
export class Journal {
	private readonly reserved = new Set<string>();

	/** E.g. INV7 was reserved, the run stopped, and n8n's store was silent when INV7 was to be released. */
	private readonly stuck = new Set<string>();

	private hasNoStore = false;

	/** @param list undefined where no money moves, and where the builder switched the guard off */
	constructor(
		readonly memory: Memory,
		private readonly list?: ReferenceList,
	) {}

	/**
	 * Call before payments are sent: reserves all of them, or none.
	 *
	 * @returns the references that somebody else has used; where there are any, nothing was reserved
	 * @throws where n8n's store does not answer: nothing may be sent then
	 */
	async reserve(payments: Payment[]): Promise<Set<string>> {
		const reserve = referencesOf(payments).filter((one) => !this.reserved.has(one));
		const used = await this.change({ reserve }, SILENT);
		if (used.length > 0 || this.hasNoStore) return new Set(used);
		for (const reference of reserve) this.reserved.add(reference);
		return new Set();
	}

	/** Call for payments that have to wait: others may send them, also if this run is killed meanwhile. */
	async release(payments: Payment[]): Promise<void> {
		const release = referencesOf(payments).filter((one) => this.reserved.has(one));
		await this.change({ release }, NOT_RELEASED);
	}

	/**
	 * Keeps what was used, releases the rest; returns a hint where the list could not do its part.
	 *
	 * @param payments all of this run: one that was released while it waited may have been found paid since
	 */
	async close(payments: Payment[]): Promise<string | undefined> {
		const isSent = (orderReference: string) => this.memory.wasSent({ orderReference });
		const keep = [...new Set([...this.reserved, ...referencesOf(payments)])].filter(isSent);
		const release = [...this.reserved].filter((reference) => !isSent(reference));
		// Not worth losing the outcomes of the run over.
		await this.change({ keep, release }, NOT_RELEASED).catch(() => undefined);
		// One that was found paid meanwhile belongs into the list.
		const stuck = [...this.stuck].filter((reference) => !isSent(reference));
		if (stuck.length === 0) return this.hasNoStore ? NO_STORE : undefined;
		const references = stuck.map((one) => shown(one)).join(', ');
		return `These payouts were not made, but their order references could not be released: ${references}. Look each up with Payout → Get. Where none is found, use the example "Pay one payout by hand" with the same order reference.`;
	}

	/** @returns the references that somebody else has used */
	private async change(wanted: Partial<Change>, failed: string): Promise<string[]> {
		const { reserve = [], keep = [], release = [] } = wanted;
		const isNothing = [...reserve, ...keep, ...release].length === 0;
		if (this.list === undefined || this.hasNoStore || isNothing) return [];
		// Also if this fails: somebody else may have reserved them since.
		for (const reference of release) this.reserved.delete(reference);
		const { used, isWritten, error } = await this.list.change(wanted);
		if (error === undefined) return used;
		this.hasNoStore = isStoreMissing(error);
		if (this.hasNoStore) return [];
		// Not released: another process may have reserved one of them at the same moment, and would lose it.
		const written = isWritten ? reserve.filter((reference) => !used.includes(reference)) : [];
		for (const reference of [...release, ...written]) this.stuck.add(reference);
		throw new OperationalError(failed);
	}
}

const referencesOf = (payments: Payment[]): string[] =>
	payments.map(({ orderReference }) => orderReference);

/** The store belongs to a saved workflow; where there is none, the execution's memory remains. */
function isStoreMissing(error: unknown): boolean {
	const { code, message } = error as { code?: string; message?: string };
	return code === 'ERR_ASSERTION' || /foreign key/i.test(String(message));
}
