import { OperationalError, type IExecuteFunctions } from 'n8n-workflow';
import { memory } from '../../sentences/memory';
import { oneAtATime } from '../common/turns';

/** N8n reads and writes the whole list for each payout: with more entries, that takes half a second. */
export const REMEMBERED = { mode: 'entries', maxEntries: 100_000 } as const;

/**
 * The order references that went out, in n8n's list of processed items, for a service that cannot be asked. The list has
 * no lock between processes: two that use a reference in the same instant both go on, and the service's 409 decides.
 */
export class UsedReferences {
	hint?: string;

	private readonly name: string;

	/** @param baseUrl where they are used: what a sandbox has paid was not paid at the live service */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly baseUrl: string,
	) {
		this.name = `list ${context.getWorkflow().id} ${context.getNode().id}`;
	}

	/**
	 * Call right before a payout leaves.
	 *
	 * @returns whether it may
	 * @throws OperationalError where n8n's database does not answer: without it, each run would pay the same row
	 */
	async take(orderReference: string): Promise<boolean> {
		try {
			const { processed } = await this.change(
				async (helpers) =>
					await helpers.checkProcessedAndRecord([this.entryOf(orderReference)], 'node', REMEMBERED),
			);
			return processed.length === 0;
		} catch (error) {
			if (!isStoreMissing(error)) throw noAnswer();
			this.hint = memory.notSaved;
			return true;
		}
	}

	/** Call where it was refused: its row is corrected, and paid under the same reference. Never throws. */
	async giveBack(orderReference: string): Promise<void> {
		if (this.hint === memory.notSaved) return;
		try {
			await this.change(
				async (helpers) =>
					await helpers.removeProcessed([this.entryOf(orderReference)], 'node', REMEMBERED),
			);
		} catch {
			this.hint = memory.staysUsed({ reference: orderReference });
		}
	}

	/** n8n reads and writes the list as a whole: of two calls at once, one would overwrite the other. */
	private async change<T>(call: (helpers: IExecuteFunctions['helpers']) => Promise<T>): Promise<T> {
		return await oneAtATime(this.name, async () => await call(this.context.helpers));
	}

	private entryOf(orderReference: string): string {
		return `${this.baseUrl} ${orderReference}`;
	}
}

const noAnswer = () => new OperationalError(memory.listSilent);

/** A workflow that was never saved has no list: only the memory of the execution guards it. */
function isStoreMissing(error: unknown): boolean {
	const { code, message } = error as { code?: string; message?: string };
	return code === 'ERR_ASSERTION' || /foreign key/i.test(String(message));
}
