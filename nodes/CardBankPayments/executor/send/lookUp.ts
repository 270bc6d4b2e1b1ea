import type { IDataObject } from 'n8n-workflow';
import type { RecordKind } from '../../resources/operation';
import type { Clock } from '../common/clock';
import type { ItemResult, Payment } from '../common/payment';
import { recordsIn } from '../http/judgeAnswer';
import { quote } from '../http/quote';
import { contradictionIn, judgeRecords } from '../http/recordTable';
import type { Reply } from '../http/reply';
import { waitAsked } from '../http/retryAfter';
import { isSuccess } from '../http/statusTable';
import { guessedWait, SHORTEST_WAIT_MS } from './guessedWait';

/**
 * When a payment is looked up that ended unclear, in milliseconds after that end. Most services show
 * a payment at once; a late one gets two more chances, while somebody waits for the run.
 */
const UNCLEAR_AFTER_MS = [1_000, 4_000, 10_000];

/** A service that leaves so many look-ups in a row without an answer is left alone for a while. */
const SILENT_IN_A_ROW = 3;
const LEFT_ALONE_MS = 60_000;

/** Questions are counted by the minute; who asks to wait for longer does not answer them. */
const LONGEST_WAIT_MS = 60_000;

const NO_ANSWER = new Set([401, 408, 429]);

/** How the service is asked about payments. */
export interface Asking {
	/** The records of payouts or of card payments. */
	kind: RecordKind;
	/** May throw: a question that cannot be asked has no answer. */
	ask: (payment: Payment) => Promise<Reply>;
	clock: Clock;
	/** How long one question may wait where the service asks for it. */
	maximumWaitMs: number;
	cancelSignal?: AbortSignal;
}

interface Finding {
	/** Whether the service said that it knows nothing of the payment. */
	isMissing: boolean;
	/** Of this order reference; undefined where the service gave no list of them. */
	records?: IDataObject[];
	/** What came back, for the builder. */
	answer: string;
}

type Asked = Omit<Finding, 'answer'> & { result: ItemResult };

/**
 * Asks the service what became of payments. A question is never a reason to refuse or to stop
 * anything, and one 404 proves nothing: the payment may still be on its way.
 */
export class LookUps {
	private silentInARow = 0;

	/** In milliseconds since 1970; an answer that comes late does not change it. */
	private silentUntil = 0;

	constructor(private readonly asking: Asking) {}

	/** Settles a payment whose outcome is unknown, right after that end: asked up to three times. */
	async settleUnclear(payment: Payment, result: ItemResult): Promise<ItemResult> {
		const isFound = ({ records = [] }: Asked) => records.length > 0;
		const asked = await this.askAgain(payment, result, isFound);
		return this.withRecords(payment, asked.result, asked.records ?? []);
	}

	/** Asks once about a payment that an earlier try or execution has sent, or the service knows. */
	async settleOnce(payment: Payment, result: ItemResult): Promise<ItemResult> {
		if (this.isGivenUp) return result;
		const looked = await this.ask(payment, result);
		return this.withRecords(payment, looked.result, looked.records ?? []);
	}

	/**
	 * The same for a payment that the service refused, and that is about to be sent again: asked
	 * however silent the service is. Undefined where it knows nothing of it.
	 */
	async settleIfKnown(payment: Payment, result: ItemResult): Promise<ItemResult | undefined> {
		if (this.isCancelled) return undefined;
		const { records = [], ...looked } = await this.ask(payment, result);
		return records.length > 0 ? this.withRecords(payment, looked.result, records) : undefined;
	}

	/**
	 * The same for a payment whose reference is used, though probably by this run itself: asked as often
	 * as after an unclear end, since another run may be sending it. Undefined where the service says each
	 * time that it knows nothing of it; silence says nothing.
	 */
	async settleUnlessMissing(payment: Payment, result: ItemResult): Promise<ItemResult | undefined> {
		const asked = await this.askAgain(payment, result, ({ isMissing }) => !isMissing);
		if (asked.isMissing) return undefined;
		return this.withRecords(payment, asked.result, asked.records ?? []);
	}

	private get isGivenUp(): boolean {
		return this.isCancelled || this.asking.clock.now() < this.silentUntil;
	}

	private get isCancelled(): boolean {
		return this.asking.cancelSignal?.aborted === true;
	}

