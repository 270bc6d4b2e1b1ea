import { OperationalError, type IExecuteFunctions } from 'n8n-workflow';
import type { Result } from '../common/payment';
import { oneAtATime } from '../common/turns';
import { movedNothing } from '../proof/verdicts';

/** n8n keeps one list for each node, as a whole: with more, each payout would take half a second longer. */
const REMEMBERED = { mode: 'entries', maxEntries: 100_000 } as const;

const SILENT = 'n8n could not look up which order references were used before';
const NO_STORE =
	'Save this workflow: n8n keeps no list of what an unsaved one has sent, and another run could pay the same people again.';

/**
 * What went out, for a service that cannot be asked: n8n's list of processed items. It has no lock between
 * processes. Two that use the same reference in the same instant both go on, and the service's 409 decides.
 */
export class UsedReferences {
	hint?: string;

	private readonly taken = new Set<string>();

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
	 * @throws where n8n's database does not answer: without it, the same row would be paid with every run
	 */
	async take(orderReference: string): Promise<boolean> {
		if (this.taken.has(orderReference)) return true;
		try {
			const { processed } = await this.change(
				async (helpers) =>
					await helpers.checkProcessedAndRecord([this.entryOf(orderReference)], 'node', REMEMBERED),
			);
			if (processed.length > 0) return false;
		} catch (error) {
			if (!isStoreMissing(error)) throw new OperationalError(SILENT);
			this.hint = NO_STORE;
		}
		this.taken.add(orderReference);
		return true;
	}

	/** Call in the end: the rows of what was refused are corrected, and paid under the same reference. */
	async giveBack(results: Result[]): Promise<void> {
		const refused = results.filter(movedNothing).map((one) => one.orderReference ?? '');
		const entries = refused.filter((one) => this.taken.has(one));
		if (entries.length === 0 || this.hint) return;
		await this.change(
			async (helpers) =>
				await helpers.removeProcessed(
					entries.map((one) => this.entryOf(one)),
					'node',
					REMEMBERED,
				),
		).catch(() => {
			this.hint = `These payouts were not made, but n8n keeps their order references as used: ${entries.join(', ')}.`;
		});
	}

	/** n8n reads and writes the list as a whole: of two calls at once, one would overwrite the other. */
	private async change<T>(call: (helpers: IExecuteFunctions['helpers']) => Promise<T>): Promise<T> {
		return await oneAtATime(this.name, async () => await call(this.context.helpers));
	}

	private entryOf(orderReference: string): string {
		return `${this.baseUrl} ${orderReference}`;
	}
}

/** The list belongs to a saved workflow; where there is none, the execution's memory remains. */
function isStoreMissing(error: unknown): boolean {
	const { code, message } = error as { code?: string; message?: string };
	return code === 'ERR_ASSERTION' || /foreign key/i.test(String(message));
}
