import fc from 'fast-check';
import type { Payment } from '../../../nodes/CardBankPayments/executor/common/payment';
import type * as JournalFile from '../../../nodes/CardBankPayments/executor/journal/journal';
import type * as ListFile from '../../../nodes/CardBankPayments/executor/journal/list';
import { Memory } from '../../../nodes/CardBankPayments/executor/journal/memory';
import { GuardedList } from './guardedList';
import { payment } from './payments';
import { VirtualClock } from './virtualClock';

/** The code of the journal as one process of n8n has loaded it, with state of its own. */
export type Process = Pick<typeof JournalFile & typeof ListFile, 'Journal' | 'ReferenceList'>;

/** The longest call of n8n's store: what the list allows others for being held up. */
const SLOWEST_MS = 100;

export function startListProcess(): Process {
	const folder = '../../../nodes/CardBankPayments/executor/journal';
	const workflow = jest.requireActual<object>('n8n-workflow');
	const process = {};
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => workflow);
		Object.assign(process, jest.requireActual(`${folder}/journal`));
		Object.assign(process, jest.requireActual(`${folder}/list`));
	});
	return process as Process;
}

/** Executions in several processes that have the same payouts at the same time. Its seed decides all. */
export class ListSchedule {
	/** References that an execution got while another one had reserved or sent them. */
	readonly twice: string[] = [];

	/** What kept executions from going on. */
	readonly failures: unknown[] = [];

	private readonly clock = new VirtualClock();

	private readonly store = new GuardedList(this.clock);

	private readonly numbers: Iterator<number>;

	private readonly references: string[];

	/** By reference, the execution that has reserved or sent it. */
	private readonly heldBy = new Map<string, number>();

	private readonly sent = new Set<string>();

	private readonly hints: string[] = [];

	constructor(
		seed: number,
		private readonly processes: Process[],
	) {
		const [numbers] = fc.sample(fc.infiniteStream(fc.nat(999_999)), { seed, numRuns: 1 });
		this.numbers = numbers!;
		this.references = ['A', 'B', 'C', 'D'].slice(0, 1 + this.upTo(4));
		// A call takes 5 to 15 ms, and one in twenty up to the longest.
		const aThirdMs = () => (5 + this.upTo(this.happens(0.05) ? SLOWEST_MS - 5 : 10)) / 3;
		this.store.takesMs = aThirdMs;
		this.store.travelsMs = aThirdMs;
	}

	async play(): Promise<this> {
		const processes = this.processes.slice(0, 2 + this.upTo(this.processes.length - 1));
		const all = processes.flatMap((one) => (this.happens(0.5) ? [one] : [one, one]));
		await this.clock.until(Promise.all(all.map(async (one, id) => await this.execute(one, id))));
		return this;
	}

	/** References that nobody has sent and nobody can reserve, and that no hint names. */
	get stuck(): string[] {
		const left = this.store.reserved().filter((reference) => !this.sent.has(reference));
		return left.filter((reference) => !this.hints.some((hint) => hint.includes(reference)));
	}

	/** References that were sent, and that anybody can reserve. */
	get forgotten(): string[] {
		const left = new Set(this.store.reserved());
		return [...this.sent].filter((reference) => !left.has(reference));
	}

	/** An execution sends what it may; the rest waits for the pace, mostly without being reserved. */
	private async execute({ Journal, ReferenceList }: Process, id: number): Promise<void> {
		const memory = new Memory({}, 'createBankPayout', '', 'payout');
		const journal = new Journal(memory, this.store.list(1, ReferenceList));
		const payments = this.references
			.filter(() => this.happens(0.6))
			.map((orderReference, index) => payment(index, { orderReference }));
		let open = payments;
		try {
			for (let attempt = 1; attempt <= 4 && open.length > 0; attempt++) {
				await this.pause(200);
				const used = await journal.reserve(open);
				if (used.size > 0) {
					// Another one may only be passing.
					const isLeft = ({ orderReference: one }: Payment) => !used.has(one) || this.happens(0.5);
					open = open.filter(isLeft);
					continue;
				}
				this.hold(open, id);
				await this.pause(100);
				const isSent = open.map(() => this.happens(0.3));
				for (const one of open.filter((_, index) => isSent[index])) {
					memory.claim(one, this.clock.wallTime());
					this.sent.add(one.orderReference);
				}
				open = open.filter((_, index) => !isSent[index]);
				if (this.happens(0.3)) continue;
				this.letGo(id);
				await journal.release(open);
			}
		} catch (error) {
			this.failures.push(error);
		}
		this.letGo(id);
		this.hints.push((await journal.close(payments)) ?? '');
	}

	private hold(payments: Payment[], id: number): void {
		for (const { orderReference } of payments) {
			const holder = this.heldBy.get(orderReference);
			if (holder !== undefined && holder !== id) this.twice.push(orderReference);
			this.heldBy.set(orderReference, id);
		}
	}

	private letGo(id: number): void {
		for (const [reference, holder] of this.heldBy) {
			if (holder === id && !this.sent.has(reference)) this.heldBy.delete(reference);
		}
	}

	private async pause(mostMs: number): Promise<void> {
		await this.clock.sleep(this.upTo(mostMs));
	}

	/** @returns a whole number from 0 up to, but not including, the limit */
	private upTo(limit: number): number {
		return Math.floor(this.chance() * limit);
	}

	private happens(share: number): boolean {
		return this.chance() < share;
	}

	private chance(): number {
		return Number(this.numbers.next().value) / 1_000_000;
	}
}