	/** Up to three times, since a service may be late to show a payment. Cut off, nothing is missing for sure. */
	private async askAgain(
		payment: Payment,
		result: ItemResult,
		isEnough: (asked: Asked) => boolean,
	): Promise<Asked> {
		const { clock, cancelSignal } = this.asking;
		const startedAt = clock.now();
		let asked: Asked = { isMissing: false, result };
		for (const afterMs of UNCLEAR_AFTER_MS) {
			if (!this.isGivenUp) await clock.sleep(startedAt + afterMs - clock.now(), cancelSignal);
			if (this.isGivenUp) return { ...asked, isMissing: false };
			asked = await this.ask(payment, asked.result);
			if (isEnough(asked)) return asked;
		}
		return asked;
	}

	private async ask(payment: Payment, result: ItemResult): Promise<Asked> {
		const { clock } = this.asking;
		const { reply, times } = await this.askPatiently(payment);
		const { answer, ...finding } = readFinding(reply, payment);
		const isAnswered = isAnswer(reply) && this.waitAskedBy(reply) === undefined;
		this.silentInARow = isAnswered ? 0 : this.silentInARow + 1;
		// Who still asks to wait after all waiting wants to be left alone.
		if (this.silentInARow >= SILENT_IN_A_ROW || (times > 1 && !isAnswered)) {
			this.silentUntil = Math.max(this.silentUntil, clock.now() + LEFT_ALONE_MS);
		}
		const lookedUp = {
			at: new Date(clock.now()).toISOString(),
			times: (result.lookedUp?.times ?? 0) + times,
			answer,
		};
		return { ...finding, result: { ...result, lookedUp } };
	}

	/** Asks again as often as the service asks to wait, for a minute at most. */
	private async askPatiently(payment: Payment): Promise<{ reply: Reply; times: number }> {
		const { clock, ask, maximumWaitMs, cancelSignal } = this.asking;
		let leftMs = this.isGivenUp ? 0 : Math.min(maximumWaitMs, LONGEST_WAIT_MS);
		for (let times = 1; ; times++) {
			const reply = await ask(payment).catch((error: Error): Reply => ({ body: error }));
			const asks = this.waitAskedBy(reply);
			if (asks === undefined || leftMs <= 0) return { reply, times };
			const waitMs =
				asks > 0
					? Math.max(asks, SHORTEST_WAIT_MS)
					: Math.min(guessedWait(times - 1, clock), leftMs);
			leftMs -= waitMs;
			if (leftMs < 0) return { reply, times };
			await clock.sleep(waitMs, cancelSignal);
			if (this.isCancelled) return { reply, times };
		}
	}

	/** What is not found is an answer, whatever else it says. */
	private waitAskedBy(reply: Reply): number | undefined {
		return reply.status === 404 ? undefined : waitAsked(reply, this.asking.clock.now());
	}

	private withRecords(payment: Payment, result: ItemResult, records: IDataObject[]): ItemResult {
		const [content] = records;
		if (content === undefined) return result;
		if (result.outcome === 'unknown') {
			const { outcome, says } = judgeRecords(records, payment);
			if (outcome === 'accepted') return { ...result, outcome, says, answers: [content] };
			if (outcome === 'unknown') return { ...result, says: withMore(result, says) };
			return { ...result, outcome, says, record: { kind: this.asking.kind, content } };
		}
		const { kind } = this.asking;
		const contradiction = contradictionIn(records, payment, kind);
		if (contradiction === undefined) return { ...result, record: { kind, content } };
		// What an earlier try took for its record may be another one's, too.
		return { ...result, record: undefined, says: withMore(result, contradiction) };
	}
}

/** Once, however often the service is asked. */
function withMore({ says }: ItemResult, more: string): string {
	return says.endsWith(more) ? says : `${says}. ${more}`;
}

/** A refused token, a pace, a time that is over, a redirect or a crash is no answer to the question. */
function isAnswer(reply: Reply): boolean {
	const { status = 0 } = reply;
	return isSuccess(reply) || (status >= 400 && status < 500 && !NO_ANSWER.has(status));
}

function readFinding(reply: Reply, { orderReference, body }: Payment): Finding {
	const quoted = quote(reply, body?.accountNumber);
	const records = isSuccess(reply) ? recordsIn(reply.body, orderReference) : undefined;
	if (records?.length === 0) {
		return { records, isMissing: true, answer: `${quoted}, without this order reference` };
	}
	const silence = reply.code === undefined ? 'no answer' : `no answer (${reply.code})`;
	return { records, isMissing: reply.status === 404, answer: quoted === '' ? silence : quoted };
}
